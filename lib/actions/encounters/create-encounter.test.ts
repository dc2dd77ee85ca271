import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { CandidApiClient } from 'candidhealth'
import { setClock } from '#lib/console/clock.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { connectionTo } from '#lib/partner/test-partner.ts'
import { foreignPlanGroupId } from '#lib/sandbox/encounters/check-encounter-request.ts'
import { startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { createEncounter } from './create-encounter.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

const path = '/api/encounters/v4/create-from-pre-encounter'
const nowhere = '00000000-0000-4000-8000-000000000000'
type Appointment = { id: string; patient_id: string }
let sandbox: TestSandbox
let appointments: Appointment[]
let providers: { billing: JsonObject; rendering: JsonObject }
let later = 0

beforeAll(async () => {
  await startTestConsole()
  sandbox = await startTestSandbox({ captures: 20 })
  const items = async (from: string, query: object = {}) =>
    (await sandbox.get(from, query as never)).json['items'] as JsonObject[]
  appointments = (await items('/lists/v1/appointment', { limit: 50 })).map(
    (item) => item.appointment as unknown as Appointment,
  )
  const [billing] = await items('/api/organization-providers/v3', { is_billing: true })
  const [rendering] = await items('/api/organization-providers/v3', { is_rendering: true })
  providers = { billing: billing!, rendering: rendering! }
})
afterAll(async () => {
  await stopTestConsole()
  await sandbox.close()
})

function biller(key = 'sandbox-full'): ActionContext {
  return {
    account: { id: 'a1', name: 'Bill', email: 'b@x.example', role: 'biller', isDemo: false },
    connection: { ...connectionTo(sandbox.url), openKey: async () => new Secret(key) },
  }
}

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

async function fault(kind: string, more: object = {}): Promise<void> {
  await sandbox.send('DELETE', '/_sandbox/faults')
  await sandbox.send('POST', '/_sandbox/faults', { method: 'POST', path, kind, times: 1, ...more })
}

async function records(externalId: string): Promise<JsonObject[]> {
  return (await sandbox.get('/api/encounters/v4', { external_id: externalId })).json['items']
}

async function posts(): Promise<number> {
  const { requests } = (await sandbox.get('/_sandbox/requests')).json as {
    requests: { method: string; path: string }[]
  }
  return requests.filter((seen) => seen.method === 'POST' && seen.path === path).length
}

/**
 * Asks again as the browser does, until it is known; the clock moves instead of the test waiting.
 */
async function settle(input: { operation_id: string; body: string }, context: ActionContext) {
  for (let asked = 0; asked < 5; asked += 1) {
    const result = await createEncounter(input, context)
    if (!result.ok || result.value.kind !== 'checking') return result
    later += 2_000
    setClock(() => Date.now() + later)
  }
  throw new Error('it stays unknown')
}

test('an encounter is created once, and the published client reads back what was sent', async () => {
  const body = request()
  const [context, input] = [biller(), inputOf(body)]
  const first = await createEncounter(input, context)
  expect(first).toMatchObject({
    ok: true,
    value: { kind: 'created', external_id: body.external_id, is_found: false },
  })
  const sent = await posts()
  expect(await createEncounter(input, context)).toEqual(first)
  expect(await posts()).toBe(sent)
  const partner = new CandidApiClient({
    token: 'sandbox-full',
    environment: { candidApi: sandbox.url, preEncounter: sandbox.url },
  })
  const read = await partner.encounters.v4.get(
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
  expect(await createEncounter(inputOf(body), biller())).toMatchObject({
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
  const [context, input] = [biller(), inputOf(body)]
  expect(await createEncounter(input, context)).toEqual({ ok: true, value: { kind: 'checking' } })
  expect(await settle(input, context)).toMatchObject({ ok: true, value: { kind: 'created' } })
  expect(await posts()).toBe(before + 2)
  expect(await records(body.external_id)).toHaveLength(1)
  await fault('reset-before', { times: 5 })
  expect(await settle(inputOf(request()), biller())).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
  await sandbox.send('DELETE', '/_sandbox/faults')
})

test('another encounter with the same external id is shown, and never taken for the one that was sent', async () => {
  const body = request()
  await createEncounter(inputOf(body), biller())
  const [other] = await records(body.external_id)
  const theirs = {
    id: other!.encounter_id,
    date_of_service: other!.date_of_service,
    claim_status: 'biller_received',
  }
  expect(await createEncounter(inputOf(body), biller())).toMatchObject({
    ok: true,
    value: { kind: 'taken', may_be_own: false, encounter: theirs },
  })
  await fault('reset-before')
  const differs = { ...body, diagnoses: [{ code_type: 'ABK', code: 'I10' }] }
  expect(await createEncounter(inputOf(differs), biller())).toMatchObject({
    ok: true,
    value: { kind: 'taken', may_be_own: true, encounter: theirs },
  })
  expect(await records(body.external_id)).toHaveLength(1)
})

test('an id of another kind of record is refused at its field before anything is sent', async () => {
  const { items } = (await sandbox.get('/api/organization-service-facilities/v2', { limit: 1 }))
    .json as {
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
    biller(),
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
      biller(),
    ),
  ).toMatchObject({ ok: true })
})

test('every refusal keeps its name and names its field', async () => {
  const submission = {
    claim_created_at: '2026-10-01T00:00:00Z',
    patient_control_number: `PCN-${made}`,
    submission_records: [],
  }
  await createEncounter(inputOf(request({ external_claim_submission: submission })), biller())
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
    const result = await createEncounter(inputOf(request(wrong)), biller())
    expect(result, name).toMatchObject({
      ok: false,
      error: { name, issues: expect.arrayContaining([expect.objectContaining({ path: field })]) },
    })
  }
  // Of an unknown facility a partner may say 404, too.
  await fault('status', { status: 404, errorName: 'EntityNotFoundError', content: { id: nowhere } })
  expect(
    await createEncounter(inputOf(request({ service_facility_id: nowhere })), biller()),
  ).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', issues: [{ path: 'service_facility_id' }] },
  })
  const lost = appointments.at(-1)!
  await sandbox.send('POST', '/_sandbox/pre-encounter', {
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
  expect(await createEncounter(inputOf(request({}, lost)), biller())).toMatchObject({
    ok: false,
    error: {
      name: 'PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError',
      issues: [{ path: 'pre_encounter_patient_id' }],
    },
  })
  expect(await createEncounter(inputOf(request()), biller('sandbox-readonly'))).toMatchObject({
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
    expect(await createEncounter({ operation_id: randomUUID(), body }, biller())).toMatchObject({
      ok: false,
      error: { name: 'InvalidInput' },
    })
  }
  expect(await posts()).toBe(before)
})
