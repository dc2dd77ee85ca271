import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  chargeCaptureUpdates,
  claimCreationErrors,
  claimCreations,
} from '#lib/sandbox/db/schema.ts'
import { openBundlingDb } from './testdata/bundling-db.ts'
import { otherLines } from './testdata/bundled.ts'

let sandbox: Awaited<ReturnType<typeof openBundlingDb>>
beforeAll(async () => {
  sandbox = await openBundlingDb()
})
afterAll(() => sandbox.close())

const wrongNpi = { 'rendering_provider.npi': '1234567890' }

describe('before billing', () => {
  it('a corrected capture makes its claim creation successful', async () => {
    const first = await sandbox.save('a1', { patient: 'PAT-A', changes: wrongNpi })
    expect(first.creation).toMatchObject({
      status: 'in-error',
      created_encounter_id: '',
      claim_id: '',
    })
    expect(first.errors).toMatchObject([
      { charge_capture_id: 'a1', cause: 'npi-check-digit', resolved: false },
    ])
    const fixed = await sandbox.save('a1', { patient: 'PAT-A' })
    expect(fixed.creation).toMatchObject({
      id: first.creation!.id,
      status: 'successful',
      claim_status: 'biller_received',
    })
    expect(fixed.creation!.created_encounter_id).not.toBe('')
    expect(fixed.errors).toMatchObject([
      { id: first.errors[0]!.id, resolved: true, resolved_by: null },
    ])
    expect(fixed.capture.claim_status).toBe('biller_received')
    const [encounter] = await sandbox.encounterOf(fixed.creation!.id)
    expect(encounter).toMatchObject({
      id: fixed.creation!.created_encounter_id,
      input: fixed.capture.data,
      parts: null,
    })
    expect(fixed.creation!.encounter_creation_input).toBe(fixed.capture.data)
  })

  it('a service of a day that has begun somewhere on Earth is not in the future', async () => {
    // At noon UTC it is 2 a.m. of the next day in Kiritimati.
    for (const [date, isFuture] of [
      ['2026-11-21', false],
      ['2026-11-22', true],
    ] as const) {
      const { errors } = await sandbox.save(`day-${date}`, {
        patient: `PAT-${date}`,
        changes: { date_of_service: date, 'service_lines.0.date_of_service': date },
      })
      expect(errors.some(({ cause }) => cause === 'date-future')).toBe(isFuture)
    }
  })

  it('an error that is found again keeps its id, and stays resolved while its message does not change', async () => {
    const broken = {
      patient: 'PAT-B',
      changes: { ...wrongNpi, 'service_lines.0.charge_amount_cents': -5 },
    }
    const { errors } = await sandbox.save('b1', broken)
    expect(errors.map((error) => error.cause)).toEqual(['npi-check-digit', 'charge-negative'])
    await sandbox.db
      .update(claimCreationErrors)
      .set({ resolved: true, resolved_by: 'someone' })
      .where(eq(claimCreationErrors.id, errors[0]!.id))
    const again = await sandbox.save('b1', {
      patient: 'PAT-B',
      changes: { ...wrongNpi, 'billing_provider.tax_id': '1' },
    })
    expect(again.errors.filter((error) => !error.is_cleared)).toMatchObject([
      { id: errors[0]!.id, resolved: true, resolved_by: 'someone' },
      { cause: 'tax-id-shape', resolved: false },
    ])
    const other = await sandbox.save('b1', {
      patient: 'PAT-B',
      changes: { 'rendering_provider.npi': '1234567891' },
    })
    expect(other.errors.filter((error) => !error.is_cleared)).toMatchObject([
      { id: errors[0]!.id, resolved: false, resolved_by: null },
    ])
  })

  it('an error that is no longer found keeps its resolver; if it is found again, it is a new error', async () => {
    const broken = {
      patient: 'PAT-F',
      changes: { ...wrongNpi, 'service_lines.0.charge_amount_cents': -5 },
    }
    const [npi] = (await sandbox.save('f1', broken)).errors
    await sandbox.save('f1', {
      patient: 'PAT-F',
      changes: { 'service_lines.0.charge_amount_cents': -5 },
    })
    await sandbox.db
      .update(claimCreationErrors)
      .set({ resolved_by: 'someone' })
      .where(eq(claimCreationErrors.id, npi!.id))
    const { errors } = await sandbox.save('f1', broken)
    expect(
      errors.map(({ id, cause, resolved, resolved_by }) => [
        id === npi!.id,
        cause,
        resolved,
        resolved_by,
      ]),
    ).toEqual([
      [true, 'npi-check-digit', true, 'someone'],
      [false, 'charge-negative', false, null],
      [false, 'npi-check-digit', false, null],
    ])
  })

  it('a manually resolved error stays while its capture is held', async () => {
    const broken = { patient: 'PAT-H', changes: wrongNpi }
    const [npi] = (await sandbox.save('h1', broken)).errors
    await sandbox.db
      .update(claimCreationErrors)
      .set({ resolved: true, resolved_by: 'someone', resolution_reason: 'why' })
      .where(eq(claimCreationErrors.id, npi!.id))
    const kept = [
      {
        id: npi!.id,
        resolved: true,
        resolved_by: 'someone',
        resolution_reason: 'why',
        is_cleared: false,
      },
    ]
    const held = await sandbox.save('h1', { ...broken, status: 'planned' })
    expect([held.creation!.status, held.errors]).toMatchObject(['held', kept])
    expect((await sandbox.save('h1', broken)).errors).toMatchObject(kept)
  })

  it('captures of one group share a claim creation, and a planned capture holds it', async () => {
    const first = await sandbox.save('c1', { patient: 'PAT-C', status: 'planned' })
    expect(first.creation!.status).toBe('held')
    const second = await sandbox.save('c2', { patient: 'PAT-C', changes: otherLines('T1015', [1]) })
    expect(second.creation).toMatchObject({
      id: first.creation!.id,
      status: 'held',
      encounter_creation_input: null,
    })
    const done = await sandbox.save('c1', { patient: 'PAT-C' })
    expect(done.creation!.status).toBe('successful')
    expect(JSON.parse(done.creation!.encounter_creation_input!).service_lines).toHaveLength(3)
    expect(done.creation!.facets).toEqual(
      expect.arrayContaining(['charge:CHG-c1', 'charge:CHG-c2', 'status:billable']),
    )
  })

  it('a claim creation without billable captures is aborted, and continues when one is billable again', async () => {
    const { creation } = await sandbox.save('d1', { patient: 'PAT-D', changes: wrongNpi })
    const dropped = await sandbox.save('d1', { patient: 'PAT-D', status: 'aborted' })
    expect(dropped.creation).toMatchObject({ id: creation!.id, status: 'aborted' })
    expect(dropped.errors).toEqual([])
    expect((await sandbox.save('d1', { patient: 'PAT-D' })).creation).toMatchObject({
      id: creation!.id,
      status: 'successful',
    })
  })

  it('a capture that is created as not billable, or planned without a complete group, has no claim creation', async () => {
    expect(
      (await sandbox.save('e1', { patient: 'PAT-E', status: 'not-billable' })).creation,
    ).toBeUndefined()
    expect(
      (
        await sandbox.save('e2', {
          patient: 'PAT-E',
          status: 'planned',
          changes: { service_facility: null },
        })
      ).creation,
    ).toBeUndefined()
    const lone = await sandbox.save('e2', { patient: 'PAT-E', changes: { service_facility: null } })
    expect(lone.creation!.status).toBe('not-started')
    expect(JSON.parse(lone.creation!.characteristics)).not.toHaveProperty('service_facility.npi')
    expect((await sandbox.save('e2', { patient: 'PAT-E' })).creation).toMatchObject({
      id: lone.creation!.id,
      status: 'successful',
    })
  })

  it('a waiting capture has no claim creation until its category changes, and then stays in it', async () => {
    const category = 'awaiting-bundling'
    expect((await sandbox.save('w1', { patient: 'PAT-W', category })).creation).toBeUndefined()
    const { creation } = await sandbox.save('w1', { patient: 'PAT-W', changes: wrongNpi })
    expect(creation!.status).toBe('in-error')
    expect(
      (await sandbox.save('w1', { patient: 'PAT-W', changes: wrongNpi, category })).creation!.id,
    ).toBe(creation!.id)
  })

  it('a claim creation follows its only capture to another group, but not one of several', async () => {
    const { creation } = await sandbox.save('f1', {
      patient: 'PAT-F',
      changes: { 'billing_provider.npi': '1234567893' },
    })
    expect(creation!.status).toBe('in-error')
    const moved = await sandbox.save('f1', { patient: 'PAT-F', changes: wrongNpi })
    expect(moved.creation).toMatchObject({ id: creation!.id, billing_provider_npi: '1999999984' })
    await sandbox.save('f2', {
      patient: 'PAT-F',
      changes: { ...wrongNpi, ...otherLines('T1015', [1]) },
    })
    const left = await sandbox.save('f2', { patient: 'PAT-G', changes: otherLines('T1015', [1]) })
    expect(left.creation!.id).not.toBe(creation!.id)
    expect(left.creation!.status).toBe('successful')
    expect((await sandbox.creationOf('f1')).creation!.facets).not.toContain('charge:CHG-f2')
  })

  it('a dry run has a preview and no encounter', async () => {
    const { creation } = await sandbox.save('h1', { patient: 'PAT-H', category: 'dry-run' })
    expect(creation).toMatchObject({ status: 'successful-dry-run', created_encounter_id: '' })
    expect(creation!.most_recent_claim_preview_id).toBeTruthy()
    expect((await sandbox.save('h1', { patient: 'PAT-H' })).creation).toMatchObject({
      id: creation!.id,
      status: 'successful',
      most_recent_claim_preview_id: null,
    })
  })
})

describe('after billing', () => {
  const amount = (cents: number) => ({ 'service_lines.0.charge_amount_cents': cents })

  it('each change adds an entry, also a change back, and earlier entries do not change', async () => {
    const { creation } = await sandbox.save('u1', { patient: 'PAT-U' })
    const first = await sandbox.save('u1', { patient: 'PAT-U', changes: amount(13_000) })
    expect(first.updates).toMatchObject([
      {
        message: 'service_lines.0.charge_amount_cents changed from 12500 to 13000',
        resolved: false,
      },
    ])
    expect(first.creation).toMatchObject({
      id: creation!.id,
      status: 'successful',
      updates: 1,
      unresolved_updates: 1,
      encounter_creation_input: creation!.encounter_creation_input,
    })
    const second = await sandbox.save('u1', {
      patient: 'PAT-U',
      status: 'entered-in-error',
      changes: amount(14_000),
    })
    const back = await sandbox.save('u1', { patient: 'PAT-U' })
    const again = await sandbox.save('u1', { patient: 'PAT-U' })
    expect(again.updates.map(({ message, resolved }) => [message, resolved])).toEqual([
      ['service_lines.0.charge_amount_cents changed from 12500 to 13000', false],
      [
        'status changed from billable to entered-in-error; service_lines.0.charge_amount_cents changed from 13000 to 14000',
        false,
      ],
      [
        'status changed from entered-in-error to billable; service_lines.0.charge_amount_cents changed from 14000 to 12500',
        false,
      ],
    ])
    expect(second.updates).toEqual(back.updates.slice(0, 2))
    // A save of the same values adds no entry.
    expect(back.updates).toEqual(again.updates)
    expect(again.creation).toMatchObject({ updates: 3, unresolved_updates: 3 })
  })

  it('a resolved entry stays resolved, and the next change adds another', async () => {
    await sandbox.save('v1', { patient: 'PAT-V' })
    const { updates } = await sandbox.save('v1', { patient: 'PAT-V', changes: amount(13_000) })
    await sandbox.db
      .update(chargeCaptureUpdates)
      .set({ resolved: true })
      .where(eq(chargeCaptureUpdates.id, updates[0]!.id))
    const more = await sandbox.save('v1', {
      patient: 'PAT-V',
      changes: { ...amount(13_000), place_of_service_code: '22' },
    })
    expect(more.updates.map((update) => update.resolved)).toEqual([true, false])
    expect(more.creation).toMatchObject({ updates: 2, unresolved_updates: 1 })
  })

  it('a capture that is left out of a billed claim gets entries while it stays left out', async () => {
    await sandbox.save('k1', { patient: 'PAT-K', changes: wrongNpi })
    await sandbox.save('k2', { patient: 'PAT-K', changes: otherLines('T1015', [1]) })
    await sandbox.save('k2', {
      patient: 'PAT-K',
      status: 'aborted',
      changes: otherLines('T1015', [1]),
    })
    const billed = await sandbox.save('k1', { patient: 'PAT-K' })
    expect(billed.updates).toEqual([])
    const out = await sandbox.save('k2', {
      patient: 'PAT-K',
      status: 'aborted',
      changes: otherLines('T1015', [0]),
    })
    expect(out.creation!.id).toBe(billed.creation!.id)
    expect(out.updates).toMatchObject([{ resolved: false }])
  })

  it('each of several captures has its own entries', async () => {
    await sandbox.save('w1', { patient: 'PAT-W', status: 'planned' })
    await sandbox.save('w2', { patient: 'PAT-W', changes: otherLines('T1015', [1]) })
    await sandbox.save('w1', { patient: 'PAT-W' })
    const changed = await sandbox.save('w2', {
      patient: 'PAT-W',
      changes: otherLines('T1015', [0]),
    })
    expect(changed.updates).toMatchObject([
      { message: 'service_lines.0.diagnosis_pointers.0 changed from 1 to 0' },
    ])
    expect((await sandbox.creationOf('w1')).updates).toEqual([])
  })

  it('a billed capture keeps its claim creation when its group changes; a late capture opens another', async () => {
    const { creation } = await sandbox.save('x1', { patient: 'PAT-X' })
    const moved = await sandbox.save('x1', { patient: 'PAT-Y' })
    expect(moved.creation!.id).toBe(creation!.id)
    expect(moved.updates[0]!.message).toContain('patient_external_id changed from PAT-X to PAT-Y')
    const late = await sandbox.save('x2', { patient: 'PAT-X', changes: otherLines('T1015', [1]) })
    expect(late.creation!.id).not.toBe(creation!.id)
    expect(late.creation!.status).toBe('successful')
  })

  it('a capture that was left out of a billed claim is billed separately when it becomes billable', async () => {
    const { creation } = await sandbox.save('y1', { patient: 'PAT-Z', changes: wrongNpi })
    await sandbox.save('y2', { patient: 'PAT-Z', changes: otherLines('T1015', [1]) })
    await sandbox.save('y2', {
      patient: 'PAT-Z',
      status: 'aborted',
      changes: otherLines('T1015', [1]),
    })
    await sandbox.save('y1', { patient: 'PAT-Z' })
    const back = await sandbox.save('y2', { patient: 'PAT-Z', changes: otherLines('T1015', [1]) })
    expect(back.creation).toMatchObject({ status: 'successful' })
    expect(back.creation!.id).not.toBe(creation!.id)
    expect(back.updates).toEqual([])
  })
})

it('saving again changes nothing', async () => {
  const before = await sandbox.save('z1', { patient: 'PAT-1', changes: { diagnoses: [] } })
  const after = await sandbox.save('z1', { patient: 'PAT-1', changes: { diagnoses: [] } })
  expect(after).toEqual(before)
  const open = await sandbox.db
    .select()
    .from(claimCreations)
    .where(eq(claimCreations.patient_external_id, 'PAT-1'))
  expect(open).toHaveLength(1)
})
