import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operation } from '#lib/contract/operation.ts'
import { type OperationId, operationIds, operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { askPublished } from '#lib/partner/published-calls.testing.ts'
import { publishedInputs } from '#lib/partner/published-inputs.testing.ts'
import { termsOf as contractTerms } from '#lib/rules/contract-edit/contract-terms.ts'
import { termsOf as spanTerms } from '#lib/rules/span-edit/span-terms.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { createCapture } from './charge-captures/create-capture.ts'
import { saveCapture } from './charge-captures/save-capture.ts'
import { createContract } from './contracts/create-contract.ts'
import { saveContract } from './contracts/save-contract.ts'
import { createEncounter } from './encounters/create-encounter.ts'
import type { ActionContext } from './run-action.ts'
import { createSpan } from './spans/create-span.ts'
import { saveSpan } from './spans/save-span.ts'
import { startWorld, type Sent } from './world.testing.ts'

// Writes whose body an action sends as text. What the sandbox was asked is given to the published
// client, and it must ask the same: nothing that the client does not know, no other spelling,
// nothing left out.

type Written = Pick<Sent, 'method' | 'path' | 'query' | 'body'>
const world = startWorld({ captures: 20 })
let ids: { billing: string; rendering: string[]; facility: string; payer: string }
let context: ActionContext

beforeAll(async () => {
  const list = async (path: string, member: string, query: object = {}) =>
    (await world.all<JsonObject>(path, query)).map((item) => String(item[member]))
  const providers = (query: object) =>
    list('/api/organization-providers/v3', 'organization_provider_id', query)
  ids = {
    billing: (await providers({ is_billing: true }))[0]!,
    rendering: await providers({ is_rendering: true }),
    facility: (
      await list('/api/organization-service-facilities/v2', 'organization_service_facility_id')
    )[0]!,
    payer: (await list('/api/payers/v3', 'payer_uuid'))[0]!,
  }
  context = world.over().admin
})
const writesOf = async (): Promise<Written[]> =>
  (await world.sent(undefined, ''))
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, query, body }) => ({ method, path, query, body }))

/** An action's request, and the published client's request for the same input. */
async function sentBoth(
  id: OperationId,
  act: () => Promise<unknown>,
): Promise<{ ours: Written[]; theirs: Written[]; body: JsonObject }> {
  await world.sandbox.send('DELETE', '/_sandbox/requests')
  const result = await act()
  const ours = await writesOf()
  if (ours.length !== 1)
    throw new Error(`${ours.length} writes were sent: ${JSON.stringify(result)}`)
  await world.sandbox.send('DELETE', '/_sandbox/requests')
  const { path, body } = ours[0]!
  const params = new RegExp(
    `^${(operations[id] as Operation).path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`,
  ).exec(path)?.groups
  await askPublished(world.sandbox.url, id, { params: { ...params }, body })
  proved.add(id)
  return { ours, theirs: await writesOf(), body: body as JsonObject }
}
const proved = new Set<OperationId>()
beforeEach(() => proved.clear())

const inputOf = (body: object, more: object = {}) => ({
  operation_id: randomUUID(),
  body: JSON.stringify(body),
  ...more,
})
const past = { reason: 'As asked.', findings: [] }
const parties = () => ({ contracting_provider_id: ids.billing, payer_uuid: ids.payer })

/** Each proof covers some operations; proofs run on their own, in any order. */
const proofs: { of: OperationId[]; title: string; prove: () => Promise<void> }[] = [
  {
    of: ['createChargeCapture', 'createChargeCaptureFromPreEncounter'],
    title: 'captures that are created, of nothing and of pre-encounter records',
    prove: proveNewCaptures,
  },
  {
    of: ['updateChargeCapture'],
    title: 'a capture that is saved, with members that are set, kept and emptied',
    prove: proveSavedCapture,
  },
  {
    of: ['createContractV3', 'updateContractV3'],
    title: 'professional contracts: created, and saved with each member set and removed',
    prove: () => proveContracts('professional'),
  },
  {
    of: ['createContractV3', 'updateContractV3'],
    title: 'institutional contracts: created, and saved with each member set and removed',
    prove: () => proveContracts('institutional'),
  },
  {
    of: ['createContractV2'],
    title: 'a contract that is created by version 2',
    prove: proveContractV2,
  },
  {
    of: ['createFacilityCredentialingSpan', 'updateFacilityCredentialingSpan'],
    title: 'facility spans: created, and saved with dates set and emptied',
    prove: () => proveSpans('facility'),
  },
  {
    of: ['createProviderCredentialingSpan', 'updateProviderCredentialingSpan'],
    title: 'provider spans: created, and saved with dates set and emptied',
    prove: () => proveSpans('provider'),
  },
  {
    of: ['createEncounterFromPreEncounter'],
    title: 'an encounter that is created',
    prove: proveNewEncounter,
  },
]

test.each(proofs.map((proof) => [proof.title, proof] as const))('%s', async (_, { of, prove }) => {
  await prove()
  expect([...proved]).toEqual(of)
})

test('every write whose body is sent as text is covered', () => {
  const texts = operationIds.filter(
    (id) =>
      /^(create|update)(ChargeCapture|Contract(?!ServiceFacility)|Facility|Provider|Encounter)/.test(
        id,
      ) && id !== 'updateContractV2',
  )
  expect([...new Set(proofs.flatMap((proof) => proof.of))].toSorted()).toEqual(texts.toSorted())
})

async function proveNewCaptures() {
  const { body } = publishedInputs.createChargeCapture
  let sent = await sentBoth('createChargeCapture', () =>
    createCapture(operations.createChargeCapture)(inputOf(body, { past }), context),
  )
  expect(sent.ours).toEqual(sent.theirs)
  const fromRecords = publishedInputs.createChargeCaptureFromPreEncounter.body
  sent = await sentBoth('createChargeCaptureFromPreEncounter', () =>
    createCapture(operations.createChargeCaptureFromPreEncounter)(
      inputOf(fromRecords, { past }),
      context,
    ),
  )
  expect(sent.ours).toEqual(sent.theirs)
}

async function proveSavedCapture() {
  const capture = (
    await world.sandbox.send(
      'POST',
      '/api/charge_captures/v1',
      captureBody({ referral_number: 'R-1' }, { originating_system: 'ehr' }),
    )
  ).json as JsonObject
  const data = {
    ...(capture.charge_capture_data as JsonObject),
    ...publishedInputs.createChargeCapture.body.data,
    schema_instances: [],
    referral_number: null,
  }
  const body = { data, originating_system: null, claim_creation_category: 'office' }
  const input = {
    id: String(capture.id),
    base: JSON.stringify(capture),
    ...inputOf(body, { past }),
  }
  const sent = await sentBoth('updateChargeCapture', () => saveCapture(input, context))
  expect(sent.ours).toEqual(sent.theirs)
  expect(sent.body).toMatchObject({ originating_system: null, claim_creation_category: 'office' })
}

const terms = () => ({ ...publishedInputs.createContractV2.body, ...parties() })
const contracts = {
  professional: () => ({
    ...terms(),
    type: 'professional',
    contract_type: 'professional',
    rendering_provider_ids: ids.rendering.slice(0, 2),
  }),
  institutional: () => ({
    ...terms(),
    rendering_provider_ids: undefined,
    type: 'institutional',
    contract_type: 'institutional',
    contract_service_facilities: [
      { service_facility_id: ids.facility, provider_ids: ids.rendering.slice(0, 2) },
    ],
  }),
}

async function proveContracts(type: keyof typeof contracts) {
  const sent = await sentBoth('createContractV3', () =>
    createContract(operations.createContractV3)(inputOf(contracts[type]()), context),
  )
  expect(sent.ours).toEqual(sent.theirs)
  const save = async (base: JsonObject, change: object) => {
    const input = {
      id: String(base.contract_id),
      operation_id: randomUUID(),
      base: JSON.stringify(base),
      wanted: JSON.stringify({ ...contractTerms(base), ...change }),
    }
    const { ours, theirs, body } = await sentBoth('updateContractV3', () =>
      saveContract(3)(input, context),
    )
    expect(ours).toEqual(theirs)
    return body
  }
  const fresh = async () =>
    (await world.sandbox.send('POST', '/api/contracts/v3', contracts[type]())).json as JsonObject
  const set = await save(await fresh(), {
    expiration_date: '2029-01-01',
    regions: { type: 'national' },
    authorized_signatory: { first_name: 'Bo' },
    contract_status: 'cancelled',
    medicaid_insurance_types: { type: 'theseApply', value: ['HM'] },
  })
  expect(set).toMatchObject({
    type,
    expiration_date: { type: 'set' },
    regions: { type: 'set' },
    authorized_signatory: { type: 'set' },
  })
  expect(await save(await fresh(), { expiration_date: null, authorized_signatory: null })).toEqual({
    type,
    expiration_date: { type: 'remove' },
    authorized_signatory: { type: 'remove' },
  })
}

async function proveContractV2() {
  const sent = await sentBoth('createContractV2', () =>
    createContract(operations.createContractV2)(
      inputOf({ ...terms(), rendering_provider_ids: ids.rendering }),
      context,
    ),
  )
  expect(sent.ours).toEqual(sent.theirs)
}

async function proveSpans(kind: 'facility' | 'provider') {
  const [create, update, id, path] =
    kind === 'facility'
      ? ([
          'createFacilityCredentialingSpan',
          'updateFacilityCredentialingSpan',
          'facility_credentialing_span_id',
          '/api/provider-credentialing-span/v2/facility',
        ] as const)
      : ([
          'createProviderCredentialingSpan',
          'updateProviderCredentialingSpan',
          'provider_credentialing_span_id',
          '/api/provider-credentialing-span/v2',
        ] as const)
  const covered =
    kind === 'facility'
      ? { service_facility_id: ids.facility }
      : { rendering_provider_id: ids.rendering[0], regions: { type: 'states', states: ['OR'] } }
  const body = {
    ...parties(),
    ...covered,
    start_date: '2026-01-01',
    end_date: '2026-12-31',
    submitted_date: '2025-12-01',
    payer_loaded_date: null,
  }
  let sent = await sentBoth(create, () => createSpan(kind)(inputOf(body), context))
  expect(sent.ours).toEqual(sent.theirs)
  const base = (await world.sandbox.send('POST', path, body)).json as JsonObject
  const wanted = {
    ...spanTerms(kind, base),
    end_date: null,
    payer_loaded_date: '2025-12-20',
    ...(kind === 'provider' ? { regions: { type: 'national' } } : {}),
  }
  const input = {
    id: String(base[id]),
    operation_id: randomUUID(),
    base: JSON.stringify(base),
    wanted: JSON.stringify(wanted),
  }
  sent = await sentBoth(update, () => saveSpan(kind)(input, context))
  expect(sent.ours).toEqual(sent.theirs)
  expect(sent.body).toMatchObject({ end_date: null, payer_loaded_date: '2025-12-20' })
}

async function proveNewEncounter() {
  const sent = await sentBoth('createEncounterFromPreEncounter', () =>
    createEncounter(inputOf(publishedInputs.createEncounterFromPreEncounter.body), context),
  )
  expect(sent.ours).toEqual(sent.theirs)
}
