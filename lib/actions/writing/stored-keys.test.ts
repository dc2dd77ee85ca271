import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { createCapture } from '#lib/actions/charge-captures/create-capture.ts'
import { changeRoster } from '#lib/actions/contracts/change-roster.ts'
import { createContract } from '#lib/actions/contracts/create-contract.ts'
import { deleteContract, saveContract } from '#lib/actions/contracts/save-contract.ts'
import { createFacility, saveFacility } from '#lib/actions/contracts/save-facility.ts'
import { createEncounter } from '#lib/actions/encounters/create-encounter.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { createSpan } from '#lib/actions/spans/create-span.ts'
import { deleteSpan, saveSpan } from '#lib/actions/spans/save-span.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { writeOperations } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { operations } from '#lib/contract/operations.ts'
import { canonicalText, type Json } from '#lib/core/json.ts'
import { publishedInputs } from '#lib/partner/published-inputs.testing.ts'
import { connectionTo, sendJson, startTestPartner } from '#lib/partner/test-partner.ts'

// The journal keeps the key of each record and the hash of each request. A change of either makes a
// write that is under way during an upgrade "OperationReused", and forgets who changed a record.

const payer_uuid = '00000000-0000-4000-8000-0000000000aa'
const contracting_provider_id = '00000000-0000-4000-8000-0000000000bb'
const service_facility_id = '00000000-0000-4000-8000-0000000000cc'
const loaded: Record<string, Json> = {
  capture: { id: 'c1', status: 'planned', charge_capture_data: { referral_number: '1.0' } },
  contract: {
    contract_id: 'k1',
    type: 'institutional',
    effective_date: '2026-01-01',
    regions: { type: 'national' },
    contract_service_facilities: [
      { contract_service_facility_id: 'f1', service_facility_id: 's1', provider_ids: ['p2', 'p1'] },
    ],
  },
  span: {
    facility_credentialing_span_id: 'x1',
    contracting_provider: { organization_provider_id: contracting_provider_id },
    payer: { payer_uuid },
    service_facility: { organization_service_facility_id: service_facility_id },
    start_date: '2026-01-01',
    end_date: null,
    submitted_date: null,
    payer_loaded_date: null,
    is_enabled: true,
  },
}
let partner: Awaited<ReturnType<typeof startTestPartner>>
let context: ActionContext

beforeAll(async () => {
  await startTestConsole()
  // It shows the records above, has no others, and refuses every write.
  partner = await startTestPartner((response, { method, url }) => {
    const record = /charge_captures/.test(url)
      ? loaded.capture
      : /contracts\/v3\/k1/.test(url)
        ? loaded.contract
        : /facility\/x1/.test(url)
          ? loaded.span
          : undefined
    if (method === 'GET')
      return record ? sendJson(response, 200, record) : sendJson(response, 404, {})
    return sendJson(response, 422, {
      errorName: 'UnprocessableEntityError',
      content: { message: 'No.' },
    })
  })
  context = {
    account: { id: 'a1', name: 'Ada', email: 'a@x.example', role: 'admin', isDemo: false },
    connection: connectionTo(partner.url),
  }
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})

const text = (value: unknown) => JSON.stringify(value)
const past = { reason: 'As asked.', findings: [] }
const { body: capture } = publishedInputs.createChargeCapture
const { body: encounter } = publishedInputs.createEncounterFromPreEncounter
const contractV2 = { ...publishedInputs.createContractV2.body, contracting_provider_id, payer_uuid }
const newSpan = {
  contracting_provider_id,
  payer_uuid,
  service_facility_id,
  start_date: '2026-01-01',
  submitted_date: null,
  payer_loaded_date: null,
}
const spanTerms = {
  contracting_provider_id,
  payer_uuid,
  start_date: '2026-01-01',
  end_date: null,
  submitted_date: null,
  payer_loaded_date: null,
}

type Row = {
  title: string
  write: (operation_id: string) => Promise<unknown>
  operation: string
  record: () => Promise<string>
  request: (operation_id: string) => Promise<unknown>
}
const as =
  <T>(value: T) =>
  async () =>
    value

const rows: Row[] = [
  {
    title: 'a capture that is saved',
    write: (operation_id) =>
      saveCapture(
        {
          id: 'c1',
          operation_id,
          base: text(loaded.capture),
          body: text({ status: 'billable' }),
          past,
        },
        context,
      ),
    operation: 'updateChargeCapture',
    record: as('c1'),
    request: async (operation_id) => ({
      id: 'c1',
      operation_id,
      body: { status: 'billable' },
      base: await keyedHash(canonicalText({ status: 'planned', data: { referral_number: '1.0' } })),
      past,
    }),
  },
  {
    title: 'a capture that is created',
    write: (operation_id) =>
      createCapture(operations.createChargeCapture)(
        { operation_id, body: text(capture), past },
        context,
      ),
    operation: 'createChargeCapture',
    record: async () => `new/${await keyedHash(capture.charge_external_id)}`,
    request: as(capture),
  },
  {
    title: 'an encounter that is created',
    write: (operation_id) => createEncounter({ operation_id, body: text(encounter) }, context),
    operation: 'createEncounterFromPreEncounter',
    record: async () => `new-encounter/${await keyedHash(encounter.external_id)}`,
    request: as(encounter),
  },
  {
    title: 'a contract that is saved',
    write: (operation_id) =>
      saveContract(3)(
        {
          id: 'k1',
          operation_id,
          base: text(loaded.contract),
          wanted: text({ effective_date: '2026-02-01', regions: { type: 'national' } }),
        },
        context,
      ),
    operation: 'updateContractV3',
    record: as('k1'),
    request: as({
      base: { effective_date: '2026-01-01', regions: { type: 'national' } },
      wanted: { effective_date: '2026-02-01', regions: { type: 'national' } },
      choices: [],
      seen: null,
    }),
  },
  {
    title: 'a contract that is created',
    write: (operation_id) =>
      createContract(operations.createContractV2)(
        { operation_id, body: text(contractV2) },
        context,
      ),
    operation: 'createContractV2',
    record: async () =>
      `new-contract/${await keyedHash(`${contracting_provider_id}/${payer_uuid}`)}`,
    request: as(contractV2),
  },
  {
    title: 'a contract that is deleted',
    write: (operation_id) => deleteContract(3)({ operation_id, id: 'k1' }, context),
    operation: 'deleteContractV3',
    record: as('k1'),
    request: as({ id: 'k1' }),
  },
  {
    title: 'a facility that is saved',
    write: (operation_id) =>
      saveFacility(
        {
          operation_id,
          contract_id: 'k1',
          contract_service_facility_id: 'f1',
          add: ['p3'],
          remove: [],
        },
        context,
      ),
    operation: 'updateContractServiceFacility',
    record: as('contract-facilities/k1'),
    request: as({
      contract_id: 'k1',
      contract_service_facility_id: 'f1',
      add: ['p3'],
      remove: [],
      place: null,
    }),
  },
  {
    title: 'a facility that is added',
    write: (operation_id) =>
      createFacility(
        { operation_id, contract_id: 'k1', service_facility_id: 's2', provider_ids: ['p1'] },
        context,
      ),
    operation: 'createContractServiceFacility',
    record: as('contract-facilities/k1'),
    request: as({ contract_id: 'k1', service_facility_id: 's2', provider_ids: ['p1'] }),
  },
  {
    title: 'a batch of a roster',
    write: (operation_id) =>
      changeRoster('addContractProviders')(
        { operation_id, id: 'k1', rendering_provider_ids: ['p1'] },
        context,
      ),
    operation: 'addContractProviders',
    record: as('contract/k1/roster'),
    request: as({ kind: 'addContractProviders', id: 'k1', rendering_provider_ids: ['p1'] }),
  },
  {
    title: 'a span that is saved',
    write: (operation_id) =>
      saveSpan('facility')(
        {
          id: 'x1',
          operation_id,
          base: text(loaded.span),
          wanted: text({ ...spanTerms, submitted_date: '2026-01-02' }),
        },
        context,
      ),
    operation: 'updateFacilityCredentialingSpan',
    record: as('x1'),
    request: as({
      base: spanTerms,
      wanted: { ...spanTerms, submitted_date: '2026-01-02' },
      choices: [],
      seen: null,
    }),
  },
  {
    title: 'a span that is created, without the person’s word about an earlier send',
    write: (operation_id) =>
      createSpan('facility')(
        { operation_id, body: text(newSpan), answer: { kind: 'not-made', seen: [] } },
        context,
      ),
    operation: 'createFacilityCredentialingSpan',
    record: async () =>
      `new-facility-span/${await keyedHash([contracting_provider_id, payer_uuid, service_facility_id].join('/'))}`,
    request: as(newSpan),
  },
  {
    title: 'a span that is deleted',
    write: (operation_id) => deleteSpan('facility')({ operation_id, id: 'x1' }, context),
    operation: 'deleteFacilityCredentialingSpan',
    record: as('x1'),
    request: as({ id: 'x1' }),
  },
]

test.each(rows)('the journal knows $title by the keys of earlier builds', async (row) => {
  const id = randomUUID()
  await row.write(id)
  const db = await consoleDb()
  const [entry] = await db.select().from(writeOperations).where(eq(writeOperations.operationId, id))
  expect(entry).toMatchObject({
    operation: row.operation,
    record: await row.record(),
    stage: 'settled',
  })
  // Through text, as the database and the browser give it: what is undefined is left out.
  const request = JSON.parse(text(await row.request(id))) as Json
  expect(entry!.requestHash).toBe(await keyedHash(canonicalText(request)))
})
