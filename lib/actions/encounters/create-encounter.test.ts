import { beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '#lib/core/json.ts'
import { foreignPlanGroupId } from '#lib/sandbox/encounters/check-encounter-request.ts'
import { createEncounter } from './create-encounter.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

const path = '/api/encounters/v4/create-from-pre-encounter'
const nowhere = '00000000-0000-4000-8000-000000000000'
type Appointment = { id: string; patient_id: string }
const world = startWorld({ captures: 20 })
let appointments: Appointment[]
let providers: { billing: JsonObject; rendering: JsonObject }

beforeAll(async () => {
  appointments = (await world.all<JsonObject>('/lists/v1/appointment')).map(
    (item) => item.appointment as unknown as Appointment,
  )
  const [billing] = await world.all<JsonObject>('/api/organization-providers/v3', {
    is_billing: true,
  })
  const [rendering] = await world.all<JsonObject>('/api/organization-providers/v3', {
    is_rendering: true,
  })
  providers = { billing: billing!, rendering: rendering! }
})

let made = 0
function request(change: object = {}, appointment = appointments[0]!) {
  const { billing, rendering } = providers
  const [office] = billing.addresses as { address: JsonObject }[]
  return {
    external_id: `T-ENC-${(made += 1)}`,
    pre_encounter_patient_id: appointment.patient_id,
    pre_encounter_appointment_ids: [appointment.id],
    rendering_provider: { npi: rendering.npi },
    billing_provider: { npi: billing.npi, tax_id: billing.tax_id, address: office!.address },
    place_of_service_code: '11',
    diagnoses: [{ code_type: 'ABK', code: 'Z00.00' }],
    service_lines: [
      {
        procedure_code: 'G0439',
        quantity: '1',
        units: 'UN',
        charge_amount_cents: 21_001,
        diagnosis_pointers: [0],
      },
    ],
    patient_authorized_release: true,
    benefits_assigned_to_provider: true,
    provider_accepts_assignment: true,
    billable_status: 'BILLABLE',
    ...change,
  }
}

const inputOf = (body: object) => ({ operation_id: randomUUID(), body: JSON.stringify(body) })

const fault = (kind: string, more: object = {}) =>
  world.fault({ method: 'POST', path, kind, ...more })
const posts = async () => (await world.sent('POST', path)).length

async function records(externalId: string): Promise<JsonObject[]> {
  return (await world.sandbox.get('/api/encounters/v4', { external_id: externalId })).json['items']
}

test('an encounter is created once, and the published client reads back what was sent', async () => {
  const body = request()
  const [context, input] = [world.over().biller, inputOf(body)]
  const first = await createEncounter(input, context)
  expect(first).toMatchObject({
    ok: true,
    value: { kind: 'created', external_id: body.external_id, is_found: false },
  })
  const sent = await posts()
  expect(await createEncounter(input, context)).toEqual(first)
  expect(await posts()).toBe(sent)
  const read = await world.published.encounters.v4.get(
    (first as { value: { id: string } }).value.id as never,
  )
  expect(read.ok && read.body).toMatchObject({
    externalId: body.external_id,
    claimCreationId: undefined,
    diagnoses: [{ codeType: 'ABK', code: 'Z00.00' }],
    claims: [
      {
        status: 'biller_received',
        serviceLines: [{ procedureCode: 'G0439', chargeAmountCents: 21_001 }],
      },
    ],
  })
})

test('after a lost answer the encounter is found by its external id, and nothing is sent again', async () => {
  const body = request()
  const before = await posts()
  await fault('reset-after')
  expect(await createEncounter(inputOf(body), world.over().biller)).toMatchObject({
    ok: true,
    value: { kind: 'created', is_found: true },
  })
  expect(await posts()).toBe(before + 1)
  expect(await records(body.external_id)).toHaveLength(1)
})

test('a request that never arrived is sent once more, after a look; one that never arrives at all stays unknown', async () => {
  const body = request()
  const before = await posts()
  await fault('reset-before')
  const [context, input] = [world.over().biller, inputOf(body)]
  expect(await createEncounter(input, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(await world.settle(() => createEncounter(input, context))).toMatchObject({
    ok: true,
    value: { kind: 'created' },
  })
  expect(await posts()).toBe(before + 2)
  expect(await records(body.external_id)).toHaveLength(1)
  await fault('reset-before', { times: 5 })
  const [lostContext, lost] = [world.over().biller, inputOf(request())]
  expect(await world.settle(() => createEncounter(lost, lostContext))).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
})

test('another encounter with the same external id is shown, and never taken for the one that was sent', async () => {
  const body = request()
  await createEncounter(inputOf(body), world.over().biller)
  const [other] = await records(body.external_id)
  const theirs = {
    id: other!.encounter_id,
    date_of_service: other!.date_of_service,
    claim_status: 'biller_received',
  }
  expect(await createEncounter(inputOf(body), world.over().biller)).toMatchObject({
    ok: true,
    value: { kind: 'taken', may_be_own: false, encounter: theirs },
  })
  await fault('reset-before')
  const differs = { ...body, diagnoses: [{ code_type: 'ABK', code: 'I10' }] }
  expect(await createEncounter(inputOf(differs), world.over().biller)).toMatchObject({
    ok: true,
    value: { kind: 'taken', may_be_own: true, encounter: theirs },
  })
  expect(await records(body.external_id)).toHaveLength(1)
})

test('an id of another kind of record is refused at its field before anything is sent', async () => {
  const { items } = (
    await world.sandbox.get('/api/organization-service-facilities/v2', { limit: 1 })
  ).json as {
    items: { organization_service_facility_id: string }[]
  }
  const [{ id: appointment, patient_id: patient }] = appointments as [Appointment]
  const before = await posts()
  const swapped = await createEncounter(
    inputOf(
      request({
        pre_encounter_patient_id: appointment,
        pre_encounter_appointment_ids: [patient],
        service_facility_id: providers.billing.organization_provider_id,
      }),
    ),
    world.over().biller,
  )
  expect(swapped).toMatchObject({
    ok: false,
    error: {
      issues: [
        { path: 'pre_encounter_patient_id' },
        { path: 'pre_encounter_appointment_ids' },
        {
          path: 'service_facility_id',
          message: 'This is the ID of a provider, not of a service facility.',
        },
      ],
    },
  })
  expect(JSON.stringify(swapped)).not.toContain(patient)
  expect(await posts()).toBe(before)
  expect(
    await createEncounter(
      inputOf(request({ service_facility_id: items[0]!.organization_service_facility_id })),
      world.over().biller,
    ),
  ).toMatchObject({ ok: true })
})

test('every refusal keeps its name and names its field', async () => {
  const submission = {
    claim_created_at: '2026-10-01T00:00:00Z',
    patient_control_number: `PCN-${made}`,
    submission_records: [],
  }
  await createEncounter(
    inputOf(request({ external_claim_submission: submission })),
    world.over().biller,
  )
  const foreign = appointments.find((each) => each.patient_id !== appointments[0]!.patient_id)!
  const cases: [object, string, string][] = [
    [
      { external_claim_submission: submission },
      'EncounterPatientControlNumberUniquenessError',
      'external_claim_submission.patient_control_number',
    ],
    [{ date_of_service: 'soon' }, 'HttpRequestValidationsError', 'date_of_service'],
    [
      {
        service_lines: [
          { procedure_code: 'G0439', quantity: '1', units: 'UN', diagnosis_pointers: [5] },
        ],
      },
      'HttpRequestValidationError',
      'service_lines.0.diagnosis_pointers',
    ],
    [{ pre_encounter_patient_id: nowhere }, 'EntityNotFoundError', 'pre_encounter_patient_id'],
    [
      { pre_encounter_appointment_ids: [foreign.id] },
      'EntityNotFoundError',
      'pre_encounter_appointment_ids',
    ],
    [{ service_facility_id: nowhere }, 'HttpRequestValidationsError', 'service_facility_id'],
  ]
  for (const [wrong, name, field] of cases) {
    const result = await createEncounter(inputOf(request(wrong)), world.over().biller)
    expect(result, name).toMatchObject({
      ok: false,
      error: { name, issues: expect.arrayContaining([expect.objectContaining({ path: field })]) },
    })
  }
  // Of an unknown facility a partner may say 404, too.
  await fault('status', { status: 404, errorName: 'EntityNotFoundError', content: { id: nowhere } })
  expect(
    await createEncounter(inputOf(request({ service_facility_id: nowhere })), world.over().biller),
  ).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', issues: [{ path: 'service_facility_id' }] },
  })
  const lost = appointments.at(-1)!
  await world.sandbox.send('POST', '/_sandbox/pre-encounter', {
    patient_id: lost.patient_id,
    changes: {
      subscriber_primary: {
        insurance_card: {
          member_id: 'M',
          payer_name: 'P',
          payer_id: 'CBM02',
          payer_plan_group_id: foreignPlanGroupId,
        },
      },
    },
  })
  expect(await createEncounter(inputOf(request({}, lost)), world.over().biller)).toMatchObject({
    ok: false,
    error: {
      name: 'PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError',
      issues: [{ path: 'pre_encounter_patient_id' }],
    },
  })
  expect(
    await createEncounter(inputOf(request()), world.over('sandbox-readonly').biller),
  ).toMatchObject({
    ok: false,
    error: { name: 'UnauthorizedError' },
  })
})

test('an input that is no valid request is never sent', async () => {
  const before = await posts()
  for (const body of [
    '[]',
    '{"external_id":"X"}',
    JSON.stringify({ ...request(), external_id: ' ' }),
  ]) {
    expect(
      await createEncounter({ operation_id: randomUUID(), body }, world.over().biller),
    ).toMatchObject({
      ok: false,
      error: { name: 'InvalidInput' },
    })
  }
  expect(await posts()).toBe(before)
})
