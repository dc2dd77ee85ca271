import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exportList } from '#lib/actions/exports.ts'
import { mark, readItems, readState } from '#lib/actions/queue/verbs.ts'
import { readUpdateItems } from '#lib/actions/overview/updates.ts'
import { consoleDb } from '#lib/console/db.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { auditRecords, jobParts, jobs } from '#lib/console/schema.ts'
import { sendFromOwnPage, signInAs } from '#lib/console/test-console.ts'
import { fileColumns } from '#lib/lists/columns.ts'
import { columnsOfList } from '#lib/lists/columns/columns-of-list.ts'
import type { ExportListId } from '#lib/lists/export-request.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import type { QueueFilter, QueueItem, QueueItems } from '#lib/lists/queue.ts'
import { readExport } from './read-file.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 1_500, contracts: 30 })

beforeAll(() => world.readQueue())
beforeEach(async () => {
  await (await consoleDb()).delete(jobs)
  sendFromOwnPage()
  await signInAs('biller')
})

// A reader is the manager's account with another role.
type File = { text: string; head: string[]; lines: string[] }

async function exported(request: object, columns: readonly string[]): Promise<File> {
  const { id } = valueOf(await exportList({ request, columns }))
  await vi.waitFor(
    async () =>
      expect(await newestJob(world.connection, 'export')).toMatchObject({
        id,
        state: 'done',
        failure: null,
      }),
    { timeout: 60_000, interval: 100 },
  )
  const text = await new Response(valueOf(await readExport({ id })).bytes).text()
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split('\r\n')
  return { text, head: head.split(','), lines: lines.filter((line) => line !== '') }
}

const plainColumns = (list: ExportListId) =>
  fileColumns(columnsOfList[list])
    .filter(({ isPhi }) => !isPhi)
    .map(({ id }) => id)
const allColumns = (list: ExportListId) => fileColumns(columnsOfList[list]).map(({ id }) => id)
const filter = (view: QueueFilter['view'], more: Partial<QueueFilter> = {}): QueueFilter => ({
  view,
  sort: 'money',
  ...more,
})

async function items(
  view: QueueFilter['view'],
  more: Partial<QueueFilter> = {},
): Promise<QueueItem[]> {
  const all: QueueItem[] = []
  for (let position: number | null = 0; position !== null;) {
    const page: QueueItems = valueOf(
      await readItems({ filter: filter(view, more), position }, world.as.biller),
    )
    all.push(...page.items)
    position = page.next
  }
  return all
}

const requestCount = async () => (await world.sent(undefined, '')).length

test('a view of the queue is a file with each of its rows in their order, from the snapshot, and names no patient unless that is chosen', async () => {
  const held = await items('held')
  expect(held.length).toBeGreaterThan(3)
  const asked = await requestCount()
  const request = { operation: 'readQueue', filter: filter('held') }
  const plain = await exported(request, plainColumns('queueItems'))
  expect(plain.lines).toHaveLength(held.length)
  expect(plain.lines.map((line) => line.split(',')[0])).toEqual(
    held.map(({ external_id = '' }) => external_id),
  )
  const patients = held.flatMap(({ patient }) => patient ?? [])
  expect(patients.length).toBeGreaterThan(0)
  expect(patients.filter((name) => plain.text.includes(name))).toEqual([])
  const whole = await exported(request, allColumns('queueItems'))
  expect(patients.filter((name) => !whole.text.includes(name))).toEqual([])
  // Nothing was read from the partner, and neither the job nor its file is stored in clear.
  expect(await requestCount()).toBe(asked)
  const db = await consoleDb()
  const stored = JSON.stringify([await db.select().from(jobs), await db.select().from(jobParts)])
  expect(held.filter(({ external_id }) => external_id && stored.includes(external_id))).toEqual([])
  expect(await newestJob(world.connection, 'export')).toMatchObject({
    title: 'Export of queue items with patient data',
    progress: { done: held.length, total: held.length },
  })
})

test('the trail has every record of a file, and its download', async () => {
  const held = await items('held')
  const db = await consoleDb()
  await exported({ operation: 'readQueue', filter: filter('held') }, ['capture'])
  const trail = (await db.select().from(auditRecords)).filter(
    ({ accountId }) => accountId === world.as.biller.account.id,
  )
  const named = new Set(
    trail
      .filter(({ operation }) => operation === 'exportList')
      .flatMap(({ recordIds }) => recordIds),
  )
  expect(held.filter(({ claim_creation_id }) => !named.has(claim_creation_id))).toEqual([])
  expect(trail.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['startExport', 'downloadExport']),
  )
})

test('a file of the causes has one row each, one of a cause its claims, and “mine” only what the person owns', async () => {
  const { causes } = valueOf(await readState(filter('causes'), world.as.biller))
  const file = await exported({ operation: 'readQueue', filter: filter('causes') }, [
    'cause',
    'claims',
    'charges',
  ])
  expect(file.head).toEqual(['Cause', 'Claims', 'Charges (USD)'])
  expect(file.lines).toHaveLength(causes.length)
  expect(file.lines.map((line) => line.split(',').at(-1))).toEqual(
    causes.map(({ cents }) => (cents / 100).toFixed(2)),
  )

  const cause = causes[0]!.key
  const ofCause = await exported({ operation: 'readQueue', filter: filter('causes', { cause }) }, [
    'claim_creation_id',
  ])
  // Whatever is chosen, the records have their ids.
  expect(ofCause.head).toEqual(['Claim creation ID', 'Charge capture ID'])
  expect(ofCause.lines).toEqual(
    (await items('causes', { cause })).map(
      (item) => `${item.claim_creation_id},${item.capture_id ?? ''}`,
    ),
  )

  expect(
    (await exported({ operation: 'readQueue', filter: filter('mine') }, ['capture'])).lines,
  ).toEqual([])
  const [one] = await items('held')
  const note = '=HYPERLINK("http://evil.example")'
  const change = { owner_id: world.as.biller.account.id, note }
  valueOf(
    await mark(
      { subjects: [{ claim_creation_id: one!.claim_creation_id }], change },
      world.as.biller,
    ),
  )
  const mine = await exported({ operation: 'readQueue', filter: filter('mine') }, [
    'claim_creation_id',
    'owner',
    'note',
  ])
  const quoted = `"'${note.replaceAll('"', '""')}"`
  expect(new Set(mine.lines)).toEqual(
    new Set([
      `${one!.claim_creation_id},${world.as.biller.account.name},${quoted},${one!.capture_id ?? ''}`,
    ]),
  )
})

test('the changes after billing are a file in the order of the page', async () => {
  const page = valueOf(
    await readUpdateItems({ filter: { sort: 'money' }, position: 0 }, world.as.biller),
  )
  expect(page.items.length).toBeGreaterThan(3)
  const file = await exported({ operation: 'readUpdatesQueue', filter: { sort: 'money' } }, [
    'moved',
    'claim_creation_id',
  ])
  const dollars = (cents: number | undefined) =>
    cents === undefined ? '' : (cents / 100).toFixed(2)
  expect(file.lines).toEqual(
    page.items.map(
      ({ change, claim_creation_id, capture_id = '' }) =>
        `${dollars(change?.moved_cents)},${claim_creation_id},${capture_id}`,
    ),
  )
})

type Contract = {
  contract_id: string
  contract_service_facilities?: { service_facility_id: string; provider_ids: string[] }[]
}
type Provider = { organization_provider_id: string; npi: string; last_name: string }

test('the providers and the service facilities of a contract are files, and a search finds its providers only', async () => {
  // The partner lists one status at a time.
  const lists = await Promise.all(
    listSpecs.listContractsV3.splitBy!.values.map(
      async (contract_status) =>
        (await world.sandbox.get('/api/contracts/v3', { contract_status, limit: 1_000 })).json as {
          items: { contract_id: string; type: string }[]
        },
    ),
  )
  const contracts = lists.flatMap(({ items: some }) => some)
  const institutional = contracts.filter(({ type }) => type === 'institutional')
  const read = await Promise.all(
    institutional.map(
      async ({ contract_id }) =>
        (await world.sandbox.get(`/api/contracts/v3/${contract_id}`)).json as Contract,
    ),
  )
  const [contract] = read.filter(({ contract_service_facilities: all = [] }) =>
    all.some(({ provider_ids }) => provider_ids.length > 0),
  )
  if (!contract) throw new Error('The demo data has no contract with providers at a facility.')
  const id = contract.contract_id
  const { items: providers } = (
    await world.sandbox.get(`/api/contracts/v3/${id}/providers`, { limit: 1_000 })
  ).json as {
    items: Provider[]
  }
  const roster = { operation: 'listContractProviders', id }
  const file = await exported(roster, allColumns('contractProviders'))
  expect(file.head).toEqual(['Name', 'NPI', 'Provider type', 'Provider ID'])
  expect(file.lines.map((line) => line.split(',').at(-1))).toEqual(
    providers.map((each) => each.organization_provider_id),
  )
  const { npi, organization_provider_id } = providers[0]!
  expect((await exported({ ...roster, search: npi }, ['npi'])).lines).toEqual([
    `${npi},${organization_provider_id}`,
  ])

  const facilities = await exported({ operation: 'getContractV3', id }, [
    'facility_id',
    'provider_id',
  ])
  const expected = contract.contract_service_facilities!.flatMap(
    ({ service_facility_id, provider_ids }) =>
      provider_ids.length === 0
        ? [`${service_facility_id},`]
        : provider_ids.map((each) => `${service_facility_id},${each}`),
  )
  expect(facilities.lines).toEqual(expected)
  const names = (await exported({ operation: 'getContractV3', id }, ['facility', 'provider'])).lines
  expect(
    names.filter((line) => line.startsWith(',')),
    'facilities without a name',
  ).toEqual([])
})

test('who may not read a list has no file of it, and an unknown filter or column is refused', async () => {
  const queue = {
    request: { operation: 'readQueue', filter: filter('causes') },
    columns: ['cause'],
  }
  for (const role of ['credentialing', 'reader'] as const) {
    await signInAs(role)
    for (const asked of [
      queue,
      { request: { operation: 'readUpdatesQueue', filter: { sort: 'money' } }, columns: ['kind'] },
    ])
      expect(await exportList(asked), role).toMatchObject({ error: { name: 'Forbidden' } })
  }
  await signInAs('biller')
  for (const asked of [
    { ...queue, columns: ['patient_ssn'] },
    { ...queue, request: { ...queue.request, filter: { ...filter('causes'), nonsense: 'x' } } },
    { ...queue, request: { operation: 'readQueue' } },
  ])
    expect(await exportList(asked)).toMatchObject({ error: { name: 'InvalidInput' } })
})

test('a file of captures or claim creations has the state of the screen, which comes from both', async () => {
  const of = async (operation: 'listChargeCaptures' | 'listClaimCreations', columns: string[]) => {
    const query = { sort: 'created_at', sort_direction: 'desc', limit: 100 }
    const { head, lines } = await exported({ operation, query }, [...columns, 'own_status'])
    return { head, rows: lines.map((line) => line.split(',')) }
  }
  const captures = await of('listChargeCaptures', ['status'])
  expect(captures.head.slice(0, 2)).toEqual(['Status', 'Capture status'])
  const states = new Set(captures.rows.map(([state, own]) => `${state}, ${own}`))
  for (const pair of ['In error, Billable', 'Billed, Billable', 'On hold, Planned'])
    expect([...states]).toContain(pair)
  const asked = await requestCount()
  const own = await of('listChargeCaptures', [])
  expect(new Set(own.rows.map(([each]) => each))).toContain('Billable')
  // Only a file whose cells need them asks for the claims.
  expect((await requestCount()) - asked).toBeLessThanOrEqual(Math.ceil(own.rows.length / 250) + 1)
  const claims = await of('listClaimCreations', ['status', 'captures'])
  const claimStates = new Set(claims.rows.map(([state]) => state))
  for (const state of ['In error', 'Billed', 'On hold', 'Changed'])
    expect([...claimStates]).toContain(state)
  expect(claims.rows.filter(([, names]) => names !== '').length).toBeGreaterThan(10)
})

test('a file of spans says how each stands', async () => {
  await signInAs('manager')
  for (const operation of [
    'listFacilityCredentialingSpans',
    'listProviderCredentialingSpans',
  ] as const) {
    const { head, lines } = await exported({ operation, query: { limit: 100 } }, ['standing'])
    expect(head[0]).toBe('Coverage')
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line.replaceAll('"', '')).toMatch(/^[A-Z][a-z]+/)
  }
})

test('a file of contracts says how the last day of each stands', async () => {
  await signInAs('manager')
  for (const operation of ['listContractsV3', 'listContractsV2'] as const) {
    const { head, lines } = await exported({ operation, query: { limit: 100 } }, ['ends'])
    expect(head[0]).toBe('Ends')
    expect(lines.join('\n'), operation).toMatch(/Ended|Ends in \d+ d/)
  }
})
