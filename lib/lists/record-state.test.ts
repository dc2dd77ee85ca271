import { expect, test } from 'vitest'
import { captureState, creationState } from './record-state.ts'

test.each([
  // own status, own error, own changes, claim, what the list shows
  ['billable', undefined, 0, undefined, 'billable'],
  ['billable', 'No procedure', 0, undefined, 'in-error'],
  ['billable', undefined, 0, 'in-error', 'in-error'],
  ['billable', undefined, 2, 'successful', 'changed'],
  ['billable', 'Bad code', 2, 'successful', 'in-error'],
  ['billable', undefined, 0, 'held', 'held'],
  ['planned', undefined, 0, 'held', 'held'],
  ['planned', undefined, 0, 'not-started', 'planned'],
  ['billable', undefined, 0, 'not-started', 'billable'],
  ['billable', undefined, 0, 'successful', 'successful'],
  ['billable', undefined, 0, 'aborted', 'billable'],
  ['aborted', undefined, 0, 'in-error', 'aborted'],
  ['not-billable', 'Old error', 0, 'in-error', 'not-billable'],
  [undefined, undefined, 0, 'held', 'held'],
])('a capture that is %s, with %s and %d changes, of a claim %s, is %s', (...row) => {
  const [status, message, updates, claim, state] = row
  const own = { ...(status && { status }), ...(message && { message }), updates }
  expect(captureState(own, claim)).toBe(state)
})

test('a claim creation with open changes is changed, but an error comes first', () => {
  expect(creationState('successful', 1)).toBe('changed')
  expect(creationState('in-error', 1)).toBe('in-error')
  expect(creationState('held', 0)).toBe('held')
  expect(creationState(undefined, 0)).toBeUndefined()
})
