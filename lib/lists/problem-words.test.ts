import { expect, test } from 'vitest'
import { captureProblem, creationProblem, problemText } from './problem-words.ts'

const words = (field_label: string | undefined, message: string) =>
  problemText(captureProblem({ id: 'c', message, ...(field_label && { field_label }) }))

test.each([
  ['Line 1 · Procedure', 'No code', 'Line 1 · Procedure · No code'],
  [
    'Line 1 · Date of service',
    'Line 1 date of service is in the future',
    'Line 1 date of service is in the future',
  ],
  [
    'Rendering provider · NPI',
    'NPI fails its check digit',
    'Rendering provider · NPI fails its check digit',
  ],
  ['Line 1 · Charge', 'Charged twice', 'Line 1 · Charge · Charged twice'],
  [undefined, 'Captures differ', 'Captures differ'],
])('an error at %s that says “%s” is shown as “%s”', (label, message, shown) => {
  expect(words(label, message)).toBe(shown)
})

test('a capture shows its own problem first, then what stops its claim', () => {
  const claim = (status: string, message?: string) => ({
    id: 'b',
    status,
    ...(message && { message }),
  })
  const shown = (row: object, status: string, message?: string) =>
    problemText(captureProblem({ id: 'c', ...row }, claim(status, message)))
  expect(shown({ message: 'Own' }, 'in-error', 'Other')).toBe('Own')
  expect(shown({ updates: 1, update_message: 'Charge $1.00 → $2.00' }, 'successful')).toBe(
    'After billing · Charge $1.00 → $2.00',
  )
  expect(shown({}, 'in-error', 'Captures differ')).toBe('Claim · Captures differ')
  expect(shown({ status: 'planned' }, 'held')).toBe('Still planned · Holds its claim')
  expect(shown({ status: 'billable' }, 'held')).toBe('Waiting for planned captures')
  expect(shown({ status: 'billable' }, 'successful')).toBeUndefined()
})

test('a claim creation on hold says what it waits for', () => {
  const held = { id: 'b', status: 'held' }
  const own = { planned: 2, changes: 0, change: undefined }
  expect(problemText(creationProblem(held, own))).toBe('Waiting for 2 planned captures')
  expect(problemText(creationProblem(held))).toBe('Waiting for planned captures')
})
