import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { captureLink, toLoadedClaimCreation } from './loaded-claim-creation.ts'

const captures = [
  {
    id: 'c1',
    charge_external_id: 'CHG-1',
    status: 'billable',
    charge_capture_data: {
      service_lines: [
        { charge_amount_cents: 1050 },
        { charge_amount_cents: null },
        { charge_amount_cents: 100 },
      ],
    },
  },
  { id: 'c2', charge_capture_data: 'not an object' },
  'no record',
]
const errors = [
  { id: 'e1', charge_capture_id: 'c2', message: 'second' },
  { id: 'e2', charge_capture_id: 'gone', message: 'of a capture that is not here' },
  {
    id: 'e3',
    charge_capture_id: 'c1',
    message: 'first',
    field_in_error: 'data.serviceLines[1].diagnosisPointers',
  },
  { id: 'e4', charge_capture_id: null, message: 'of the whole' },
  {
    id: 'e5',
    charge_capture_id: 'c1',
    message: 'done',
    resolved: true,
    resolved_by: 'Ada',
    resolution_reason: 'known',
  },
]
const loaded = toLoadedClaimCreation({
  claim_creation: JSON.stringify({ id: 'b', status: 'in-error', errors }),
  charge_captures: JSON.stringify(captures),
  is_complete: true,
  billed_diff: null,
  change_advice: { advice: null, encounter_failure: null },
  resolved_at: {},
  charge_captures_failure: null,
})

test('errors of the claim creation come first, then those of each capture; resolved errors are listed apart', () => {
  expect(loaded.groups.map((group) => group.captureId)).toEqual([undefined, 'c1', 'c2', 'gone'])
  expect(loaded.resolved).toMatchObject([{ message: 'done', resolvedBy: 'Ada', reason: 'known' }])
})

test('the id of a dry run’s claim and members that the contract does not know are shown', () => {
  const text =
    '{"id":"b","status":"successful-dry-run","most_recent_claim_preview_id":"p-1","queue_position":4}'
  const rest = {
    charge_captures: '[]',
    is_complete: true,
    billed_diff: null,
    change_advice: { advice: null, encounter_failure: null },
    resolved_at: {},
    charge_captures_failure: null,
  }
  expect(toLoadedClaimCreation({ ...rest, claim_creation: text })).toMatchObject({
    previewId: 'p-1',
    other: { queue_position: 4 },
  })
  expect(loaded.previewId).toBeUndefined()
  expect(loaded.other).toEqual({})
})

test('captures show their charges, and an unreadable capture hides no other', () => {
  expect(loaded.captures).toMatchObject([
    { externalId: 'CHG-1', lines: 3, total: 1150 },
    { id: 'c2', lines: 0, total: 0 },
  ])
})

test('a capture has its changes after billing, resolved ones included', () => {
  const updates = [
    { id: 'u1', message: 'Units differ', resolved: false },
    { id: 'u2', message: 'Old', resolved: true },
  ]
  const { captures } = toLoadedClaimCreation({
    claim_creation: '{}',
    charge_captures: JSON.stringify([{ id: 'c', updates }]),
    is_complete: true,
    charge_captures_failure: null,
    billed_diff: null,
    change_advice: { advice: null, encounter_failure: null },
    resolved_at: {},
  })
  expect(captures[0]!.updates).toEqual(updates)
})

test('an error links to the field of its capture, whichever spelling it uses', () => {
  const [error] = loaded.groups[1]!.errors
  expect(captureLink('c1', error!, loaded.captures[0]!.data, captureShape())).toBe(
    '/charge-captures/c1?field=service_lines.1.diagnosis_pointers',
  )
  expect(captureLink('c 2', loaded.groups[2]!.errors[0]!, undefined, captureShape())).toBe(
    '/charge-captures/c%202',
  )
})

test('a claim creation of an unknown form is still shown', () => {
  const odd = toLoadedClaimCreation({
    claim_creation: '[]',
    charge_captures: 'null',
    is_complete: false,
    charge_captures_failure: null,
    billed_diff: null,
    change_advice: { advice: null, encounter_failure: null },
    resolved_at: {},
  })
  expect(odd).toMatchObject({ status: 'unreadable', captures: [], groups: [] })
})
