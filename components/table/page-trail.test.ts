import { expect, test } from 'vitest'
import { rememberStep, rowsBefore, stepBack } from './page-trail.ts'

test('Previous page leads where this tab came from, and to the partner’s token in a tab that just opened', () => {
  expect(stepBack('view', undefined, 'partner')).toBeUndefined()
  expect(stepBack('view', 'p2', 'partner')).toBe('partner')
  expect(stepBack('view', 'p2', null)).toBeUndefined()
  rememberStep('view', undefined, 'p2', 100)
  rememberStep('view', 'p2', 'p3', 60)
  expect(stepBack('view', 'p2', 'partner')).toBeNull()
  expect(stepBack('view', 'p3', 'partner')).toBe('p2')
  expect(stepBack('other', 'p3', 'partner')).toBe('partner')
})

test('the rows before a page are counted where this tab came through them', () => {
  rememberStep('counted', undefined, 'p2', 100)
  rememberStep('counted', 'p2', 'p3', 60)
  rememberStep('counted', 'of a link', 'p9', 100)
  expect(rowsBefore('counted', undefined)).toBe(0)
  expect(rowsBefore('counted', 'p3')).toBe(160)
  expect(rowsBefore('counted', 'of a link')).toBeUndefined()
  expect(rowsBefore('counted', 'p9')).toBeUndefined()
})
