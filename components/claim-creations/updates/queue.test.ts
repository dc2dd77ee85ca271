import { expect, test } from 'vitest'
import type { UpdateItem } from '#lib/actions/replies.ts'
import { inOrder, isDone, isSettled, nameOfItem, nextAfter, openUpdates } from './queue.ts'

const item = (
  id: string,
  moved: number | undefined,
  updates: { id: string; resolved: boolean }[] = [],
): UpdateItem => ({
  id,
  diff:
    moved === undefined
      ? null
      : {
          changes: [],
          billed_cents: 0,
          now_cents: moved,
          moved_cents: moved,
          is_exact: true,
          is_nothing_left: false,
        },
  captures: [
    {
      id: `c-${id}`,
      external_id: `CHG-${id}`,
      updates: updates.map((update) => ({ ...update, message: '' })),
    },
  ],
  is_complete: true,
})
const items = [item('a', 100), item('b', undefined), item('c', -500), item('d', 0)]
const ids = (list: readonly UpdateItem[]) => list.map(({ id }) => id).join('')

test('items are sorted oldest first, or by the largest change in either direction', () => {
  expect(ids(inOrder(items, 'oldest'))).toBe('abcd')
  expect(ids(inOrder(items, 'money'))).toBe('cadb')
})

test('the next item follows the resolved ones; at the end it is the one before', () => {
  expect(nextAfter(items, new Set(['b', 'c']), 'b')).toBe('d')
  expect(nextAfter(items, new Set(['d']), 'd')).toBe('c')
  expect(nextAfter(items, new Set(['a', 'b', 'c', 'd']), 'a')).toBeUndefined()
  expect(nextAfter(items, new Set(), 'not read')).toBe('a')
})

test('an item is done with its changes, until another one comes', () => {
  const changed = item('e', 1, [
    { id: 'u0', resolved: true },
    { id: 'u1', resolved: false },
  ])
  expect(openUpdates(changed)).toEqual(['u1'])
  expect(isDone(changed, new Set(['u1']))).toBe(true)
  expect(isDone(changed, new Set(['u0']))).toBe(false)
  expect(isDone(item('f', 1), new Set(['u1']))).toBe(false)
})

test('an item is named by its patient, else by its captures', () => {
  expect(nameOfItem({ ...items[0]!, patient: 'Robin Test' })).toBe('Robin Test')
  expect(nameOfItem(items[0]!)).toBe('CHG-a')
  expect(nameOfItem({ ...items[0]!, captures: [] })).toBe('a')
})

test('an item is resolved when all changes of all its captures are, and all captures were read', () => {
  const [one, two] = [
    { id: 'u0', resolved: true },
    { id: 'u1', resolved: true },
  ]
  expect(isSettled(item('g', 1, [one, two]))).toBe(true)
  expect(isSettled(item('g', 1, [one, { ...two, resolved: false }]))).toBe(false)
  expect(isSettled({ ...item('g', 1, [one]), is_complete: false })).toBe(false)
  expect(isSettled(item('g', 1))).toBe(false)
})
