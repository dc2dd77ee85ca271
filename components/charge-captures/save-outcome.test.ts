import { describe, expect, test } from 'vitest'
import type { ClaimCreationChange, SaveReply } from '#lib/actions/replies.ts'
import { toLoadedCapture } from './loaded-capture.ts'
import { outcomeOf } from './save-outcome.ts'

const records = (data: object, creation: object | null) => ({
  charge_capture: JSON.stringify({ id: 'c', charge_capture_data: data, updates: [] }),
  claim_creation: creation === null ? null : JSON.stringify({ id: 'b', ...creation }),
  claim_creation_failure: null,
})
const change = (more: Partial<ClaimCreationChange>): ClaimCreationChange => ({ id: 'b', status_before: 'in-error', status_after: 'in-error', cleared: [], added: [], remaining: 0, ...more })
const said = (more: Partial<SaveReply>, creation: object | null, data: object = {}) => {
  const reply: SaveReply = { ...records(data, creation), changes: [], claim_creation_change: null, is_verified: true, unverified: [], ...more }
  return outcomeOf(reply, toLoadedCapture(records({}, { status: 'in-error' })), toLoadedCapture(reply), { data: { patient: { last_name: 'smith' } } })
}

describe('a save says plainly what it led to', () => {
  test('an encounter', () => {
    const outcome = said({ claim_creation_change: change({ status_after: 'successful', cleared: ['x'] }) }, { status: 'successful', created_encounter_id: 'enc-1' })
    expect(outcome).toEqual({ tone: 'green', lines: ['Claim creation is now successful; an encounter was created.', '1 of 1 error cleared.'] })
  })

  test('some errors cleared, others found', () => {
    const outcome = said({ claim_creation_change: change({ cleared: ['x'], added: ['New trouble.'], remaining: 2 }) }, { status: 'in-error' })
    expect(outcome.tone).toBe('amber')
    expect(outcome.lines).toEqual(['Claim creation is still in error.', '1 of 2 errors cleared.', '1 new error: New trouble.'])
  })

  test('nothing cleared', () => {
    expect(said({ claim_creation_change: change({ remaining: 1 }) }, { status: 'in-error' }).lines).toEqual(['Claim creation is still in error.', '1 error remains.'])
  })

  test('a value that the partner keeps in another form', () => {
    const outcome = said({ is_verified: false, unverified: ['data.patient.last_name'] }, null, { patient: { last_name: 'SMITH' } })
    expect(outcome.tone).toBe('amber')
    expect(outcome.lines).toEqual(['The partner keeps Patient · Last name as SMITH; smith was sent.'])
  })
})
