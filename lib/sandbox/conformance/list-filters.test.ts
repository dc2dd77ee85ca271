import type { CandidApi } from 'candidhealth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { expectOk } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

type Capture = CandidApi.chargeCapture.v1.ChargeCapture
type Creation = CandidApi.chargeCaptureBundles.v1.ChargeCaptureClaimCreation
type Data = Capture['chargeCaptureData']
type CaptureQuery = NonNullable<
  Parameters<PublishedClient['client']['chargeCapture']['v1']['getAll']>[0]
>
type CreationQuery = NonNullable<
  Parameters<PublishedClient['client']['chargeCaptureBundles']['v1']['getAll']>[0]
>

/** A filter in a test: a record's value for it, and whether a record matches a value. */
type Filter<T> = {
  valueOf: (record: T) => unknown
  passes?: (record: T, value: never) => boolean
  isList?: boolean
}

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
let captures: Capture[]
let creations: Creation[]
let facilityNames: Map<string, string>

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 300, seed: 7 })
  ehr = openPublishedClient(sandbox.url)
  captures = expectOk(await ehr.client.chargeCapture.v1.getAll({ limit: 300 })).items
  creations = expectOk(await ehr.client.chargeCaptureBundles.v1.getAll({ limit: 300 })).items
  const facilities = expectOk(
    await ehr.client.organizationServiceFacilities.v2.getMulti({ limit: 1000 }),
  ).items
  facilityNames = new Map(facilities.map((each) => [each.organizationServiceFacilityId, each.name]))
})
afterAll(() => sandbox.close())

const fullName = (
  person: { firstName?: string; lastName?: string; organizationName?: string } | undefined,
) => [person?.firstName, person?.lastName].filter(Boolean).join(' ') || person?.organizationName
const contains = (text: unknown, part: string) =>
  typeof text === 'string' && text.toLowerCase().includes(part.toLowerCase())
const named = <T>(nameOf: (record: T) => string | undefined): Filter<T> => ({
  valueOf: nameOf,
  passes: (record, value: string) => contains(nameOf(record), value),
  isList: true,
})
// A capture with a facility id has the name of the organization's record.
function facilityOf({ serviceFacility, serviceFacilityId }: Data): string | undefined {
  return serviceFacility?.organizationName ?? facilityNames.get(serviceFacilityId ?? '')
}
const dateOf = (capture: Capture) =>
  capture.dateOfService ?? capture.chargeCaptureData.dateOfService

/**
 * The filters by a value in the capture's data. For a claim creation they are tested by its
 * captures.
 */
const byData: Record<string, Filter<Data>> = {
  billingProviderNpis: { valueOf: (data) => data.billingProvider?.npi, isList: true },
  serviceFacilityName: {
    valueOf: facilityOf,
    passes: (data, value: string) => contains(facilityOf(data), value),
  },
  primaryPayerIds: {
    valueOf: (data) => data.subscriberPrimary?.insuranceCard?.payerId,
    isList: true,
  },
  primaryPayerNames: named((data) => data.subscriberPrimary?.insuranceCard?.payerName),
  renderingProviderNpis: { valueOf: (data) => data.renderingProvider?.npi, isList: true },
  renderingProviderNames: named((data) => fullName(data.renderingProvider)),
  supervisingProviderNpis: { valueOf: (data) => data.supervisingProvider?.npi, isList: true },
  supervisingProviderNames: named((data) => fullName(data.supervisingProvider)),
  patientNames: named((data) => fullName(data.patient)),
  tags: {
    valueOf: (data) => data.tagIds?.[0],
    passes: (data, value: string) => data.tagIds?.includes(value as never) ?? false,
    isList: true,
  },
}

const byCapture: Record<string, Filter<Capture>> = {
  patientExternalId: { valueOf: (capture) => capture.patientExternalId },
  chargeExternalId: { valueOf: (capture) => capture.chargeExternalId },
  claimCreationIds: { valueOf: (capture) => capture.claimCreationId, isList: true },
  claimIds: {
    valueOf: (capture) => encounterOf(capture.claimCreationId),
    passes: (capture, value: string) => encounterOf(capture.claimCreationId) === value,
    isList: true,
  },
  claimCreationCategory: { valueOf: (capture) => capture.claimCreationCategory, isList: true },
  dateOfServiceMin: {
    valueOf: dateOf,
    passes: (capture, value: string) => (dateOf(capture) ?? '') >= value,
  },
  dateOfServiceMax: {
    valueOf: dateOf,
    passes: (capture, value: string) => (dateOf(capture) ?? '9') <= value,
  },
  ...Object.fromEntries(Object.entries(byData).map(([name, filter]) => [name, ofData(filter)])),
}

const rankable: Record<string, Filter<Capture>> = {
  ...byCapture,
  status: { valueOf: (capture) => capture.status },
}

const onlyCaptures: Record<string, Filter<Capture>> = {
  ...rankable,
  billableStatus: { valueOf: (capture) => capture.chargeCaptureData.billableStatus },
  responsibleParty: { valueOf: (capture) => capture.chargeCaptureData.responsibleParty },
  searchTerm: {
    valueOf: (capture) => capture.chargeCaptureData.patient?.lastName,
    // It looks at the patient and at the two external ids; a provider may have the same name.
    passes: (
      { chargeCaptureData: { patient }, patientExternalId, chargeExternalId },
      value: string,
    ) =>
      contains(
        JSON.stringify([
          patient?.firstName,
          patient?.lastName,
          patientExternalId,
          chargeExternalId,
        ]),
        value,
      ),
  },
  excludeChargesLinkedToClaims: {
    valueOf: (capture) => (capture.claimCreationId ? undefined : true),
    passes: (capture) => !capture.claimCreationId,
  },
}

function ofData(filter: Filter<Data>): Filter<Capture> {
  const { valueOf, passes, isList } = filter
  return {
    valueOf: (capture) => valueOf(capture.chargeCaptureData),
    ...(passes
      ? { passes: (capture: Capture, value: never) => passes(capture.chargeCaptureData, value) }
      : {}),
    ...(isList ? { isList } : {}),
  }
}

function encounterOf(creationId: string | undefined): string | undefined {
  return creations.find((creation) => creation.id === creationId)?.createdEncounterId
}

/**
 * The first record with a value for a filter, the query for this value, and a test of other
 * records.
 */
function probe<T>(records: readonly T[], { valueOf, passes, isList }: Filter<T>) {
  const target = records.find((record) => valueOf(record))
  const value = target && valueOf(target)
  expect(value, 'the demo data has a record to look for').toBeDefined()
  const holds = (record: T) => (passes ? passes(record, value as never) : valueOf(record) === value)
  return { target: target!, asked: isList ? [value] : value, holds }
}

describe('listChargeCaptures', () => {
  test.each(Object.keys(onlyCaptures))('listChargeCaptures: %s', async (name) => {
    const { target, asked, holds } = probe(captures, onlyCaptures[name]!)
    const { items } = expectOk(
      await ehr.client.chargeCapture.v1.getAll({ limit: 300, [name]: asked } as CaptureQuery),
    )
    expect(items.map((item) => item.id)).toContain(target.id)
    expect(items.filter((item) => !holds(item))).toEqual([])
    expect(items).toHaveLength(captures.filter(holds).length)
  })

  test.each(Object.keys(rankable))('listChargeCaptures: %sRankedSort', async (name) => {
    const { asked, holds } = probe(captures, rankable[name]!)
    const { items } = expectOk(
      await ehr.client.chargeCapture.v1.getAll({
        limit: 300,
        [`${name}RankedSort`]: asked,
      } as CaptureQuery),
    )
    expect(items, 'the rest follows').toHaveLength(captures.length)
    const matching = captures.filter(holds)
    expect(
      items.slice(0, matching.length).filter((item) => !holds(item)),
      'matches come first',
    ).toEqual([])
    expect(items.slice(matching.length).filter(holds), 'and only there').toEqual([])
  })

  test.each(['created_at', 'date_of_service'] as const)(
    'listChargeCaptures: sort by %s in both directions',
    async (sort) => {
      const read = async (sortDirection: 'asc' | 'desc') =>
        expectOk(await ehr.client.chargeCapture.v1.getAll({ limit: 300, sort, sortDirection }))
          .items
      const [up, down] = [await read('asc'), await read('desc')]
      expect(down.map((item) => item.id)).toEqual(up.map((item) => item.id).toReversed())
    },
  )

  test('listChargeCaptures: the sort by date of service orders by date of service', async () => {
    const dates = expectOk(
      await ehr.client.chargeCapture.v1.getAll({
        limit: 300,
        sort: 'date_of_service',
        sortDirection: 'asc',
      }),
    ).items.map((item) => dateOf(item) ?? '')
    expect(new Set(dates).size).toBeGreaterThan(20)
    expect(dates).toEqual(dates.toSorted())
  })

  test('listChargeCaptures: claimStatus', async () => {
    const { items } = expectOk(
      await ehr.client.chargeCapture.v1.getAll({ limit: 300, claimStatus: 'biller_received' }),
    )
    expect(items.length).toBeGreaterThan(0)
    for (const { claimCreationId } of items) expect(encounterOf(claimCreationId)).toBeDefined()
  })
})

describe('listClaimCreations', () => {
  const capturesOf = (creation: Creation) =>
    captures.filter((capture) => capture.claimCreationId === creation.id)
  const ofCaptures = ({ valueOf, passes, isList }: Filter<Capture>): Filter<Creation> => ({
    valueOf: (creation) => capturesOf(creation).map(valueOf).find(Boolean),
    passes: (creation, value) =>
      capturesOf(creation).some((capture) =>
        passes ? passes(capture, value) : valueOf(capture) === value,
      ),
    ...(isList ? { isList } : {}),
  })
  const filters: Record<string, Filter<Creation>> = {
    ...Object.fromEntries(
      Object.entries(byCapture).map(([name, filter]) => [name, ofCaptures(filter)]),
    ),
    chargeStatus: ofCaptures({ valueOf: (capture) => capture.status }),
    claimCreationStatus: { valueOf: (creation) => creation.status },
    hasChargeCaptureUpdates: {
      valueOf: (creation) => isChanged(creation) || undefined,
      passes: (creation) => isChanged(creation),
    },
  }
  const isChanged = (creation: Creation) =>
    capturesOf(creation).some((capture) => capture.updates.length > 0)

  test.each(Object.keys(filters))('listClaimCreations: %s', async (name) => {
    const { target, asked, holds } = probe(creations, filters[name]!)
    const { items } = expectOk(
      await ehr.client.chargeCaptureBundles.v1.getAll({
        limit: 300,
        [name]: asked,
      } as CreationQuery),
    )
    expect(items.map((item) => item.id)).toContain(target.id)
    expect(items.filter((item) => !holds(item))).toEqual([])
    expect(items).toHaveLength(creations.filter(holds).length)
  })

  test('listClaimCreations: claimStatus', async () => {
    const { items } = expectOk(
      await ehr.client.chargeCaptureBundles.v1.getAll({
        limit: 300,
        claimStatus: 'biller_received',
      }),
    )
    expect(items.length).toBeGreaterThan(0)
    for (const creation of items) expect(creation.createdEncounterId).toBeDefined()
  })

  test('listClaimCreations: created_at in both directions', async () => {
    const read = async (sortDirection: 'asc' | 'desc') =>
      expectOk(
        await ehr.client.chargeCaptureBundles.v1.getAll({
          limit: 300,
          sort: 'created_at',
          sortDirection,
        }),
      ).items
    expect((await read('desc')).map((item) => item.id)).toEqual(
      (await read('asc')).map((item) => item.id).toReversed(),
    )
  })
})
