import { expect, test } from 'vitest'
import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'
import { isSettled, nameOfUpdate, openUpdates } from './update-item.ts'

const item = (id: string, updates: { id: string; resolved: boolean }[] = []): UpdateItem => ({
  id,
  diff: null,
  advice: null,
  encounter_failure: null,
  captures: [
    {
      id: `c-${id}`,
      external_id: `CHG-${id}`,
      updates: updates.map((update) => ({ ...update, message: '' })),
    },
  ],
  is_complete: true,
  captures_failure: null,
})

test('the open changes of an item are those that nobody resolved', () => {
  const changed = item('e', [
    { id: 'u0', resolved: true },
    { id: 'u1', resolved: false },
  ])
  expect(openUpdates(changed)).toEqual(['u1'])
})

test('an item is named by its patient, else by its captures', () => {
  expect(nameOfUpdate({ ...item('a'), patient: 'Test, Robin' })).toBe('Test, Robin')
  expect(nameOfUpdate(item('a'))).toBe('CHG-a')
  expect(nameOfUpdate({ ...item('a'), captures: [] })).toBe('a')
})

test('an item is resolved when all changes of all its captures are, and all captures were read', () => {
  const [one, two] = [
    { id: 'u0', resolved: true },
    { id: 'u1', resolved: true },
  ]
  expect(isSettled(item('g', [one, two]))).toBe(true)
  expect(isSettled(item('g', [one, { ...two, resolved: false }]))).toBe(false)
  expect(isSettled({ ...item('g', [one]), is_complete: false })).toBe(false)
  expect(isSettled(item('g'))).toBe(false)
})
