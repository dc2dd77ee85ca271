import { expect, it } from 'vitest'
import { RowPool } from './row-pool.ts'

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => `row ${from + place}`)
const sight = (startIndex: number) => ({
  startIndex,
  endIndex: startIndex + 19,
  overscan: 0,
  count: 1_000,
})

it('rows that stay keep their elements', () => {
  const pool = new RowPool()
  const first = pool.elementsOf(rows(0, 20), undefined)
  const next = pool.elementsOf(rows(4, 20), undefined)
  expect(next.slice(0, 16)).toEqual(first.slice(4))
  expect(new Set([...first, ...next]).size).toBe(24)
})

it('entirely new rows reuse the existing elements in their order', () => {
  const pool = new RowPool()
  const first = pool.elementsOf(rows(0, 20), undefined)
  expect(pool.elementsOf(rows(500, 20), undefined)).toEqual(first)
  expect(pool.elementsOf(rows(40, 12), undefined)).toEqual(first.slice(0, 12))
  expect(new Set(pool.elementsOf(rows(300, 20), undefined)).size).toBe(20)
})

it.each([
  ['above', [...rows(4, 1), ...rows(500, 20)]],
  ['below', [...rows(500, 20), ...rows(1_000, 1)]],
])('the row with the focus keeps its element, %s', (where, far) => {
  const focused = where === 'above' ? 'row 4' : 'row 1000'
  const start = where === 'above' ? rows(0, 20) : rows(981, 20)
  const pool = new RowPool()
  const first = pool.elementsOf(start, focused)
  const next = pool.elementsOf(far, focused)
  expect(next[far.indexOf(focused)]).toBe(first[start.indexOf(focused)])
  expect(new Set(next).size).toBe(21)
  // Reused elements keep their order: none is moved.
  const again = next.filter((one) => first.includes(one))
  expect(again).toEqual(again.toSorted((a, b) => first.indexOf(a) - first.indexOf(b)))
  expect(
    pool.elementsOf(
      far.map((id) => (id === focused ? id : `${id} and on`)),
      focused,
    ),
  ).toEqual(next)
})

it('during a long jump fewer rows are rendered outside the viewport, until the scrolling ends', () => {
  const pool = new RowPool()
  expect(pool.rangeOf(sight(0), 0, false)).toHaveLength(26)
  expect(pool.rangeOf(sight(4), 0, true)).toHaveLength(30)
  expect(pool.rangeOf(sight(44), 44, true)).toHaveLength(22)
  expect(pool.rangeOf(sight(44), 44, true)).toHaveLength(22)
  expect(pool.rangeOf(sight(44), 44, false)).toHaveLength(32)
  expect(pool.rangeOf(sight(46), 700, true)).toEqual([
    ...Array.from({ length: 32 }, (_, place) => 40 + place),
    700,
  ])
})
