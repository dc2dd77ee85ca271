import { expect, test } from 'vitest'
import { lookAttributes, readLook } from './look.ts'

test('a stored look is read back', () => {
  expect(readLook('dark.comfortable')).toEqual({ theme: 'dark', density: 'comfortable' })
})

test.each([undefined, '', 'x', '"><script>.y', 'dark'])(
  '%j never makes an unknown look',
  (cookie) => {
    const look = readLook(cookie)
    expect(['system', 'light', 'dark']).toContain(look.theme)
    expect(look.density).toBe('compact')
  },
)

test('the system theme sets no attribute', () => {
  expect(lookAttributes({ theme: 'system', density: 'compact' })).toEqual({
    'data-theme': undefined,
    'data-density': 'compact',
  })
})
