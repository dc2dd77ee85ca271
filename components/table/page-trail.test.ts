import { expect, test } from 'vitest'
import { rememberStep, stepBack } from './page-trail.ts'

test('the way back is the way one came, and the partner’s token after a fresh start', () => {
  expect(stepBack('view', undefined, 'partner')).toBeUndefined()
  expect(stepBack('view', 'p2', 'partner')).toBe('partner')
  expect(stepBack('view', 'p2', null)).toBeUndefined()
  rememberStep('view', undefined, 'p2')
  rememberStep('view', 'p2', 'p3')
  expect(stepBack('view', 'p2', 'partner')).toBeNull()
  expect(stepBack('view', 'p3', 'partner')).toBe('p2')
  expect(stepBack('other', 'p3', 'partner')).toBe('partner')
})
