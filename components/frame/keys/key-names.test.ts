import { expect, test } from 'vitest'
import { keyName, matchKeys } from './key-names.ts'

const press = (
  key: string,
  held: { shiftKey?: boolean; ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {},
) => keyName({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held })

test('letters, named keys and punctuation are named as bindings write them', () => {
  expect(press('j')).toBe('j')
  expect(press('X', { shiftKey: true })).toBe('Shift+x')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press(' ')).toBe('Space')
  expect(press('Enter', { shiftKey: true })).toBe('Shift+Enter')
})

test('Ctrl and Cmd are the same modifier', () => {
  expect(press('k', { ctrlKey: true })).toBe('Mod+k')
  expect(press('k', { metaKey: true })).toBe('Mod+k')
})

test('modifiers alone and Alt combinations, which type characters on many keyboards, are nothing', () => {
  expect(press('Shift', { shiftKey: true })).toBeUndefined()
  expect(press('e', { altKey: true })).toBeUndefined()
})

test('a sequence is recognised key by key', () => {
  const bindings = ['g c', 'g h', 'j']
  expect(matchKeys(['g'], bindings)).toEqual({ exact: undefined, partial: true })
  expect(matchKeys(['g', 'c'], bindings)).toEqual({ exact: 'g c', partial: false })
  expect(matchKeys(['g', 'x'], bindings)).toEqual({ exact: undefined, partial: false })
  expect(matchKeys(['j'], bindings)).toEqual({ exact: 'j', partial: false })
})
