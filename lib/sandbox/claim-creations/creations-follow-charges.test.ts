import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChargeCapture } from '#lib/contract/charge-captures.ts'
import type { ClaimCreation } from '#lib/contract/claim-creations.ts'
import {
  type TestSandbox,
  type Query,
  captureBody,
  startTestSandbox,
} from '#lib/sandbox/test-sandbox.ts'

type Page<T> = { items: T[]; next_page_token: string | null }

const captures = '/api/charge_captures/v1'
const creations = '/api/charge_capture_claim_creation/v1'
let sandbox: TestSandbox
let billed: ClaimCreation
let first: ChargeCapture
let second: ChargeCapture

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 240, seed: 21 })
  for (billed of await walk<ClaimCreation>(creations, { claim_creation_status: 'BILLED' })) {
    const members = await walk<ChargeCapture>(captures, {
      claim_creation_ids: [billed.id],
      sort_direction: 'asc',
    })
    if (members.length < 2 || members.some(({ status }) => status !== 'billable')) continue
    ;[first, second] = members as [ChargeCapture, ChargeCapture]
    if (members.length === 2) return
  }
  throw new Error('The demo data has no claim of two captures.')
})
afterAll(() => sandbox.close())

async function walk<T>(path: string, query: Query): Promise<T[]> {
  const items: T[] = []
  for (let token: string | undefined; ;) {
    const page = (await sandbox.get(path, { ...query, page_token: token })).json as Page<T>
    items.push(...page.items)
    if (!page.next_page_token) return items
    token = page.next_page_token
  }
}

const found = async (query: Query) =>
  (await walk<ClaimCreation>(creations, { limit: 3, ...query }))
    .map(({ id }) => id)
    .filter((id) => id === billed.id)

/** Moves a capture to another patient, billing provider, facility and day. */
async function move({ id, charge_capture_data: data }: ChargeCapture): Promise<void> {
  const answer = await sandbox.send('PATCH', `${captures}/${id}`, {
    patient_external_id: 'PAT-MOVED',
    data: {
      ...data,
      billing_provider: { ...data.billing_provider, npi: '1999999984' },
      service_facility_id: null,
      service_facility: { organization_name: 'Moved Clinic', npi: '1234567893' },
      date_of_service: '2020-01-05',
    },
  })
  expect(answer.status, answer.text).toBe(200)
}

const after = {
  patient_external_id: 'PAT-MOVED',
  billing_provider_npis: ['1999999984'],
  service_facility_name: 'moved cli',
  date_of_service_max: '2020-01-05',
}
const before = () => ({
  patient_external_id: first.patient_external_id,
  billing_provider_npis: [first.charge_capture_data.billing_provider!.npi!],
  date_of_service_min: first.date_of_service!,
})
const each = (filters: Query) =>
  Object.entries(filters).map(([name, value]): Query => ({ [name]: value }))

test('a billed claim creation is found by the current values of any of its captures, once in each list', async () => {
  for (const filter of each(before())) expect(await found(filter)).toEqual([billed.id])
  for (const filter of each(after)) expect(await found(filter)).toEqual([])

  await move(second)
  for (const filter of [...each(before()), ...each(after)]) {
    expect(await found(filter), JSON.stringify(filter)).toEqual([billed.id])
    expect(
      await found({ ...filter, charge_status: 'billable', claim_creation_status: 'BILLED' }),
    ).toEqual([billed.id])
    expect(await found({ ...filter, sort_direction: 'asc' })).toEqual([billed.id])
  }
  expect(await found({ ...after, charge_external_id: second.charge_external_id })).toEqual([
    billed.id,
  ])
  expect(await found({ ...after, charge_external_id: 'CHG-OF-NOBODY' })).toEqual([])
  const all = await walk<ClaimCreation>(creations, { limit: 1000 })
  const npi = before().billing_provider_npis
  const ofNpi = new Set(
    (
      await walk<ClaimCreation>(creations, {
        limit: 2,
        billing_provider_npis: [...npi, ...after.billing_provider_npis],
      })
    ).map(({ id }) => id),
  )
  expect([...ofNpi]).toEqual(all.map(({ id }) => id).filter((id) => ofNpi.has(id)))

  await move(first)
  for (const filter of each(before()))
    expect(await found(filter), JSON.stringify(filter)).toEqual([])
  for (const filter of each(after))
    expect(await found(filter), JSON.stringify(filter)).toEqual([billed.id])
})

test('its characteristics follow its first capture, and its billed input does not change', async () => {
  const now = (await sandbox.get(`${creations}/${billed.id}`)).json as ClaimCreation
  expect(now.characteristics).toEqual({
    patient_external_id: 'PAT-MOVED',
    date_of_service: '2020-01-05',
    'service_facility.npi': '1234567893',
    'billing_provider.npi': '1999999984',
  })
  const { status, created_encounter_id, encounter_creation_input } = billed
  expect(now).toMatchObject({ status, created_encounter_id, encounter_creation_input })
})

test('a claim creation that its last capture left matches no filter by charges and keeps its id, values and scope', async () => {
  const send = async (patient_external_id: string) =>
    (
      await sandbox.send(
        'POST',
        captures,
        captureBody(
          {
            rendering_provider: { npi: '1999999984', first_name: 'Rosa', last_name: 'Leaves' },
            tag_ids: ['left'],
          },
          { patient_external_id, claim_creation_category: 'office' },
        ),
      )
    ).json as ChargeCapture
  const stays = await send('PAT-STAYS')
  const leaves = await send('PAT-LEAVES')
  const left = leaves.claim_creation_id!
  const filters = {
    charge_external_id: leaves.charge_external_id,
    charge_status: 'planned',
    patient_external_id: 'PAT-LEAVES',
    billing_provider_npis: ['1234567893'],
    rendering_provider_npis: ['1999999984'],
    rendering_provider_names: ['rosa leaves'],
    patient_names: ['ada field'],
    service_facility_name: 'harbor east',
    date_of_service_min: '2026-10-05',
    date_of_service_max: '2026-10-05',
    claim_creation_category: ['office'],
    tags: ['left'],
  }
  const ofLeft = async (query: Query) =>
    (await walk<ClaimCreation>(creations, { limit: 1000, ...query })).filter(
      ({ id }) => id === left,
    )
  for (const filter of each(filters))
    expect(await ofLeft(filter), JSON.stringify(filter)).toHaveLength(1)

  const moved = await sandbox.send('PATCH', `${captures}/${leaves.id}`, {
    patient_external_id: 'PAT-STAYS',
  })
  expect(moved.json).toMatchObject({ claim_creation_id: stays.claim_creation_id })
  for (const filter of each(filters))
    expect(await ofLeft(filter), JSON.stringify(filter)).toEqual([])
  const found = await walk<ClaimCreation>(creations, {
    charge_external_id: leaves.charge_external_id,
  })
  expect(found.map(({ id }) => id)).toEqual([stays.claim_creation_id])
  expect(await ofLeft({ claim_creation_ids: [left] })).toMatchObject([
    {
      status: 'aborted',
      characteristics: { patient_external_id: 'PAT-LEAVES', 'billing_provider.npi': '1234567893' },
    },
  ])
  expect((await sandbox.get(`${creations}/${left}`, {}, 'sandbox-scoped')).status).toBe(404)
})
