import { expect, test } from 'vitest'
import { askedFor, mergePages, nextLimit, rememberStep, shouldReadOn, stepBack } from './read-on.ts'

test('a short page is read on only while the token says that there is more', () => {
  expect(shouldReadOn({ rows: 0, limit: 100, hasMore: true })).toBe(true)
  expect(shouldReadOn({ rows: 99, limit: 100, hasMore: true })).toBe(true)
  expect(shouldReadOn({ rows: 100, limit: 100, hasMore: true })).toBe(false)
  expect(shouldReadOn({ rows: 0, limit: 100, hasMore: false })).toBe(false)
})

test('a page that is full so far asks for its rest, a short one for a whole page', () => {
  expect(nextLimit({ rows: 100, asked: 100, limit: 1000 })).toBe(900)
  expect(nextLimit({ rows: 7, asked: 100, limit: 1000 })).toBe(1000)
  expect(nextLimit({ rows: 0, asked: 100, limit: 100 })).toBe(100)
  expect(
    askedFor([
      { position: null, limit: 100 },
      { position: 'p', limit: 900 },
    ]),
  ).toBe(1000)
})

test('a row that two pages hold is shown once, as the later page has it; unreadable ones all stay', () => {
  const page = (...rows: { id: string; n?: number; unreadable?: true }[]) => ({ rows, next: 'more', prev: null })
  const unreadable = { id: '', unreadable: true as const }
  const rows = mergePages([
    page({ id: 'a', n: 1 }, unreadable),
    page(),
    page({ id: 'b' }, { id: 'a', n: 2 }, unreadable),
  ])
  expect(rows).toEqual([{ id: 'a', n: 2 }, unreadable, { id: 'b' }, unreadable])
})

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
