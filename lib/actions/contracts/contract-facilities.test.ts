import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { randomUUID } from 'node:crypto'
import type { Result } from '#lib/core/result.ts'
import {
  createFacility,
  removeFacility,
  saveFacility,
  type ContractFacility,
  type SaveFacilityInput,
  type SaveFacilityReply,
} from './save-facility.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

// Another client's action during a look-up of ids.
const other = vi.hoisted(() => ({ acts: undefined as (() => Promise<unknown>) | undefined }))
vi.mock('#lib/actions/finding/named-ids.ts', async (original) => {
  const real = await original<typeof import('#lib/actions/finding/named-ids.ts')>()
  const refuseStrangeIds: typeof real.refuseStrangeIds = async (...asked) => {
    const refusal = await real.refuseStrangeIds(...asked)
    await other.acts?.()
    return refusal
  }
  return { ...real, refuseStrangeIds }
})

const v3 = '/api/contracts/v3'
type Item = Record<string, string>
const nowhere = '00000000-0000-4000-8000-000000000000'
const world = startWorld()
const staff = () => world.as.credentialing
let people: string[]
let places: string[]
let contractId: string

beforeAll(async () => {
  people = (await world.all<Item>('/api/organization-providers/v3', { is_rendering: true })).map(
    (item) => item.organization_provider_id!,
  )
  places = (await world.all<Item>('/api/organization-service-facilities/v2')).map(
    (item) => item.organization_service_facility_id!,
  )
})
beforeEach(async () => {
  other.acts = undefined
  const [billing] = await world.all<Item>('/api/organization-providers/v3', { is_billing: true })
  const [payer] = await world.all<Item>('/api/payers/v3')
  const none = { type: 'noneApply' }
  const body = {
    type: 'institutional',
    contract_type: 'institutional',
    contract_service_facilities: [
      { service_facility_id: places[0], provider_ids: people.slice(0, 4) },
    ],
    contracting_provider_id: billing!.organization_provider_id,
    payer_uuid: payer!.payer_uuid,
    effective_date: '2026-03-01',
    regions: { type: 'national' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: none,
    medicaid_insurance_types: none,
  }
  contractId = ((await world.sandbox.send('POST', v3, body)).json as { contract_id: string })
    .contract_id
})

async function facilities(): Promise<ContractFacility[]> {
  return (await world.sandbox.get(`${v3}/${contractId}`)).json['contract_service_facilities']
}

const writes = async (method: string) =>
  (await world.sent(method, `${v3}/${contractId}/service-facilities`)).length

function fault(method: string, kind: string, more: object = {}) {
  const path = `${v3}/${contractId}/service-facilities${method === 'PATCH' ? '/*' : ''}`
  return world.fault({ method, path, kind, ...more })
}

async function change(
  more: Partial<SaveFacilityInput>,
): Promise<{ input: SaveFacilityInput; save: () => Promise<Result<SaveFacilityReply>> }> {
  const [facility] = await facilities()
  const input = {
    operation_id: randomUUID(),
    contract_id: contractId,
    contract_service_facility_id: facility!.contract_service_facility_id,
    add: [],
    remove: [],
    ...more,
  }
  return { input, save: () => saveFacility(input, staff()) }
}

const creation = (more: object = {}) => ({
  operation_id: randomUUID(),
  contract_id: contractId,
  service_facility_id: places[1]!,
  provider_ids: people.slice(0, 2),
  ...more,
})

test('a facility is added once, and the published client reads back what was sent', async () => {
  const input = creation()
  const first = await createFacility(input, staff())
  expect(first).toMatchObject({
    ok: true,
    value: {
      kind: 'created',
      is_found: false,
      facility: {
        service_facility_id: places[1],
        provider_ids: expect.arrayContaining(input.provider_ids),
      },
    },
  })
  expect(await createFacility(input, staff())).toEqual(first)
  expect(await writes('POST')).toBe(1)
  const read = await world.published.contracts.v3.get(contractId as never)
  expect(read.ok && read.body).toMatchObject({
    contractServiceFacilities: [
      { serviceFacilityId: places[0] },
      { serviceFacilityId: places[1], providerIds: new Set(input.provider_ids) },
    ],
  })
})

test('after a lost answer a creation is settled by reading the contract, and never sent a second time', async () => {
  await fault('POST', 'reset-after')
  const made = creation()
  expect(await world.settle(() => createFacility(made, staff()))).toMatchObject({
    ok: true,
    value: { kind: 'created', is_found: true },
  })
  await fault('POST', 'reset-before')
  const lost = creation({ service_facility_id: places[2]! })
  expect(await world.settle(() => createFacility(lost, staff()))).toMatchObject({
    ok: false,
    error: { name: 'NotCreated' },
  })
  // Each of the two was sent once.
  expect(await writes('POST')).toBe(2)
  expect((await facilities()).map((one) => one.service_facility_id)).toEqual([places[0], places[1]])
})

test('a facility that is on the contract, an unknown facility and an unknown provider are refused at their fields', async () => {
  const cases: [object, string, string][] = [
    [{ service_facility_id: places[0]! }, 'InvalidInput', 'service_facility_id'],
    [{ service_facility_id: nowhere }, 'UnprocessableEntityError', 'service_facility_id'],
    [{ service_facility_id: people[0]! }, 'InvalidInput', 'service_facility_id'],
    [{ provider_ids: [nowhere] }, 'UnprocessableEntityError', 'provider_ids'],
  ]
  for (const [more, name, path] of cases)
    expect(await createFacility(creation(more), staff())).toMatchObject({
      ok: false,
      error: { name, issues: [{ path }] },
    })
  // The partner decides about an id that is not found.
  expect(await writes('POST')).toBe(2)
})

test('a change is applied to other people’s assignments, and the published client sees both', async () => {
  const { input, save } = await change({ add: [people[6]!], remove: [people[0]!] })
  const path = `${v3}/${contractId}/service-facilities/${input.contract_service_facility_id}`
  await world.sandbox.send('PATCH', path, {
    provider_ids: [people[0], people[2], people[3], people[7]],
  })
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'saved', is_verified: true } })
  const read = await world.published.contracts.v3.get(contractId as never)
  expect(read.ok && read.body).toMatchObject({
    contractServiceFacilities: [
      { providerIds: new Set([people[2], people[3], people[7], people[6]]) },
    ],
  })
})

test('assignments that others make during the look-up stay', async () => {
  const { input, save } = await change({ add: [people[6]!] })
  const path = `${v3}/${contractId}/service-facilities/${input.contract_service_facility_id}`
  other.acts = () => world.sandbox.send('PATCH', path, { provider_ids: [people[0], people[7]] })
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'saved', is_verified: true } })
  expect(new Set((await facilities())[0]!.provider_ids)).toEqual(
    new Set([people[0], people[7], people[6]]),
  )
})

test('a change that is already made is not sent, and an unknown provider is refused at the field', async () => {
  const { save } = await change({ add: [people[1]!], remove: [people[9]!] })
  expect(await save()).toMatchObject({ ok: true, value: { kind: 'saved' } })
  const refused = await change({ add: [nowhere] })
  expect(await refused.save()).toMatchObject({
    ok: false,
    error: { name: 'UnprocessableEntityError', issues: [{ path: 'provider_ids' }] },
  })
  expect(await writes('PATCH')).toBe(1)
})

test('after a lost answer a change is found, or sent once more if the facility is unchanged, and never over another person’s change', async () => {
  await fault('PATCH', 'reset-after')
  const found = await change({ add: [people[5]!] })
  expect(await world.settle(found.save)).toMatchObject({
    ok: true,
    value: { kind: 'saved', is_verified: true },
  })
  expect(await writes('PATCH')).toBe(1)
  await fault('PATCH', 'reset-before')
  const again = await change({ add: [people[8]!] })
  expect(await world.settle(again.save)).toMatchObject({ ok: true, value: { kind: 'saved' } })
  await fault('PATCH', 'reset-before')
  const overtaken = await change({ add: [people[9]!] })
  expect(await overtaken.save()).toMatchObject({ ok: true, value: { kind: 'checking' } })
  const [facility] = await facilities()
  await world.sandbox.send(
    'PATCH',
    `${v3}/${contractId}/service-facilities/${facility!.contract_service_facility_id}`,
    {
      provider_ids: people.slice(0, 1),
    },
  )
  expect(await world.settle(overtaken.save)).toMatchObject({
    ok: false,
    error: { name: 'ChangedMeanwhile' },
  })
  expect((await facilities())[0]!.provider_ids).toEqual(people.slice(0, 1))
})

test('another facility is set unless somebody has chosen one meanwhile or the contract has it already', async () => {
  const move = await change({ place: { from: places[0]!, to: places[3]! } })
  expect(await move.save()).toMatchObject({
    ok: true,
    value: {
      kind: 'saved',
      facility: {
        service_facility_id: places[3],
        provider_ids: expect.arrayContaining(people.slice(0, 4)),
      },
    },
  })
  expect(
    await (await change({ place: { from: places[0]!, to: places[4]! } })).save(),
  ).toMatchObject({
    ok: true,
    value: { kind: 'moved', facility: { service_facility_id: places[3] } },
  })
  await createFacility(creation(), staff())
  expect(
    await (await change({ place: { from: places[3]!, to: places[1]! } })).save(),
  ).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput', issues: [{ path: 'service_facility_id' }] },
  })
  const { save } = await change({ contract_service_facility_id: nowhere, add: [people[1]!] })
  expect(await save()).toMatchObject({ ok: false, error: { name: 'EntityNotFoundError' } })
})

test('a removed facility leaves the contract, and one that somebody else added meanwhile stays', async () => {
  const [first] = await facilities()
  const added = await createFacility(
    {
      operation_id: randomUUID(),
      contract_id: contractId,
      service_facility_id: places[1]!,
      provider_ids: [],
    },
    staff(),
  )
  expect(added).toMatchObject({ ok: true })
  const input = {
    operation_id: randomUUID(),
    contract_id: contractId,
    contract_service_facility_id: first!.contract_service_facility_id,
  }
  expect(await removeFacility(input, staff())).toMatchObject({
    ok: true,
    value: { kind: 'saved', is_verified: true },
  })
  expect((await facilities()).map((one) => one.service_facility_id)).toEqual([places[1]])
  // Somebody else has removed it already: nothing is sent.
  const again = await removeFacility({ ...input, operation_id: randomUUID() }, staff())
  expect(again).toMatchObject({ ok: true, value: { kind: 'saved', is_verified: true } })
  const sent = await world.sent('PATCH', `${v3}/${contractId}`)
  expect(sent).toHaveLength(1)
})

test('a removal whose answer is lost is made once', async () => {
  const [first] = await facilities()
  const path = `${v3}/${contractId}`
  await world.fault({
    method: 'PATCH',
    path,
    kind: 'reset-after',
  })
  const input = {
    operation_id: randomUUID(),
    contract_id: contractId,
    contract_service_facility_id: first!.contract_service_facility_id,
  }
  expect(await world.settle(() => removeFacility(input, staff()))).toMatchObject({
    ok: true,
    value: { kind: 'saved' },
  })
  expect(await facilities()).toEqual([])
})
