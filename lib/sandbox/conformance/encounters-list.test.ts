import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import type { CandidApi } from 'candidhealth'
import { walkPages } from './contract-parties.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

type Encounter = CandidApi.encounters.v4.Encounter
type Filters = CandidApi.encounters.v4.GetAllEncountersRequest

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
let all: Encounter[]

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 400, contracts: 0, seed: 7 })
  ehr = openPublishedClient(sandbox.url)
  all = await walk({ limit: 50 })
})
afterAll(() => sandbox.close())

async function walk(filters: Filters, who = ehr): Promise<Encounter[]> {
  const pages = await walkPages(async (pageToken) =>
    expectOk(
      await who.client.encounters.v4.getAll({ ...filters, ...(pageToken ? { pageToken } : {}) }),
    ),
  )
  return pages.flat()
}
const ids = (encounters: readonly Encounter[]) =>
  encounters.map((encounter) => encounter.encounterId as string).toSorted()
const status = (encounter: Encounter) => encounter.claims[0]!.status

test('listEncounters: its pages have each encounter once, newest first', () => {
  expect(new Set(ids(all)).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(100)
  const times = all.map((encounter) => encounter.createdAt.getTime())
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('listEncounters: the four sorts', async () => {
  for (const sort of ['date_of_service:asc', 'created_at:asc'] as const) {
    const values = (await walk({ sort, limit: 60 })).map((each) =>
      sort.startsWith('date') ? each.dateOfService! : each.createdAt.toISOString(),
    )
    expect(values).toEqual(values.toSorted())
    const back = (await walk({ sort: sort.replace('asc', 'desc') as typeof sort, limit: 70 })).map(
      (each) => (sort.startsWith('date') ? each.dateOfService! : each.createdAt.toISOString()),
    )
    expect(back).toEqual(values.toReversed())
  }
})

test('listEncounters: a token leads to the page before', async () => {
  const first = expectOk(await ehr.client.encounters.v4.getAll({ limit: 10 }))
  const second = expectOk(
    await ehr.client.encounters.v4.getAll({ limit: 10, pageToken: first.nextPageToken! }),
  )
  const back = expectOk(
    await ehr.client.encounters.v4.getAll({ limit: 10, pageToken: second.prevPageToken! }),
  )
  expect(ids(back.items)).toEqual(ids(first.items))
})

const one = () => all.find((encounter) => encounter.tags.length > 0 && encounter.subscriberPrimary)!
const cases: [
  name: keyof Filters,
  filters: () => Filters,
  holds: (encounter: Encounter) => boolean,
][] = [
  [
    'claimStatus',
    () => ({ claimStatus: 'submitted_to_payer' }),
    (e) => status(e) === 'submitted_to_payer',
  ],
  [
    'dateOfServiceMin',
    () => ({ dateOfServiceMin: one().dateOfService! }),
    (e) => e.dateOfService! >= one().dateOfService!,
  ],
  [
    'dateOfServiceMax',
    () => ({ dateOfServiceMax: one().dateOfService! }),
    (e) => e.dateOfService! <= one().dateOfService!,
  ],
  [
    'primaryPayerNames',
    () => ({
      primaryPayerNames: `${one().subscriberPrimary!.insuranceCard.payerName},no such payer`,
    }),
    (e) =>
      (e.subscriberPrimary?.insuranceCard.payerName ?? '')
        .toLowerCase()
        .includes(one().subscriberPrimary!.insuranceCard.payerName.toLowerCase()),
  ],
  [
    'searchTerm',
    () => ({ searchTerm: one().patient.externalId }),
    (e) => e.patient.externalId === one().patient.externalId,
  ],
  [
    'externalId',
    () => ({ externalId: one().externalId }),
    (e) => e.externalId === one().externalId,
  ],
  [
    'diagnosesUpdatedSince',
    () => ({ diagnosesUpdatedSince: one().createdAt }),
    (e) => e.diagnoses[0]!.updatedAt.getTime() >= one().createdAt.getTime(),
  ],
  [
    'tagIds',
    () => ({ tagIds: [one().tags[0]!.tagId, 'none' as never] }),
    (e) => e.tags.some((tag) => tag.tagId === one().tags[0]!.tagId),
  ],
  ['workQueueId', () => ({ workQueueId: 'denials' as never }), (e) => e.workQueueId === 'denials'],
  [
    'billableStatus',
    () => ({ billableStatus: 'NOT_BILLABLE' }),
    (e) => e.billableStatus === 'NOT_BILLABLE',
  ],
  [
    'responsibleParty',
    () => ({ responsibleParty: 'SELF_PAY' }),
    (e) => e.responsibleParty === 'SELF_PAY',
  ],
  [
    'ownerOfNextAction',
    () => ({ ownerOfNextAction: 'CANDID' }),
    (e) => e.ownerOfNextAction === 'CANDID',
  ],
  [
    'patientExternalId',
    () => ({ patientExternalId: one().patient.externalId }),
    (e) => e.patient.externalId === one().patient.externalId,
  ],
  [
    'billingProviderNpis',
    () => ({ billingProviderNpis: [one().billingProvider.npi as never, '1234567893' as never] }),
    (e) => e.billingProvider.npi === one().billingProvider.npi,
  ],
]
test.each(cases)('listEncounters: %s', async (_, filters, holds) => {
  const expected = all.filter(holds)
  expect(expected.length).toBeGreaterThan(0)
  expect(ids(await walk({ limit: 40, ...filters() }))).toEqual(ids(expected))
})

test('listEncounters: a scoped key gets short pages with its own billing providers only', async () => {
  const scoped = openPublishedClient(sandbox.url, { token: 'sandbox-scoped' })
  const mine = await walk({ limit: 10 }, scoped)
  expect(mine.length).toBeGreaterThan(0)
  expect(mine.length).toBeLessThan(all.length)
  expect(new Set(mine.map((each) => each.billingProvider.npi)).size).toBeLessThanOrEqual(3)
})

test('listEncounters: HttpRequestValidationsError for a forged token and for a limit beyond the maximum', async () => {
  expect(
    expectRefusal(await ehr.client.encounters.v4.getAll({ pageToken: 'forged' as never })),
  ).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: [{ fieldName: 'page_token' }],
  })
  expect(expectRefusal(await ehr.client.encounters.v4.getAll({ limit: 100_000 }))).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: [{ fieldName: 'limit' }],
  })
})

test('getEncounter: a paid encounter has all its parts, and they refer to each other', async () => {
  const paid = all.find(
    (each) =>
      status(each) === 'paid' &&
      each.patientPayments[0]?.status === 'PENDING' &&
      each.claimCreationId,
  )!
  const encounter = expectOk(await ehr.client.encounters.v4.get(paid.encounterId))
  expect(encounter).toEqual(paid)
  const [claim] = encounter.claims
  expect(claim!.eras).toHaveLength(1)
  expect(claim!.payerClaimId).toBeTruthy()
  const line = claim!.serviceLines.find((each) => (each.relatedInvoiceInfo ?? []).length > 0)!
  expect(line.claimId).toBe(claim!.claimId)
  expect(line.diagnosisIdZero).toBe(encounter.diagnoses[0]!.diagnosisId)
  expect(line.serviceLineEraData!.serviceLineAdjustments.length).toBeGreaterThan(0)
  const { invoice, invoiceType } = line.relatedInvoiceInfo![0]!
  expect(invoiceType).toBe(invoice.invoiceDestinationMetadata.invoiceDestination)
  expect(invoice.status).toBe('OPEN')
  expect(Object.keys(invoice.items.claimInvoiceItems)).toEqual([claim!.claimId])
  expect(encounter.patientPayments[0]).toMatchObject({
    patientExternalId: encounter.patient.externalId,
    encounterExternalId: encounter.externalId,
    status: 'PENDING',
  })
  const creation = expectOk(
    await ehr.client.chargeCaptureBundles.v1.get(encounter.claimCreationId!),
  )
  expect(creation.createdEncounterId).toBe(encounter.encounterId)
})

test('getEncounter: an unknown id is refused with 404', async () => {
  const refusal = expectRefusal(
    await ehr.client.encounters.v4.get('00000000-0000-4000-8000-000000000000' as never),
  )
  expect((refusal.content as { statusCode?: number }).statusCode).toBe(404)
})
