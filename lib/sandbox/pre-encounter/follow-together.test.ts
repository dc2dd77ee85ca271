import { afterAll, describe, expect, test } from 'vitest'
import type { ClaimCreation } from '#lib/contract/claim-creations.ts'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import {
  type Appointment,
  type Page,
  openPreEncounterRecords,
  submittedElsewhere,
} from './pre-encounter-records.testing.ts'

const records = await openPreEncounterRecords()
const { adults } = records
afterAll(() => records.sandbox.close())

const secondLine = () => ({ service_lines: [{ ...records.line, procedure_code: 'G0442' }] })
const patch = (id: string, body: object) =>
  records.sandbox.send('PATCH', `/api/charge_captures/v1/${id}`, body)
const changePatient = (appointment: Appointment, changes: object) =>
  records.change({ patient_id: appointment.patient_id, changes })
const creationsOf = async (mrn: string) =>
  (
    (
      await records.sandbox.get('/api/charge_capture_claim_creation/v1', {
        patient_external_id: mrn,
      })
    ).json as Page<ClaimCreation>
  ).items
const bundledOf = async (mrn: string) =>
  (
    (await records.sandbox.get('/api/encounters/v4', { limit: 1000 })).json as Page<Encounter>
  ).items.filter((each) => each.claim_creation_id && each.patient.external_id === mrn)
const codesOf = (encounters: Encounter[]) =>
  encounters.map(({ claims }) => claims[0]!.service_lines.map((line) => line.procedure_code))

/** Two captures of one visit, in this order. */
async function visit(appointment: Appointment, header: object = {}, data: object = {}) {
  const first = await records.captured(appointment, data, header)
  return [first, await records.captured(appointment, { ...secondLine(), ...data }, header)] as const
}

describe('the captures of one visit follow a change of the records together', () => {
  test('and become one claim when the change completes them', async () => {
    const appointment = adults[0]!
    const { subscriber_primary } = (await records.captured(appointment, {}, { status: 'aborted' }))
      .charge_capture_data
    await changePatient(appointment, { subscriber_primary: null })
    const [first, second] = await visit(appointment)
    const creation = await records.creationOf(second)
    expect([creation.status, creation.id]).toEqual(['in-error', first.claim_creation_id])
    expect((await changePatient(appointment, { subscriber_primary })).json).toMatchObject({
      updated: { charge_captures: 3 },
    })
    expect(codesOf(await bundledOf(records.patientOf(appointment).mrn))).toEqual([
      ['G0439', 'G0442'],
    ])
    for (const { id } of [first, second]) {
      expect(await records.capture(id)).toMatchObject({
        claim_creation_id: first.claim_creation_id,
        updates: [],
      })
      expect((await patch(id, { originating_system: null })).json).toMatchObject({
        updates: [],
      })
    }
  })

  test('and a held visit keeps its claim creation under a new MRN', async () => {
    const appointment = adults[1]!
    const [first, second] = await visit(appointment, { status: 'planned' })
    await patch(first.id, { status: 'billable' })
    await patch(second.id, { ehr_source_url: 'https://ehr.example/2' })
    const { mrn } = records.patientOf(appointment)
    await changePatient(appointment, { mrn: 'MRN-HELD' })
    expect(codesOf(await bundledOf('MRN-HELD'))).toEqual([])
    const held = {
      id: first.claim_creation_id,
      status: 'held',
      characteristics: { patient_external_id: 'MRN-HELD' },
    }
    expect(await creationsOf('MRN-HELD')).toMatchObject([held])
    expect((await creationsOf(mrn)).filter((each) => each.id === first.claim_creation_id)).toEqual(
      [],
    )
    await patch(second.id, { status: 'billable' })
    expect(codesOf(await bundledOf('MRN-HELD'))).toEqual([['G0439', 'G0442']])
  })

  test('and no error is found between old and new values', async () => {
    const appointment = adults[2]!
    const [, second] = await visit(appointment, {}, { diagnoses: [] })
    const before = (await records.creationOf(second)).errors
    expect(before.length).toBeGreaterThan(0)
    await changePatient(appointment, { name: { family: 'Later' } })
    expect((await records.creationOf(second)).errors).toEqual(before)
  })
})

describe('a new MRN of a billed visit', () => {
  test('becomes the id of its claim creation, and the next save does not list it as a change', async () => {
    const appointment = adults[3]!
    const capture = await records.captured(appointment)
    await changePatient(appointment, { mrn: 'MRN-Z' })
    const saved = await patch(capture.id, { data: capture.charge_capture_data })
    expect(saved.json).toMatchObject({ patient_external_id: 'MRN-Z', updates: [] })
    const found = {
      id: capture.claim_creation_id,
      status: 'successful',
      characteristics: { patient_external_id: 'MRN-Z' },
      encounter_creation_input: { patient: { external_id: 'MRN-Z' } },
    }
    expect(await creationsOf('MRN-Z')).toMatchObject([found])
    expect((await patch(capture.id, { patient_external_id: 'MRN-OWN' })).json).toMatchObject({
      updates: [{ message: 'patient_external_id changed from MRN-Z to MRN-OWN' }],
    })
  })

  test.each(['first', 'last'])(
    'does not change the capture without records, which is %s of the bundle',
    async (place) => {
      const appointment = adults[place === 'first' ? 4 : 5]!
      const { mrn } = records.patientOf(appointment)
      const example = (await records.captured(appointment, secondLine(), { status: 'aborted' }))
        .charge_capture_data
      const { external_id: _none, ...data } = example
      const sendWhole = async () =>
        (
          await records.sandbox.send('POST', '/api/charge_captures/v1', {
            data,
            charge_external_id: `WHOLE-${place}`,
            patient_external_id: mrn,
            status: 'planned',
            ehr_source_url: 'https://ehr.example/2',
          })
        ).json as { id: string }
      const early = place === 'first' ? await sendWhole() : undefined
      const own = await records.captured(appointment, {}, { status: 'planned' })
      const whole = early ?? (await sendWhole())
      await patch(own.id, { status: 'billable' })
      await patch(whole.id, { status: 'billable' })
      expect((await records.creationOf(await records.capture(whole.id))).status).toBe('successful')
      const changed = `MRN-${place.toUpperCase()}`
      await changePatient(appointment, { mrn: changed })
      for (const [id, patient_external_id] of [
        [own.id, changed],
        [whole.id, mrn],
      ] as const) {
        const { charge_capture_data } = await records.capture(id)
        expect((await patch(id, { data: charge_capture_data })).json).toMatchObject({
          patient_external_id,
          updates: [],
        })
      }
    },
  )
})

describe('a NOT_BILLABLE visit that was submitted elsewhere', () => {
  const sent = {
    billable_status: 'NOT_BILLABLE',
    external_claim_submission: submittedElsewhere('PCN-NEVER'),
  }

  test('does not follow records as an encounter of the create endpoint', async () => {
    const appointment = adults[6]!
    const open = await records.made(appointment, { billable_status: 'NOT_BILLABLE' })
    const submitted = await records.made(appointment, sent)
    expect((await changePatient(appointment, { name: { family: 'Later' } })).json).toMatchObject({
      updated: { encounters: 1 },
    })
    expect((await records.read(open.encounter_id)).patient.last_name).toBe('Later')
    expect(await records.read(submitted.encounter_id)).toEqual(submitted)
  })

  test('does not follow records as captures, even if only one capture names the submission', async () => {
    const appointment = adults[7]!
    const header = { status: 'planned' }
    const captures = [
      await records.captured(
        appointment,
        { ...sent, external_claim_submission: submittedElsewhere('PCN-NEVER-2') },
        header,
      ),
      await records.captured(
        appointment,
        { ...secondLine(), billable_status: 'NOT_BILLABLE' },
        header,
      ),
    ]
    for (const { id } of captures) await patch(id, { status: 'billable' })
    const before = await records.capture(captures[1]!.id)
    const creation = await records.creationOf(before)
    expect(creation.status).toBe('successful')
    expect((await changePatient(appointment, { name: { family: 'Later' } })).json).toMatchObject({
      updated: { charge_captures: 0, encounters: 0 },
    })
    const saved = await patch(before.id, { data: before.charge_capture_data })
    expect(saved.json).toMatchObject({
      updates: [],
      charge_capture_data: before.charge_capture_data,
    })
  })
})
