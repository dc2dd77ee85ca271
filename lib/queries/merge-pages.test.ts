import { expect, test } from 'vitest'
import { askedFor, createMerger, mergePages, nextLimit } from './merge-pages.ts'

test('a page that is full so far asks for its rest, a short one for a whole page', () => {
  expect(nextLimit(100, 100, 1000)).toBe(900)
  expect(nextLimit(7, 100, 1000)).toBe(1000)
  expect(nextLimit(0, 100, 100)).toBe(100)
  expect(
    askedFor([
      { position: null, limit: 100 },
      { position: 'p', limit: 900 },
    ]),
  ).toBe(1000)
})

test('a row of two pages is shown once, in its latest state; unreadable rows all stay', () => {
  const page = (...rows: { id: string; n?: number; unreadable?: true }[]) => ({
    rows,
    next: 'more',
    prev: null,
  })
  const unreadable = { id: '', unreadable: true as const }
  const rows = mergePages([
    page({ id: 'a', n: 1 }, unreadable),
    page(),
    page({ id: 'b' }, { id: 'a', n: 2 }, unreadable),
  ])
  expect(rows).toEqual([{ id: 'a', n: 2 }, unreadable, { id: 'b' }, unreadable])
})

test('pages that come one after the other are merged as all at once, and a new reading begins anew', () => {
  const merge = createMerger<{ id: string; n?: number }>()
  const [one, two] = [
    { rows: [{ id: 'a' }, { id: 'b' }] },
    { rows: [{ id: 'a', n: 2 }, { id: 'c' }] },
  ]
  const first = merge([one])
  expect(merge([one])).toBe(first)
  expect(merge([one, two])).toEqual([{ id: 'a', n: 2 }, { id: 'b' }, { id: 'c' }])
  expect(first).toEqual([{ id: 'a' }, { id: 'b' }])
  expect(merge([two])).toEqual(two.rows)
})
