import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBundlingDb } from './testdata/bundling-db.ts'
import { otherLines } from './testdata/bundled.ts'

let sandbox: Awaited<ReturnType<typeof openBundlingDb>>
beforeAll(async () => {
  sandbox = await openBundlingDb()
})
afterAll(() => sandbox.close())

const submission = (patient_control_number: string, ...sent: string[]) => ({
  claim_created_at: '2026-10-03T00:00:00Z',
  patient_control_number,
  submission_records: sent.map((submitted_at) => ({ submitted_at, claim_frequency_code: '1' })),
})
const encounterOf = async (id: string) =>
  (await sandbox.encounterOf((await sandbox.creationOf(id)).creation!.id))[0]!

describe('a visit that was submitted elsewhere', () => {
  it('becomes a submitted claim with its own patient control number', async () => {
    const { creation, capture } = await sandbox.save('s1', {
      patient: 'PAT-S1',
      changes: { external_claim_submission: submission('PCN-S1', '2026-10-04T00:00:00Z') },
    })
    expect([creation!.status, creation!.claim_status, capture.claim_status]).toEqual([
      'successful',
      'submitted_to_payer',
      'submitted_to_payer',
    ])
    expect(await encounterOf('s1')).toMatchObject({
      patient_control_number: 'PCN-S1',
      claim_status: 'submitted_to_payer',
    })
  })

  it('is not submitted without a submission record, and never if it is not billable', async () => {
    const unsent = await sandbox.save('s2', {
      patient: 'PAT-S2',
      changes: { external_claim_submission: submission('PCN-S2') },
    })
    expect(unsent.creation!.claim_status).toBe('biller_received')
    expect((await encounterOf('s2')).patient_control_number).toBe('PCN-S2')
    const never = await sandbox.save('s3', {
      patient: 'PAT-S3',
      changes: {
        billable_status: 'NOT_BILLABLE',
        external_claim_submission: submission(' ', '2026-10-04T00:00:00Z'),
      },
    })
    expect(never.creation!.claim_status).toBe('not_billable')
    expect((await encounterOf('s3')).patient_control_number).toMatch(/^PCN[0-9A-F]{12}$/)
  })
})

describe('an id that another encounter has', () => {
  const uniqueness = async (id: string) =>
    (await sandbox.creationOf(id)).errors
      .filter((error) => !error.is_cleared)
      .map(({ cause, charge_capture_id, message, field_in_error }) => ({
        cause,
        charge_capture_id,
        message,
        field_in_error,
      }))

  it('stops the encounter of a second visit until it has its own id', async () => {
    expect(
      (await sandbox.save('u1', { patient: 'PAT-U1', changes: { external_id: 'SAME' } })).creation!
        .status,
    ).toBe('successful')
    const second = await sandbox.save('u2', {
      patient: 'PAT-U2',
      changes: { external_id: ' SAME' },
    })
    expect(second.creation).toMatchObject({ status: 'in-error', created_encounter_id: '' })
    expect(await uniqueness('u2')).toEqual([
      {
        cause: 'encounter-external-id-taken',
        charge_capture_id: 'u2',
        message: 'Another encounter has the external id SAME already',
        field_in_error: expect.stringContaining('external_id'),
      },
    ])
    const fixed = await sandbox.save('u2', { patient: 'PAT-U2', changes: { external_id: 'OTHER' } })
    expect(fixed.creation!.status).toBe('successful')
    expect((await encounterOf('u2')).external_id).toBe('OTHER')
  })

  it('is an error of every capture of the bundle that gives it, also if it is the control number', async () => {
    const taken = { external_claim_submission: submission('PCN-TWICE') }
    await sandbox.save('n1', { patient: 'PAT-N1', changes: taken })
    await sandbox.save('n2', { patient: 'PAT-N2', status: 'planned', changes: taken })
    const both = await sandbox.save('n3', {
      patient: 'PAT-N2',
      changes: { ...otherLines('T1015', [1]), ...taken },
    })
    expect(both.creation!.status).toBe('held')
    await sandbox.save('n2', { patient: 'PAT-N2', changes: taken })
    expect(
      (await uniqueness('n3')).map(({ cause, charge_capture_id }) => [cause, charge_capture_id]),
    ).toEqual([
      ['patient-control-number-taken', 'n2'],
      ['patient-control-number-taken', 'n3'],
    ])
  })

  it('is no error of the visit that owns it', async () => {
    const changes = { external_id: 'MINE' }
    const { creation } = await sandbox.save('m1', { patient: 'PAT-M1', changes })
    const again = await sandbox.save('m1', {
      patient: 'PAT-M1',
      changes: { ...changes, 'patient.first_name': 'Ida' },
    })
    expect(again.creation).toMatchObject({
      id: creation!.id,
      status: 'successful',
      unresolved_updates: 1,
    })
    expect(again.errors).toEqual([])
  })
})
