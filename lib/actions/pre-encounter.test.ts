import { beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import { operations } from '#lib/contract/operations.ts'
import type { PreEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import { createCapture } from './charge-captures/create-capture.ts'
import { readRecords, searchAppointments, searchPatients } from './finding/find-pre-encounter.ts'
import { lookUp } from './finding/look-up.ts'
import { noteOverwritten, preEncounterOrigin } from './charge-captures/pre-encounter-origin.ts'
import { readCaptureWithClaimCreation } from './charge-captures/read-charge-capture.ts'
import type { ActionContext } from './run-action.ts'
import { readParty } from './spans/read-party.ts'
import { startWorld } from './world.testing.ts'

const world = startWorld()
let context: ActionContext
let patient: PreEncounterPatient

beforeAll(async () => {
  context = world.as.biller
  const [first] = await world.all<{ patient: PreEncounterPatient }>('/lists/v1/patient')
  patient = first!.patient
})

test('a patient is found by last name, full name in any order, MRN, birth date and id', async () => {
  const [given, family] = [patient.name.given[0]!, patient.name.family]
  for (const text of [
    family.toLowerCase(),
    `${given} ${family}`,
    `${family}, ${given}`,
    patient.mrn,
    patient.birth_date,
    patient.id,
  ]) {
    const found = await searchPatients({ text }, context)
    expect(found.ok && found.value.items.map(({ id }) => id), text).toContain(patient.id)
  }
  expect(await searchPatients({ text: `${family} Nobodyelse` }, context)).toEqual({
    ok: true,
    value: { is_available: true, items: [] },
  })
})

test('the audit has who saw whom, and only one line of each patient is returned', async () => {
  const found = await searchPatients({ text: patient.mrn }, context)
  expect(found.ok && Object.keys(found.value.items[0]!).toSorted()).toEqual([
    'address',
    'birth_date',
    'id',
    'mrn',
    'name',
    'sorted_name',
  ])
  const [written] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1)
  expect(written).toMatchObject({
    operation: 'listPatients',
    stage: 'read',
    outcome: 'ok',
    recordIds: expect.arrayContaining([patient.id]),
  })
})

test('only the patient’s appointments are found, and a missing one is named', async () => {
  const listed = await searchAppointments({ patient_id: patient.id }, context)
  expect(listed.ok && listed.value.items.every((line) => line.patient_id === patient.id)).toBe(true)
  const id = listed.ok ? listed.value.items[0]!.id : ''
  const missing = randomUUID()
  const read = await readRecords(
    { patient_id: patient.id, appointment_ids: [id, missing] },
    context,
  )
  expect(read).toMatchObject({
    ok: true,
    value: { patient: { id: patient.id }, appointments: [{ id }], missing: [missing] },
  })
  expect(
    await readRecords({ patient_id: randomUUID(), appointment_ids: [] }, context),
  ).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
})

test('a key that cannot read the lists differs from an empty list', async () => {
  const { listOrganizationProviders, listPayers } = operations
  const looks = {
    '/lists/v1/patient': () => searchPatients({ text: 'moss' }, context),
    '/lists/v1/appointment': () => searchAppointments({ patient_id: patient.id }, context),
    '/api/organization-providers/v3': () => lookUp(listOrganizationProviders)({}, context),
    '/api/payers/v3': () => lookUp(listPayers)({}, context),
    '/api/organization-providers/v3/*': () =>
      readParty({ kind: 'provider', id: randomUUID() }, context),
  }
  for (const [path, look] of Object.entries(looks)) {
    await world.fault({
      method: 'GET',
      path,
      kind: 'status',
      status: 403,
      errorName: 'UnauthorizedError',
      content: { message: 'no' },
    })
    expect(await look(), path).toEqual({ ok: true, value: { is_available: false, items: [] } })
  }
})

test('a capture that this console created from records is known as such, also after a lost answer', async () => {
  const body = {
    data: {},
    charge_external_id: `PRE-${randomUUID()}`,
    pre_encounter_patient_id: patient.id,
    pre_encounter_appointment_ids: [],
    status: 'planned',
  }
  await world.fault({
    method: 'POST',
    path: '/api/charge_captures/v1/create-from-pre-encounter',
    kind: 'reset-after',
  })
  const made = await createCapture(chargeCaptureOperations.createChargeCaptureFromPreEncounter)(
    { operation_id: randomUUID(), body: JSON.stringify(body) },
    context,
  )
  const id = made.ok && made.value.kind === 'created' ? made.value.id : ''
  expect(await readCaptureWithClaimCreation({ id }, context)).toMatchObject({
    ok: true,
    value: { pre_encounter: { source: 'made', patient_id: patient.id, appointment_ids: [] } },
  })
  // A conclusion never takes the place of the fact.
  await noteOverwritten(context.connection, id, ['data.patient.last_name'])
  expect(await preEncounterOrigin(context.connection, { id })).toMatchObject({ source: 'made' })
})

test('only members that records fill let us infer that a capture follows records', async () => {
  const id = randomUUID()
  await noteOverwritten(context.connection, id, [
    'data.service_lines.0.quantity',
    'data.patient_authorized_release',
    'status',
  ])
  expect(await preEncounterOrigin(context.connection, { id })).toBeNull()
  await noteOverwritten(context.connection, id, ['data.guarantor.last_name'])
  expect(await preEncounterOrigin(context.connection, { id })).toEqual({
    source: 'seen',
    patient_id: null,
    appointment_ids: [],
  })
  expect(await preEncounterOrigin({ ...context.connection, id: 'another' }, { id })).toBeNull()
})

test('a capture that names its records follows them', async () => {
  const capture = {
    id: randomUUID(),
    pre_encounter_patient_id: 'p1',
    pre_encounter_appointment_ids: ['a1', 2],
  }
  expect(await preEncounterOrigin(context.connection, capture)).toEqual({
    source: 'named',
    patient_id: 'p1',
    appointment_ids: ['a1'],
  })
})
