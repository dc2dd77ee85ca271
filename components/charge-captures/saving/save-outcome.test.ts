import { describe, expect, test } from 'vitest'
import type { ClaimCreationChange } from '#lib/actions/claim-creations/claim-creation-change.ts'
import type { SavedReply } from '#lib/actions/writing/write-replies.ts'
import { toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import { isNewSince, outcomeOf } from './save-outcome.ts'

const records = (data: object, creation: object | null) => ({
  charge_capture: JSON.stringify({ id: 'c', charge_capture_data: data, updates: [] }),
  claim_creation: creation === null ? null : JSON.stringify({ id: 'b', ...creation }),
  claim_creation_failure: null,
})
const change = (more: Partial<ClaimCreationChange>): ClaimCreationChange => ({
  id: 'b',
  status_before: 'in-error',
  status_after: 'in-error',
  cleared: [],
  added: [],
  remaining: 0,
  ...more,
})
const said = (more: Partial<SavedReply>, creation: object | null, data: object = {}) => {
  const reply: SavedReply = {
    ...records(data, creation),
    kind: 'saved',
    also_kept_text: '[]',
    changed_by: null,
    repointed_text: '[]',
    claim_creation_change: null,
    is_verified: true,
    unverified: [],
    ...more,
  }
  return outcomeOf(
    reply,
    toLoadedCapture(records({}, { status: 'in-error' })),
    toLoadedCapture(reply),
    {
      data: { patient: { last_name: 'smith' } },
    },
  )
}

describe('the words after a save', () => {
  test('name a created encounter', () => {
    const outcome = said(
      {
        claim_creation_change: change({
          status_after: 'successful',
          cleared: [{ id: 'x', message: 'X.' }],
        }),
      },
      { status: 'successful', created_encounter_id: 'enc-1' },
    )
    expect(outcome).toEqual({
      tone: 'green',
      lines: ['Claim creation is now billed. Encounter created.', '1 of 1 error cleared.'],
    })
  })

  test('say that the partner has not tried again yet once every error is cleared', () => {
    const outcome = said(
      { claim_creation_change: change({ cleared: [{ id: 'x', message: 'X.' }] }) },
      { status: 'in-error' },
    )
    expect(outcome.lines).toEqual(['Waiting for the partner to try again.'])
  })

  test('count the cleared and the new errors', () => {
    const outcome = said(
      {
        claim_creation_change: change({
          cleared: [{ id: 'x', message: 'X.' }],
          added: [{ id: 'y', message: 'New trouble' }],
          remaining: 2,
        }),
      },
      { status: 'in-error' },
    )
    expect(outcome.tone).toBe('amber')
    expect(outcome.lines).toEqual([
      'Claim creation is still in error.',
      '1 of 2 errors cleared.',
      '1 new error: New trouble.',
      '1 error remains.',
    ])
  })

  test('say that the errors remain', () => {
    expect(
      said({ claim_creation_change: change({ remaining: 1 }) }, { status: 'in-error' }).lines,
    ).toEqual(['Claim creation is still in error.', '1 error remains.'])
  })

  test('name a value that the partner stores differently', () => {
    const outcome = said({ is_verified: false, unverified: ['data.patient.last_name'] }, null, {
      patient: { last_name: 'SMITH' },
    })
    expect(outcome.tone).toBe('amber')
    expect(outcome.lines).toEqual([
      'The partner keeps Patient · Last name as SMITH; smith was sent.',
    ])
  })

  test('name other people’s changes and their authors', () => {
    const theirs = [
      { path: 'data.place_of_service_code', before: '11', after: '22' },
      { path: 'data.service_lines.1.charge_amount_cents', before: null, after: 12500 },
      { path: 'data.service_lines.2', before: { procedure_code: '99213' } },
      { path: 'data.diagnoses.1', after: { code: 'I10' } },
    ]
    const changes = {
      also_kept_text: JSON.stringify(theirs),
      repointed_text:
        '[{"path":"data.service_lines.0.diagnosis_pointers","before":[0],"after":[1]}]',
    }
    expect(said({ ...changes, changed_by: ['Ada Field'] }, null).lines).toEqual([
      'Also kept: Place of service changed from 11 office to 22 on-campus hospital outpatient by Ada Field.',
      'Also kept: Line 2 · Charge set to $125.00.',
      'Also kept: Line 3 removed.',
      'Also kept: Diagnosis added: I10.',
      'The diagnosis letters of 1 line were adjusted to keep the same diagnoses.',
    ])
    expect(said(changes, null).lines[0]).toBe(
      'Also kept: Place of service changed from 11 office to 22 on-campus hospital outpatient in another system.',
    )
  })
})

test('of two errors with the same words only the one that the save added is new', () => {
  const added = [
    { id: 'e2', message: 'Too short.' },
    { id: '', message: 'No id.' },
  ]
  const isNew = (id: string, message: string) => isNewSince({ added }, { id, message })
  expect([
    isNew('e1', 'Too short.'),
    isNew('e2', 'Too short.'),
    isNew('{"message":"No id."}', 'No id.'),
  ]).toEqual([false, true, true])
})
