import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { keepDay } from '#lib/console/queue/snapshot.ts'
import { changeMarks, creationSubject } from '#lib/console/queue/team.ts'
import { auditRecords, queueDays, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { randomId } from '#lib/core/random-id.ts'
import {
  ageHref,
  kindHref,
  ownerHref,
  queueHref,
  undatedAge,
  type Overview,
  type PersonWork,
} from '#lib/lists/overview.ts'
import { queueFilterOf, queueListFor } from '#lib/lists/queue-list.ts'
import { nobody, queueKinds, queueViews, type QueueItem } from '#lib/lists/queue.ts'
import { viewLists } from '#lib/lists/saved-views.ts'
import { viewFromUrl } from '#lib/lists/view.ts'
import {
  kindOf,
  stepOf,
  updateKinds,
  updateParts,
  updatesFilterOf,
  updatesList,
  type UpdatesFilter,
  type UpdatesPage,
} from '#lib/lists/updates.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import { resolveChanges } from '#lib/actions/claim-creations/resolve.ts'
import { forgetQueues } from '#lib/actions/queue/model.ts'
import { refreshQueue } from '#lib/actions/queue/read-snapshot.ts'
import { readItems, readState } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { readOverviewNow } from './overview.ts'
import { readUpdateItems, readUpdates } from './updates.ts'
import { readWork } from './work.ts'

let sandbox: TestSandbox
let connection: Connection
const as: { [role: string]: ActionContext } = {}

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 1_500 })
  await startTestConsole({ SANDBOX_PORT: new URL(sandbox.url).port })
  connection = await activeConnection()
  for (const { id, name, email } of await (await consoleDb()).select().from(user))
    as[email.split('@')[0]!] = {
      account: { id, name, email, role: email.split('@')[0]! as 'manager', isDemo: true },
      connection,
    }
  await refresh()
})
afterAll(async () => {
  setClock(undefined)
  forgetQueues()
  await stopTestConsole()
  await sandbox.close()
})

const refresh = () =>
  refreshQueue({
    connection,
    report: async () => {},
    signal: new AbortController().signal,
    patiently: (ask) => ask(connection),
  })

async function value<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const known = await result
  if (!known.ok) throw new Error(known.error.message)
  return known.value
}
const overview = (role = 'manager'): Promise<Overview> => value(readOverviewNow({}, as[role]!))
const updates = (filter: Partial<UpdatesFilter> = {}, role = 'manager') =>
  value(readUpdates({ sort: 'money', ...filter }, as[role]!))
async function items(filter: Partial<UpdatesFilter> = {}): Promise<QueueItem[]> {
  const all: QueueItem[] = []
  for (let position: number | null = 0; position !== null;) {
    const page: UpdatesPage = await value(
      readUpdateItems({ filter: { sort: 'money', ...filter }, position }, as.manager!),
    )
    all.push(...page.items)
    position = page.next
  }
  return all
}
const resolve = (context: ActionContext, some: readonly QueueItem[], resolved = true) =>
  value(
    resolveChanges(
      {
        operation_id: randomId(),
        charge_capture_change_ids: some.flatMap(({ change }) => change!.update_ids),
        resolved,
        reason: 'Corrected claim sent',
      },
      context,
    ),
  )

test('each number of the overview is the number of the list behind it', async () => {
  const read = await overview()
  const queue = async (view: 'causes' | 'held' | 'filing-soon' | 'updates', more = {}) =>
    value(readItems({ filter: { view, sort: 'money', ...more }, position: 0 }, as.manager!))
  const sums = ({ total, cents }: { total: number; cents: number }) => ({ claims: total, cents })
  expect(read.errors).toEqual(sums(await queue('causes')))
  expect(read.errors.claims).toBeGreaterThan(20)
  expect(read.held).toEqual(sums(await queue('held')))
  expect(read.filing).toMatchObject(sums(await queue('filing-soon')))
  expect(read.updates.claims).toBe((await queue('updates')).total)
  expect(read.updates.up + read.updates.down).toBe(read.updates.cents)
  for (const { min, max, claims, cents, key } of read.ages.filter((age) => age.key !== 'none')) {
    const dates = { date_of_service_min: min, date_of_service_max: max }
    expect({ key, ...sums(await queue('causes', dates)) }).toEqual({ key, claims, cents })
  }
  expect(read.ages.reduce((sum, { claims }) => sum + claims, 0)).toBe(read.errors.claims)
  for (const { key, claims, cents } of read.causes)
    expect(sums(await queue('causes', { cause: key }))).toEqual({ claims, cents })
  const { causes } = await value(readState({ view: 'held', sort: 'money' }, as.manager!))
  expect(read.holds.map(({ key }) => key).toSorted()).toEqual(causes.map(({ key }) => key).toSorted())
  const [unowned] = read.people.filter(({ account_id }) => account_id === null)
  const ofNobody = async (view: 'causes' | 'held' | 'updates') => (await queue(view, { owner: nobody })).total
  expect(unowned).toMatchObject({
    errors: await ofNobody('causes'),
    held: await ofNobody('held'),
    updates: await ofNobody('updates'),
  })
})

// What the list at an address says of itself.
async function listAt(href: string): Promise<{ claims: number; cents: number }> {
  const { pathname, searchParams } = new URL(href, 'http://console')
  const place = Object.values(viewLists).find(({ path }) => path === pathname)
  const view = queueViews.find((each) => queueListFor(each).operation === idOf(place))
  expect(view, href).toBeDefined()
  if (view === 'updates')
    return value(readUpdates(updatesFilterOf(viewFromUrl(updatesList, searchParams).view), as.manager!))
  const shown = viewFromUrl(queueListFor(view!), searchParams)
  return value(readState(queueFilterOf(shown.view, view!), as.manager!))
}

function idOf(place: object | undefined): string | undefined {
  return Object.entries(viewLists).find(([, each]) => each === place)?.[0]
}

test('the list behind each number of the overview has that number, also without a service date, with snoozed claims and for each person', async () => {
  const [one, two] = (await value(readItems({ filter: { view: 'held', sort: 'money' }, position: 0 }, as.manager!)))
    .items
  await changeMarks(as.manager!, [creationSubject(one!.claim_creation_id)], { snoozed_until: '2999-01-01' }, [])
  await changeMarks(as.manager!, [creationSubject(two!.claim_creation_id)], { owner_id: as.biller!.account.id }, [])
  await keepDay(
    connection.boundTo,
    addDays(localDateAt(Date.now()), -2),
    JSON.stringify([{ kind: 'held', key: '', words: '', claims: 3, cents: 3 }]),
  )
  forgetQueues()
  const read = await overview()
  const sums = ({ claims, cents }: { claims: number; cents: number }) => ({ claims, cents })
  const expectList = async (href: string, wanted: { claims?: number; cents?: number }) =>
    expect({ href, ...sums(await listAt(href)) }).toMatchObject({ href, ...wanted })
  await expectList(kindHref('error'), sums(read.errors))
  await expectList(kindHref('held'), sums(read.held))
  await expectList(kindHref('updated'), sums(read.updates))
  await expectList(queueHref('filing-soon'), { claims: read.filing.claims, cents: read.filing.cents })
  for (const age of [...read.ages, { key: undatedAge, claims: 0, cents: 0 }])
    if (age.key !== undatedAge || age.claims > 0) await expectList(ageHref(age), sums(age))
  expect(
    (await listAt(ageHref({ key: undatedAge }))).claims +
      read.ages.reduce((sum, { claims, key }) => sum + (key === undatedAge ? 0 : claims), 0),
  ).toBe(read.errors.claims)
  expect(read.holds.length).toBeGreaterThan(0)
  for (const hold of read.holds) await expectList(queueHref('held', { cause: hold.key }), sums(hold))
  expect(read.since).not.toBeNull()
  for (const kind of queueKinds) {
    const { added, now } = read.since!.kinds[kind]
    expect(added).toBeGreaterThan(0)
    await expectList(kindHref(kind, read.since!.day), { claims: added })
    await expectList(kindHref(kind), { claims: now })
  }
  // A snoozed claim is in no list but that of the snoozed, and was not cleared either.
  expect(read.since!.kinds.held).toMatchObject({ before: 3, cleared: 3 })
  expect(read.people.map(({ account_id }) => account_id)).toContain(as.biller!.account.id)
  for (const person of read.people) {
    await expectList(ownerHref('causes', person), { claims: person.errors })
    await expectList(ownerHref('held', person), { claims: person.held })
    await expectList(ownerHref('updates', person), { claims: person.updates })
    await expectList(ownerHref('assigned', person), { cents: person.cents })
  }
  await changeMarks(
    as.manager!,
    [one!, two!].map((item) => creationSubject(item.claim_creation_id)),
    { snoozed_until: null, owner_id: null },
    [],
  )
  await (await consoleDb()).delete(queueDays)
  forgetQueues()
})

test('the overview names no patient', async () => {
  const text = JSON.stringify([await overview(), await updates()])
  const patients = (await items()).flatMap(({ patient, external_id }) => [patient, external_id]).filter(Boolean)
  expect(patients.length).toBeGreaterThan(0)
  expect(patients.filter((name) => text.includes(name!))).toEqual([])
})

test('changes after billing are ranked by amount, by kind or by age, and each part counts those that its filter lists', async () => {
  const all = await items()
  expect(all.length).toBeGreaterThan(3)
  const size = ({ change }: QueueItem) => Math.abs(change?.moved_cents ?? -1)
  expect(all.map(size)).toEqual(all.map(size).toSorted((a, b) => b - a))
  const ranks = (await items({ sort: 'kind' })).map((item) => Object.keys(updateKinds).indexOf(kindOf(item)))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  const dates = (await items({ sort: 'oldest' })).map(({ date_of_service }) => date_of_service ?? '9999')
  expect(dates).toEqual(dates.toSorted())

  const { parts, claims, cents } = await updates()
  expect({ claims, cents }).toEqual({
    claims: all.length,
    cents: all.reduce((sum, { change }) => sum + (change?.moved_cents ?? 0), 0),
  })
  for (const part of updateParts)
    for (const count of parts[part]) {
      const listed = await items({ [part]: count.value } as Partial<UpdatesFilter>)
      expect({ part, value: count.value, claims: listed.length }).toEqual({
        part,
        value: count.value,
        claims: count.claims,
      })
    }
  const [first] = parts.step
  expect((await items({ step: first!.value as 'void' })).every((item) => stepOf(item) === first!.value)).toBe(true)
  // A part is counted without its own filter, so that another value can be chosen.
  expect((await updates({ kind: 'money' })).parts.kind).toEqual(parts.kind)
})

test('what is resolved leaves the counts and is counted for its person, until it is opened again', async () => {
  const before = await updates()
  const some = (await items()).slice(0, 3)
  const ids = some.flatMap(({ change }) => change!.update_ids).length
  await resolve(as.biller!, some)
  await resolve(as.manager!, (await items()).slice(0, 1))
  const after = await updates()
  expect(after.claims).toBe(before.claims - 4)
  // The reason is in the trail, sealed, and not in what the partner got.
  const written = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(sql`operation = 'resolveChargeCaptureChanges' and stage = 'outcome'`)
  expect((await openChange(written[0]!))?.after).toMatchObject({ resolved: true, reason: 'Corrected claim sent' })
  const { requests } = (await sandbox.get('/_sandbox/requests')).json as { requests: { path: string }[] }
  const sent = requests.filter(({ path }) => path.endsWith('/changes'))
  expect(sent.length).toBeGreaterThan(1)
  expect(JSON.stringify(sent)).not.toContain('Corrected claim sent')
  const work = async () => (await value(readWork({}, as.manager!))).work
  const changes = (known: PersonWork[], context: ActionContext) =>
    known.find(({ account_id }) => account_id === context.account.id)?.days.at(-1)?.changes
  expect(changes(await work(), as.biller!)).toBe(ids)
  expect(changes(await work(), as.manager!)).toBeGreaterThan(0)

  await resolve(as.biller!, some, false)
  await refresh()
  const reopened = await updates()
  expect(reopened.claims).toBe(before.claims - 1)
  expect(changes(await work(), as.biller!)).toBeUndefined()
})

test('who owns what is counted for each person', async () => {
  const [one, two] = await items({ sort: 'oldest' })
  const owner = as.biller!.account
  await changeMarks(
    as.manager!,
    [one!, two!].map(({ claim_creation_id }) => creationSubject(claim_creation_id)),
    { owner_id: owner.id },
    [],
  )
  const { parts, unassigned, claims } = await updates()
  expect(parts.owner).toContainEqual(expect.objectContaining({ value: owner.id, label: owner.name, claims: 2 }))
  expect(unassigned).toBe(claims - 2)
  expect((await items({ owner: owner.id })).map(({ id }) => id).toSorted()).toEqual([one!.id, two!.id].toSorted())
  expect((await overview()).people.find(({ account_id }) => account_id === owner.id)).toMatchObject({ updates: 2 })
})

test('what changed since yesterday: what is new, and what is gone although other claims came', async () => {
  expect((await overview()).since).toBeNull()
  const { errors } = await overview()
  const today = localDateAt(Date.now())
  const sums = [
    { kind: 'error', key: '', words: '', claims: 7, cents: 7_000 },
    { kind: 'updated', key: '', words: '', claims: 2, cents: 100 },
  ]
  await keepDay(connection.boundTo, addDays(today, -1), JSON.stringify(sums))
  await keepDay(connection.boundTo, addDays(today, -3), JSON.stringify([{ ...sums[0], claims: 9 }]))
  forgetQueues()
  const { since, days } = await overview()
  // Everything was first seen today, so the seven of yesterday are gone.
  expect(since).toMatchObject({
    day: addDays(today, -1),
    kinds: { error: { before: 7, now: errors.claims, added: errors.claims, cleared: 7 }, held: { before: 0 } },
  })
  expect(days.map(({ day, error }) => [day, error])).toEqual([
    [addDays(today, -3), 9],
    [addDays(today, -2), 9],
    [addDays(today, -1), 7],
    [today, errors.claims],
  ])
})
