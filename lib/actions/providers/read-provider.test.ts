import { beforeAll, expect, test, vi } from 'vitest'
import { desc } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { readBoard, readStanding, startBoard } from '#lib/actions/coverage-board/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readProvider } from './read-provider.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

// A provider's page beside the partner's own lists, which this test walks by itself.

const world = startWorld({ captures: 900, contracts: 24 })
let context: ActionContext

beforeAll(() => {
  context = world.as.credentialing
})
type Person = { organization_provider_id: string; npi: string }
type Contract = { contract_id: string; type: string }
type Facility = { service_facility_id: string; provider_ids: string[] }

const staff = () => world.all<Person>('/api/organization-providers/v3', { is_rendering: true })
const rosterOf = (id: string) => world.all<Person>(`/api/contracts/v3/${id}/providers`)

test('contracts, spans and facilities are those of the partner’s own rosters and lists', async () => {
  const contracts = await world.all<Contract>('/api/contracts/v3', { contract_status: 'effective' })
  const rosters = await Promise.all(
    contracts.map(async ({ contract_id }) => ({
      contract_id,
      ids: new Set((await rosterOf(contract_id)).map((one) => one.organization_provider_id)),
    })),
  )
  const institutional = contracts.filter(({ type }) => type === 'institutional')
  const detailed = await Promise.all(
    institutional.map(
      async ({ contract_id }) =>
        (await world.sandbox.get(`/api/contracts/v3/${contract_id}`)).json as Contract & {
          contract_service_facilities: Facility[]
        },
    ),
  )
  let facilities = 0
  const ofFacilities = (await rosterOf(institutional[0]!.contract_id)).slice(0, 6)
  for (const { npi, organization_provider_id: id } of [
    ...(await staff()).slice(0, 6),
    ...ofFacilities,
  ]) {
    const read = valueOf(await readProvider({ npi }, context))
    expect(read.provider).toMatchObject({ id, npi })
    expect([read.contracts.failure, read.spans.failure, read.facilities.failure]).toEqual([
      null,
      null,
      null,
    ])
    const own = read.contracts.items.filter(({ status }) => status === 'effective')
    expect(own.map(({ contract_id }) => contract_id).toSorted()).toEqual(
      rosters
        .filter(({ ids }) => ids.has(id))
        .map(({ contract_id }) => contract_id)
        .toSorted(),
    )
    const spans = await world.all<{
      provider_credentialing_span_id: string
      rendering_provider: Person
    }>('/api/provider-credentialing-span/v2', { provider_id: id, as_rendering_provider: true })
    expect(read.spans.items.map(({ span }) => span.id).toSorted()).toEqual(
      spans.map((span) => span.provider_credentialing_span_id).toSorted(),
    )
    const open = detailed
      .filter(({ contract_id }) => own.some((each) => each.contract_id === contract_id))
      .flatMap(({ contract_service_facilities: each }) => each)
      .filter(({ provider_ids }) => provider_ids.length === 0 || provider_ids.includes(id))
    expect(read.facilities.items.map((facility) => facility.id).toSorted()).toEqual(
      [...new Set(open.map(({ service_facility_id }) => service_facility_id))].toSorted(),
    )
    facilities += open.length
  }
  expect(facilities).toBeGreaterThan(0)
})

test('without a coverage board the captures at risk are not known; with one they add up to its sums', async () => {
  const [someone] = await staff()
  expect(valueOf(await readProvider({ npi: someone!.npi }, context)).risk).toBeNull()
  await startBoard({}, context)
  const id = await vi.waitUntil(
    async () => valueOf(await readStanding({}, context)).done?.id ?? undefined,
    { timeout: 60_000, interval: 100 },
  )
  const board = valueOf(await readBoard({ id }, context))
  type Capture = { charge_capture_data: { rendering_provider?: { npi?: string } } }
  const captures = await world.all<Capture>('/api/charge_captures/v1', {
    exclude_charges_linked_to_claims: true,
  })
  const npis = new Set(
    captures.flatMap(({ charge_capture_data: data }) => data.rendering_provider?.npi ?? []),
  )
  const known = new Set((await staff()).map(({ npi }) => npi))
  const risks = await Promise.all(
    [...npis]
      .filter((npi) => known.has(npi))
      .map(async (npi) => valueOf(await readProvider({ npi }, context)).risk!),
  )
  const all = risks.flatMap(({ rows }) => rows)
  // Every capture of this data set names a provider of the organization.
  expect([...npis].every((npi) => known.has(npi))).toBe(true)
  expect(all.reduce((sum, row) => sum + row.captures, 0)).toBe(
    board.will_deny.captures + board.may_deny.captures,
  )
  expect(all.reduce((sum, row) => sum + row.will, 0)).toBe(board.will_deny.captures)
  expect(all.reduce((sum, row) => sum + row.cents, 0)).toBe(
    board.will_deny.cents + board.may_deny.cents,
  )
  expect(risks.every(({ is_whole }) => is_whole)).toBe(true)
})

test('a part that the partner refuses is named, and the others are shown', async () => {
  const [span] = await world.all<{ rendering_provider: Person }>(
    '/api/provider-credentialing-span/v2',
    {},
  )
  const { npi } = span!.rendering_provider
  await world.fault({
    method: 'GET',
    path: '/api/contracts/v3',
    kind: 'status',
    status: 403,
    times: 20,
  })
  const read = valueOf(await readProvider({ npi }, context))
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  expect(read.contracts).toMatchObject({ items: [], failure: { status: 403 } })
  expect(read.spans.failure).toBeNull()
  expect(read.spans.items.length).toBeGreaterThan(0)
})

test('an NPI that the partner does not have is not found, and the trail has who asked', async () => {
  expect(await readProvider({ npi: '1000000004' }, context)).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError' },
  })
  const [entry] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(desc(auditRecords.id))
    .limit(1)
  expect(entry).toMatchObject({
    accountId: context.account.id,
    operation: 'listOrganizationProviders',
    stage: 'read',
    outcome: 'EntityNotFoundError',
  })
})
