import { expect, test } from 'vitest'
import { keepListed, noSelection, selectRange, toggleAll, toggleOne } from './selection.ts'
import { moveColumn, moveOnto, toTablePreference } from './table-preference.ts'

const columns = [
  { id: 'status' },
  { id: 'main', isMain: true as const },
  { id: 'npi', isOptional: true as const },
]

test('without a preference, optional columns are hidden and the order is as given', () => {
  expect(toTablePreference(columns, undefined)).toEqual({
    order: ['status', 'main', 'npi'],
    hidden: ['npi'],
    widths: {},
  })
})

test('a preference keeps order, hidden columns and widths, but never hides the link to the item', () => {
  const stored = {
    order: ['npi', 'gone', 'main', 'npi'],
    hidden: ['main', 'status', 'gone'],
    widths: { main: 200, status: -1, gone: 90, npi: 'wide' },
  }
  expect(toTablePreference(columns, stored)).toEqual({
    order: ['npi', 'main', 'status'],
    hidden: ['status'],
    widths: { main: 200 },
  })
})

test('a column that came after the preference was saved starts as the list starts it', () => {
  expect(
    toTablePreference(columns, { order: ['main', 'status'], hidden: [], widths: {} }).hidden,
  ).toEqual(['npi'])
})

test('a column moves one place and stays within the table', () => {
  expect(moveColumn(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 'x', 1)).toEqual(['a', 'b', 'c'])
})

test('a column takes the place of another, which makes room towards where it was', () => {
  const order = ['a', 'b', 'c', 'd']
  expect(moveOnto(order, 'a', 'c')).toEqual(['b', 'c', 'a', 'd'])
  expect(moveOnto(order, 'd', 'b')).toEqual(['a', 'd', 'b', 'c'])
  expect(moveOnto(order, 'a', 'gone')).toEqual(order)
})

test('x selects, Shift+x takes every row up to there, again in either direction', () => {
  const order = ['a', 'b', 'c', 'd', 'e']
  const one = toggleOne(noSelection, 'd')
  expect([...selectRange(one, 'b', order).ids].toSorted()).toEqual(['b', 'c', 'd'])
  expect([...selectRange(noSelection, 'b', order).ids]).toEqual(['b'])
  expect(toggleOne(one, 'd').ids.size).toBe(0)
  expect(toggleAll(toggleAll(one, order), order)).toEqual(noSelection)
  expect([...keepListed(selectRange(one, 'b', order), ['b', 'x']).ids]).toEqual(['b'])
  expect(keepListed(one, order)).toBe(one)
})

test('selecting a whole page, and none of it again, leaves the rows of other pages selected', () => {
  const elsewhere = { ids: new Set(['x', 'y']), from: 'y' }
  const both = toggleAll(elsewhere, ['a', 'b'])
  expect([...both.ids]).toEqual(['x', 'y', 'a', 'b'])
  expect([...toggleAll(both, ['a', 'b']).ids]).toEqual(['x', 'y'])
  expect(selectRange(elsewhere, 'b', ['a', 'b'])).toEqual({
    ids: new Set(['x', 'y', 'b']),
    from: 'b',
  })
})
