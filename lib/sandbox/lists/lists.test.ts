import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { rankedSortKeys, rankedSortName } from '#lib/contract/charge-captures.operations.ts'
import { type TestSandbox, startTestSandbox, type Query } from '#lib/sandbox/test-sandbox.ts'
import { type Known, matchers, type PlainCapture } from './naive-lists.testing.ts'

type Plain = { id: string; created_encounter_id?: string | null; updates?: { resolved: boolean }[] }
type Page<T> = { items: T[]; next_page_token: string | null; prev_page_token: string | null }

const captures = '/api/charge_captures/v1'
const creations = '/api/charge_capture_claim_creation/v1'
let sandbox: TestSandbox
let allCaptures: PlainCapture[]
let allByDate: PlainCapture[]
let allCreations: Plain[]
let membersOf: Map<string | null, PlainCapture[]>
let known: Known

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 320, contracts: 24, seed: 21 })
  allCaptures = await everything<PlainCapture>(captures)
  allByDate = await everything<PlainCapture>(captures, {
    sort: 'date_of_service',
    sort_direction: 'asc',
  })
  allCreations = await everything<Plain>(creations)
  membersOf = Map.groupBy(allCaptures, (capture) => capture.claim_creation_id)
  const facilities = await everything<{ organization_service_facility_id: string; name: string }>(
    '/api/organization-service-facilities/v2',
  )
  known = {
    facilityNames: new Map(
      facilities.map((facility) => [facility.organization_service_facility_id, facility.name]),
    ),
    encounterOf: new Map(
      allCreations.flatMap(({ id, created_encounter_id }) =>
        created_encounter_id ? [[id, created_encounter_id]] : [],
      ),
    ),
  }
})
afterAll(() => sandbox.close())

const page = async <T>(path: string, query: Query, key?: string) => {
  const answer = await sandbox.get(path, query, key)
  expect(answer.status, answer.text).toBe(200)
  return answer.json as Page<T>
}

async function everything<T>(path: string, query: Query = {}): Promise<T[]> {
  const items: T[] = []
  for (let token: string | undefined; ;) {
    const read = await page<T>(path, { limit: 1000, ...query, page_token: token })
    items.push(...read.items)
    if (!read.next_page_token) return items
    token = read.next_page_token
  }
}

/** The ids from the first page to the last, and back from the last page to the first. */
async function walkBothWays(
  path: string,
  query: Query,
): Promise<{ forwards: string[]; backwards: string[] }> {
  const forwards: string[] = []
  let last = await page<Plain>(path, query)
  for (;;) {
    forwards.push(...last.items.map(({ id }) => id))
    if (!last.next_page_token) break
    last = await page<Plain>(path, { ...query, page_token: last.next_page_token })
  }
  const backwards = last.items.map(({ id }) => id)
  while (last.prev_page_token) {
    last = await page<Plain>(path, { ...query, page_token: last.prev_page_token })
    backwards.unshift(...last.items.map(({ id }) => id))
  }
  return { forwards, backwards }
}

/** Values of a filter that occur, and one that does not. */
function valuesOf(name: string): string[] {
  const found = allCaptures.flatMap((capture): (string | null | undefined)[] => {
    const data = capture.charge_capture_data
    switch (name) {
      case 'date_of_service_min':
      case 'date_of_service_max':
        return [capture.date_of_service]
      case 'claim_ids':
        return [known.encounterOf.get(capture.claim_creation_id ?? '')]
      case 'claim_creation_ids':
        return [capture.claim_creation_id]
      case 'billing_provider_npis':
        return [data.billing_provider?.npi]
      case 'service_facility_name':
        return [data.service_facility?.organization_name?.slice(2, 9)]
      case 'primary_payer_ids':
        return [data.subscriber_primary?.insurance_card?.payer_id]
      case 'primary_payer_names':
        return [data.subscriber_primary?.insurance_card?.payer_name?.toUpperCase()]
      case 'rendering_provider_npis':
        return [data.rendering_provider?.npi]
      case 'rendering_provider_names':
        return [data.rendering_provider?.last_name]
      case 'supervising_provider_npis':
        return [data.supervising_provider?.npi]
      case 'supervising_provider_names':
        return [data.supervising_provider?.last_name?.toLowerCase()]
      case 'tags':
        return data.tag_ids ?? []
      case 'patient_names':
        return [
          `${data.patient?.first_name} ${data.patient?.last_name}`,
          data.patient?.last_name?.slice(1, 4),
          'a',
        ]
      case 'billable_status':
      case 'responsible_party':
        return [data[name]]
      case 'exclude_charges_linked_to_claims':
        return ['true']
      case 'search_term':
        return [
          data.patient?.last_name,
          data.patient?.date_of_birth,
          capture.charge_external_id.slice(-2),
          capture.id,
          '%',
        ]
      default:
        return [capture[name as 'status']]
    }
  })
  const closed = [
    'status',
    'billable_status',
    'responsible_party',
    'date_of_service_min',
    'date_of_service_max',
    'exclude_charges_linked_to_claims',
  ]
  return [
    ...new Set(found.filter((value) => value !== null && value !== undefined && value !== '')),
  ].concat(closed.includes(name) ? [] : ['nowhere']) as string[]
}

const isMany = (name: string) =>
  /(ids|npis|names|category|tags)$/.test(name) && name !== 'patient_external_id'

/** A random value of a filter; up to three values if the filter takes several. */
function anyValue(name: string): fc.Arbitrary<string[]> {
  return fc.uniqueArray(fc.constantFrom(...valuesOf(name)), {
    minLength: 1,
    maxLength: isMany(name) ? 3 : 1,
  })
}

const matches = (capture: PlainCapture, name: string, values: string[]) =>
  matchers[name]!(capture, values, known)

function inOrder(items: PlainCapture[], sort: string, direction: string): PlainCapture[] {
  // Captures with equal sort values are in the order of creation, which only the whole sorted list
  // shows.
  const oldestFirst = sort === 'created_at' ? allCaptures.toReversed() : allByDate
  const ordered = oldestFirst.filter((capture) => items.some(({ id }) => id === capture.id))
  return direction === 'asc' ? ordered : ordered.toReversed()
}

const asQuery = (name: string, values: string[]) => ({ [name]: isMany(name) ? values : values[0] })

test('the list by date of service has every capture, earliest first', () => {
  const dates = allByDate.map((capture) => capture.date_of_service ?? '')
  expect(dates).toEqual(dates.toSorted())
  expect(new Set(allByDate.map(({ id }) => id))).toEqual(new Set(allCaptures.map(({ id }) => id)))
})

const captureFilters = Object.keys(matchers)
const sorting = fc.record({
  sort: fc.constantFrom('created_at', 'date_of_service'),
  sort_direction: fc.constantFrom('asc', 'desc'),
  limit: fc.integer({ min: 7, max: 200 }),
})

test.each(captureFilters)('charge captures by %s', async (name) => {
  await fc.assert(
    fc.asyncProperty(anyValue(name), sorting, async (values, view) => {
      const expected = inOrder(
        allCaptures.filter((capture) => matches(capture, name, values)),
        view.sort,
        view.sort_direction,
      ).map(({ id }) => id)
      const { forwards, backwards } = await walkBothWays(captures, {
        ...view,
        ...asQuery(name, values),
      })
      expect(forwards).toEqual(expected)
      expect(backwards).toEqual(expected)
    }),
    { numRuns: testSize(2, 6) },
  )
})

test.each(rankedSortKeys)(
  'charge captures that match %s come first, the others after them',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(anyValue(name), sorting, async (values, view) => {
        const ordered = inOrder(allCaptures, view.sort, view.sort_direction)
        const first = ordered.filter((capture) => matches(capture, name, values))
        const rest = ordered.filter((capture) => !matches(capture, name, values))
        const expected = [...first, ...rest].map(({ id }) => id)
        const query = { ...view, [rankedSortName(name)]: isMany(name) ? values : values[0] }
        const { forwards, backwards } = await walkBothWays(captures, query)
        expect(forwards).toEqual(expected)
        expect(backwards).toEqual(expected)
      }),
      { numRuns: testSize(2, 4) },
    )
  },
)

/**
 * Captures that match more ranked sorts first. Captures with the same number of matches keep their
 * order.
 */
function byMatches(
  ordered: readonly PlainCapture[],
  ranks: readonly (readonly [string, string[]])[],
): PlainCapture[] {
  const matched = (capture: PlainCapture) =>
    ranks.filter(([name, values]) => matches(capture, name, values)).length
  return ordered.toSorted((a, b) => matched(b) - matched(a))
}

test('with two to seven ranked sorts, captures that match more of them come first', async () => {
  const ranked = fc
    .uniqueArray(fc.constantFrom(...rankedSortKeys), { minLength: 2, maxLength: 7 })
    .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), anyValue(name)))))
  const levels = new Set<number>()
  await fc.assert(
    fc.asyncProperty(ranked, sorting, async (ranks, view) => {
      const ordered = inOrder(allCaptures, view.sort, view.sort_direction)
      for (const capture of ordered)
        levels.add(ranks.filter(([name, values]) => matches(capture, name, values)).length)
      const query = Object.assign(
        { ...view },
        ...ranks.map(([name, values]) => ({
          [rankedSortName(name)]: isMany(name) ? values : values[0],
        })),
      ) as Query
      const { forwards, backwards } = await walkBothWays(captures, query)
      const expected = byMatches(ordered, ranks).map(({ id }) => id)
      expect(forwards).toEqual(expected)
      expect(backwards).toEqual(expected)
    }),
    { numRuns: testSize(8, 40) },
  )
  expect([...levels].toSorted()).toEqual(expect.arrayContaining([0, 1, 2]))
})

test('several filters and ranked sorts together', async () => {
  const some = fc
    .uniqueArray(fc.constantFrom(...captureFilters), { minLength: 2, maxLength: 3 })
    .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), anyValue(name)))))
  const ranked = fc
    .uniqueArray(fc.constantFrom(...rankedSortKeys), { maxLength: 2 })
    .chain((names) => fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), anyValue(name)))))
  await fc.assert(
    fc.asyncProperty(some, ranked, sorting, async (filters, ranks, view) => {
      const passing = inOrder(allCaptures, view.sort, view.sort_direction).filter((capture) =>
        filters.every(([name, values]) => matches(capture, name, values)),
      )
      const expected = byMatches(passing, ranks).map(({ id }) => id)
      const query = Object.assign(
        { ...view },
        ...filters.map(([name, values]) => asQuery(name, values)),
        ...ranks.map(([name, values]) => ({
          [rankedSortName(name)]: isMany(name) ? values : values[0],
        })),
      ) as Query
      const { forwards, backwards } = await walkBothWays(captures, query)
      expect(forwards).toEqual(expected)
      expect(backwards).toEqual(expected)
    }),
    { numRuns: testSize(8, 40) },
  )
})

const onlyOfCaptures = [
  'billable_status',
  'responsible_party',
  'exclude_charges_linked_to_claims',
  'search_term',
]

test.each(captureFilters.filter((name) => !onlyOfCaptures.includes(name)))(
  'claim creations by %s',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(anyValue(name), sorting, async (values, { sort_direction, limit }) => {
        const passing = allCreations
          .filter(({ id }) =>
            (membersOf.get(id) ?? []).some((capture) => matches(capture, name, values)),
          )
          .map(({ id }) => id)
        const expected = sort_direction === 'asc' ? passing.toReversed() : passing
        const query = {
          sort_direction,
          limit,
          ...asQuery(name === 'status' ? 'charge_status' : name, values),
        }
        const { forwards, backwards } = await walkBothWays(creations, query)
        expect(forwards).toEqual(expected)
        expect(backwards).toEqual(expected)
      }),
      { numRuns: testSize(2, 6) },
    )
  },
)

test("the description's status BILLED finds successful claim creations", async () => {
  const ids = async (claim_creation_status: string) =>
    (await everything<Plain>(creations, { claim_creation_status })).map(({ id }) => id)
  const successful = await ids('successful')
  expect(successful.length).toBeGreaterThan(0)
  expect(await ids('BILLED')).toEqual(successful)
})

test('claim creations by status, and those with resolved or unresolved updates', async () => {
  for (const status of [
    'not-started',
    'in-error',
    'successful',
    'successful-dry-run',
    'aborted',
    'held',
  ]) {
    const found = await everything<Plain & { status: string }>(creations, {
      claim_creation_status: status,
    })
    expect(found.map(({ id }) => id)).toEqual(
      allCreations
        .filter((creation) => (creation as (typeof found)[0]).status === status)
        .map(({ id }) => id),
    )
  }
  const changed = allCreations.filter(({ id }) =>
    (membersOf.get(id) as Plain[] | undefined)?.some(({ updates }) => updates!.length > 0),
  )
  const settled = changed.filter(({ id }) =>
    (membersOf.get(id) as Plain[]).every(({ updates }) =>
      updates!.every(({ resolved }) => resolved),
    ),
  )
  expect(settled.length).toBeGreaterThan(0)
  expect(changed.length).toBeGreaterThan(settled.length)
  expect(
    (await everything<Plain>(creations, { has_charge_capture_updates: true })).map(({ id }) => id),
  ).toEqual(changed.map(({ id }) => id))
})

test('captures and claim creations agree on their claim status', async () => {
  const billed = new Set<string>()
  for (const claim_status of [
    'biller_received',
    'submitted_to_payer',
    'finalized_paid',
    'finalized_denied',
    'rejected',
    'era_requires_review',
    'not_billable',
    'coded',
    'missing_information',
    'waiting_for_provider',
    'held_by_customer',
    'paid_incorrectly',
    'denied',
    'paid',
  ]) {
    const answer = await sandbox.get(creations, { claim_status, limit: 1000 })
    if (answer.status === 422) continue
    const ids = (answer.json as Page<Plain>).items.map(({ id }) => id)
    const linked = new Set(
      (await everything<PlainCapture>(captures, { claim_status })).map(
        (capture) => capture.claim_creation_id,
      ),
    )
    expect(linked).toEqual(new Set(ids))
    for (const id of ids) billed.add(id)
  }
  expect(billed.size).toBeGreaterThan(0)
})

test('a scoped key gets the same number of pages, some of them short or empty', async () => {
  const scoped: Page<PlainCapture>[] = []
  for (
    let token: string | null | undefined;
    token !== null;
    token = scoped.at(-1)!.next_page_token
  ) {
    scoped.push(
      await page<PlainCapture>(captures, { limit: 10, page_token: token }, 'sandbox-scoped'),
    )
  }
  expect(scoped).toHaveLength(Math.ceil(allCaptures.length / 10))
  const npis = new Set(
    scoped
      .flatMap(({ items }) => items.map((item) => item.charge_capture_data.billing_provider?.npi))
      .filter(Boolean),
  )
  expect(npis.size).toBeLessThanOrEqual(3)
  const seen = scoped.flatMap(({ items }) => items.map(({ id }) => id))
  expect(seen).toEqual(
    allCaptures
      .filter(
        ({ charge_capture_data: data }) =>
          !data.billing_provider?.npi || npis.has(data.billing_provider.npi),
      )
      .map(({ id }) => id),
  )
  expect(scoped.some(({ items }) => items.length === 0)).toBe(true)
})

test('a token is refused if it was changed or belongs to another list, key or set of filters', async () => {
  const token = (await page(captures, { limit: 5, status: 'billable' })).next_page_token!
  const refused = async (path: string, query: Query, key?: string) =>
    expect((await sandbox.get(path, { limit: 5, ...query }, key)).status).toBe(422)
  await refused(captures, {
    status: 'billable',
    page_token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
  })
  await refused(captures, { status: 'billable', page_token: `x${token}` })
  await refused(captures, { page_token: token })
  await refused(captures, { status: 'planned', page_token: token })
  await refused(captures, { status: 'billable', sort: 'date_of_service', page_token: token })
  await refused(captures, { status: 'billable', page_token: token }, 'sandbox-readonly')
  await refused(creations, { page_token: token })
  expect(
    (await sandbox.get(captures, { limit: 50, status: 'billable', page_token: token })).status,
  ).toBe(200)
})

test.each([
  [
    captures,
    { sort: 'created_at', sort_direction: 'desc', exclude_charges_linked_to_claims: false },
  ],
  [creations, { sort: 'created_at', sort_direction: 'desc', has_charge_capture_updates: false }],
  ['/api/encounters/v4', { sort: 'created_at:desc' }],
  ['/api/contracts/v2', { contract_status: 'pending', sort: 'created_at', sort_direction: 'desc' }],
  ['/api/contracts/v3', { contract_status: 'pending', sort: 'created_at', sort_direction: 'desc' }],
  ['/api/organization-providers/v3', { sort: 'provider_name:asc' }],
  ['/lists/v1/patient', { sort_field: 'patient.updatedAt', sort_direction: 'asc' }],
])(
  'a page token of %s stays valid if default values are added or left out',
  async (path, defaults) => {
    const spelled = { limit: 2, ...defaults }
    const first = await page(path, { limit: 2 })
    expect(first.next_page_token).toBeTruthy()
    const next = await page(path, { ...spelled, page_token: first.next_page_token! })
    expect(next.items).toEqual(
      (await page(path, { limit: 2, page_token: first.next_page_token! })).items,
    )
    const begun = await page(path, spelled)
    expect(begun.items).toEqual(first.items)
    expect((await page(path, { limit: 2, page_token: begun.next_page_token! })).items).toEqual(
      next.items,
    )
  },
)

test('a page token stays valid if an array filter has its values in another order, or one twice', async () => {
  const npis = [
    ...new Set(allCaptures.map((each) => each.charge_capture_data.billing_provider?.npi ?? '')),
  ].filter(Boolean)
  const query = { limit: 3, billing_provider_npis: npis.slice(0, 3) }
  const { next_page_token } = await page(captures, query)
  const next = await page(captures, { ...query, page_token: next_page_token! })
  for (const billing_provider_npis of [
    npis.slice(0, 3).toReversed(),
    [...npis.slice(0, 3), npis[1]!],
  ])
    expect(
      (await page(captures, { limit: 3, billing_provider_npis, page_token: next_page_token! }))
        .items,
    ).toEqual(next.items)
  const other = { limit: 3, billing_provider_npis: npis.slice(0, 2), page_token: next_page_token! }
  expect((await sandbox.get(captures, other)).status).toBe(422)
})

test('an empty value of an array filter is ignored', async () => {
  const all = await page(captures, { limit: 5 })
  for (const name of [
    'claim_ids',
    'tags',
    'billing_provider_npis',
    'claim_creation_category',
    'patient_names',
  ]) {
    expect((await page(captures, { limit: 5, [name]: '' })).items, name).toEqual(all.items)
    expect((await page(captures, { limit: 5, [`${name}_ranked_sort`]: '' })).items, name).toEqual(
      all.items,
    )
  }
  const id = allCaptures.find(({ claim_creation_id: link }) => link)!.claim_creation_id!
  expect((await page<PlainCapture>(captures, { claim_creation_ids: [id, ''] })).items).toEqual(
    membersOf.get(id),
  )
  const contracts = '/api/contracts/v3'
  expect((await page(contracts, { states: '', payer_names: '' })).items).toEqual(
    (await page(contracts, {})).items,
  )
  expect(
    (await page(captures, { limit: 5, claim_ids: '', page_token: all.next_page_token! })).items,
  ).toHaveLength(5)
})
