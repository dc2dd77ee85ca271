import { sql } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Connection } from '#lib/console/connections/connections.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { keepDay } from '#lib/console/queue/snapshot.ts'
import { changeMarks, creationSubject } from '#lib/console/queue/team.ts'
import { auditRecords, queueDays } from '#lib/console/schema.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { dayNow, timeZone } from '#lib/console/time-zone.ts'
import { randomId } from '#lib/core/random-id.ts'
import {
  ageHref,
  filingHref,
  heldHref,
  kindHref,
  movingKinds,
  ownerHref,
  queueHref,
  undatedAge,
  unlinkedHref,
  type Overview,
  type PersonWork,
} from '#lib/lists/overview.ts'
import { queueFilterOf, queueListFor } from '#lib/lists/queue-list.ts'
import { nobody, queueViews, type QueueItem } from '#lib/lists/queue.ts'
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
import { addDays, startOfDay } from '#lib/core/local-date.ts'
import { lastPeriod } from '#lib/lists/people-summary.ts'
import { readPeopleSummary } from '#lib/actions/activity/people-summary.ts'
import { readErrorHistory } from '#lib/partner/error-history.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from '#lib/actions/claim-creations/resolve.ts'
import { consoleAccount } from '#lib/actions/jobs/job-kind.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { readItems, readState } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { watchErrors, type Watch } from './cleared.ts'
import { flowOf } from './flow.ts'
import { lastDays } from './last-days.ts'
import { readOverviewNow, refreshOverview } from './overview.ts'
import { readRail } from './rail.ts'
import { overviewReading, unlinkedReading } from './reading-job.ts'
import { readUpdateItems, readUpdates } from './updates.ts'
import { readWork } from './work.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import type { Result } from '#lib/core/result.ts'
import { resetQueues } from '#lib/actions/queue/model.ts'

type Ask = (connection: Connection) => unknown

const world = startWorld({ captures: 1_500 })
let connection: Connection
let as: typeof world.as

beforeAll(async () => {
  ;({ connection, as } = world)
  // Captures of this category wait for others of their visit, and have no claim until those come.
  for (const [external, data] of [
    ['WAIT-1', { date_of_service: '2026-09-01' }],
    ['WAIT-2', {}],
    ['WAIT-3', { service_lines: [] }],
  ] as const)
    await world.sandbox.send(
      'POST',
      capturesAt,
      captureBody(data, {
        charge_external_id: external,
        patient_external_id: `PAT-${external}`,
        status: 'billable',
        claim_creation_category: 'awaiting-bundling',
      }),
    )
  await refresh()
})

const refresh = () => world.readQueue()

const value = async <T>(result: Promise<Result<T>>) => valueOf(await result)
const overview = (role: keyof typeof as = 'manager'): Promise<Overview> =>
  value(readOverviewNow({}, as[role]))
const updates = (filter: Partial<UpdatesFilter> = {}, role: keyof typeof as = 'manager') =>
  value(readUpdates({ sort: 'money', ...filter }, as[role]))
async function items(filter: Partial<UpdatesFilter> = {}): Promise<QueueItem[]> {
  const all: QueueItem[] = []
  for (let position: number | null = 0; position !== null;) {
    const page: UpdatesPage = await value(
      readUpdateItems({ filter: { sort: 'money', ...filter }, position }, as.manager),
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
        claim_creation_ids: some.map(({ claim_creation_id }) => claim_creation_id),
        own_reasons: some.map(({ claim_creation_id }) => ({
          claim_creation_id,
          reason: 'Corrected claim sent',
          overpayment: null,
        })),
        resolved,
        reason: 'Corrected claim sent',
      },
      context,
    ),
  )

test('each number of the overview is the number of the list behind it', async () => {
  const read = await overview()
  const queue = async (view: 'causes' | 'held' | 'filing-soon' | 'updates', more = {}) =>
    value(readItems({ filter: { view, sort: 'money', ...more }, position: 0 }, as.manager))
  const sums = ({ total, cents }: { total: number; cents: number }) => ({ claims: total, cents })
  expect(read.errors).toEqual(sums(await queue('causes')))
  expect(read.errors.claims).toBeGreaterThan(20)
  expect(read.held).toMatchObject(sums(await queue('held')))
  const { past, near } = read.filing
  expect(sums(await queue('filing-soon'))).toEqual({
    claims: past.claims + near.claims,
    cents: past.cents + near.cents,
  })
  expect(read.updates.claims).toBe((await queue('updates')).total)
  expect(read.updates.up + read.updates.down).toBe(read.updates.cents)
  for (const { min, max, claims, cents, key } of read.ages.filter((age) => age.key !== 'none')) {
    const dates = { date_of_service_min: min, date_of_service_max: max }
    expect({ key, ...sums(await queue('causes', dates)) }).toEqual({ key, claims, cents })
  }
  expect(read.ages.reduce((sum, { claims }) => sum + claims, 0)).toBe(read.errors.claims)
  for (const { key, claims, cents } of read.causes)
    expect(sums(await queue('causes', { cause: key }))).toEqual({ claims, cents })
  for (const [part, filter] of [
    ['payers', 'payer'],
    ['facilities', 'facility'],
    ['providers', 'provider'],
  ] as const) {
    const { rows, others, unnamed } = read.parts[part]
    expect(rows.length).toBeGreaterThan(1)
    for (const { value: one, claims, cents } of rows)
      expect(sums(await queue('causes', { [filter]: one })), one).toEqual({ claims, cents })
    // Each claim here names one of each.
    const all = [...rows, others, unnamed]
    expect(all.reduce((sum, { claims }) => sum + claims, 0)).toBe(read.errors.claims)
    expect(all.reduce((sum, { cents }) => sum + cents, 0)).toBe(read.errors.cents)
  }
  const { causes } = await value(readState({ view: 'held', sort: 'money' }, as.manager))
  expect(read.holds.map(({ key }) => key).toSorted()).toEqual(
    causes.map(({ key }) => key).toSorted(),
  )
  const [unowned] = read.people.filter(({ account_id }) => account_id === null)
  const ofNobody = async (view: 'causes' | 'held' | 'updates') =>
    (await queue(view, { owner: nobody })).total
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
    return value(
      readUpdates(
        updatesFilterOf(viewFromUrl(updatesList, searchParams).view, dayNow()),
        as.manager,
      ),
    )
  const shown = viewFromUrl(queueListFor(view!), searchParams)
  return value(readState(queueFilterOf(shown.view, view!, undefined, dayNow()), as.manager))
}

function idOf(place: object | undefined): string | undefined {
  return Object.entries(viewLists).find(([, each]) => each === place)?.[0]
}

test('the list behind each number of the overview has that number, also without a service date, with snoozed claims and for each person', async () => {
  const [one, two] = (
    await value(readItems({ filter: { view: 'held', sort: 'money' }, position: 0 }, as.manager))
  ).items
  await changeMarks(
    as.manager,
    [creationSubject(one!.claim_creation_id)],
    { snoozed_until: '2999-01-01' },
    [],
  )
  await changeMarks(
    as.manager,
    [creationSubject(two!.claim_creation_id)],
    { owner_id: as.biller.account.id },
    [],
  )
  await keepDay(
    connection.boundTo,
    addDays(dayNow(), -2),
    JSON.stringify([{ kind: 'held', key: '', words: '', claims: 3, cents: 3 }]),
  )
  resetQueues()
  const read = await overview()
  const sums = ({ claims, cents }: { claims: number; cents: number }) => ({ claims, cents })
  const expectList = async (href: string, wanted: { claims?: number; cents?: number }) =>
    expect({ href, ...sums(await listAt(href)) }).toMatchObject({ href, ...wanted })
  await expectList(kindHref('error'), sums(read.errors))
  await expectList(kindHref('held'), sums(read.held))
  await expectList(kindHref('updated'), sums(read.updates))
  await expectList(kindHref('resolved'), sums(read.resolved))
  for (const visit of ['past', 'to_come', 'undated'] as const)
    await expectList(heldHref(visit, read.today), sums(read.held[visit]))
  for (const which of ['past', 'near'] as const)
    await expectList(filingHref(which), read.filing[which])
  const moved = { up: read.updates.up, down: read.updates.down }
  for (const direction of ['up', 'down'] as const)
    await expectList(queueHref('updates', { direction }), { cents: moved[direction] })
  for (const age of [...read.ages, { key: undatedAge, claims: 0, cents: 0 }])
    if (age.key !== undatedAge || age.claims > 0) await expectList(ageHref(age), sums(age))
  expect(
    (await listAt(ageHref({ key: undatedAge }))).claims +
      read.ages.reduce((sum, { claims, key }) => sum + (key === undatedAge ? 0 : claims), 0),
  ).toBe(read.errors.claims)
  expect(read.holds.length).toBeGreaterThan(0)
  for (const hold of read.holds)
    await expectList(queueHref('held', { cause: hold.key }), sums(hold))
  expect(read.since).not.toBeNull()
  for (const kind of movingKinds) {
    const { added, now } = read.since!.kinds[kind]
    expect(added).toBeGreaterThan(0)
    await expectList(kindHref(kind, read.since!.day), { claims: added })
    await expectList(kindHref(kind), { claims: now })
  }
  // A snoozed claim is in no list but that of the snoozed, and was not cleared either.
  expect(read.since!.kinds.held).toMatchObject({ before: 3, gone: 3 })
  expect(read.people.map(({ account_id }) => account_id)).toContain(as.biller.account.id)
  for (const person of read.people) {
    await expectList(ownerHref('causes', person), { claims: person.errors })
    await expectList(ownerHref('resolved', person), { claims: person.resolved })
    await expectList(ownerHref('held', person), { claims: person.held })
    await expectList(ownerHref('updates', person), { claims: person.updates })
    await expectList(ownerHref('assigned', person), { cents: person.cents })
  }
  await changeMarks(
    as.manager,
    [one!, two!].map((item) => creationSubject(item.claim_creation_id)),
    { snoozed_until: null, owner_id: null },
    [],
  )
  await (await consoleDb()).delete(queueDays)
  resetQueues()
})

// Everything that the partner lists at an address of its own, page by page, without the console's
// code.
async function walk<T>(path: string, query: { [name: string]: string }): Promise<T[]> {
  const all: T[] = []
  for (
    let token: string | undefined = undefined, isOver = false;
    !isOver;
    isOver = token === undefined
  ) {
    const page = (await world.sandbox.get(path, { ...query, limit: 200, page_token: token }))
      .json as {
      items: T[]
      next_page_token?: string | null
    }
    all.push(...page.items)
    token = page.next_page_token ?? undefined
  }
  return all
}
type WireCapture = {
  id: string
  status: string
  claim_creation_id?: string | null
  date_of_service?: string | null
  charge_capture_data: {
    date_of_service?: string
    service_lines?: { charge_amount_cents?: number }[]
  }
}
const capturesAt = '/api/charge_captures/v1'
const creationsAt = '/api/charge_capture_claim_creation/v1'
const chargeOf = ({ charge_capture_data: { service_lines = [] } }: WireCapture) =>
  service_lines.reduce((sum, { charge_amount_cents: cents = 0 }) => sum + cents, 0)
const dead = ['not-billable', 'aborted', 'entered-in-error']

/** The charges and visit day of claims, from the partner's own captures. */
async function claimsOf(query: { [name: string]: string }) {
  type Creation = { id: string; errors: { resolved?: boolean | null }[] }
  const creations = await walk<Creation>(creationsAt, query)
  const captures = Map.groupBy(
    await walk<WireCapture>(capturesAt, {}),
    ({ claim_creation_id: id }) => id,
  )
  return creations.map(({ id, errors }) => {
    const own = captures.get(id) ?? []
    return {
      id,
      isOpen: errors.some(({ resolved }) => resolved !== true),
      cents: own
        .filter(({ status }) => !dead.includes(status))
        .reduce((sum, each) => sum + chargeOf(each), 0),
      day: own
        .flatMap(
          ({ date_of_service: day, charge_capture_data: data }) =>
            day ?? data.date_of_service ?? [],
        )
        .toSorted()[0],
    }
  })
}
const worth = (some: readonly { cents: number }[]) => ({
  claims: some.length,
  cents: some.reduce((sum, { cents }) => sum + cents, 0),
})

async function readFigures(): Promise<void> {
  for (const kind of [unlinkedReading, overviewReading]) {
    const { job } = await enqueueJob({ account: consoleAccount, connection }, kind, {})
    await vi.waitUntil(async () => {
      const newest = await newestJob(connection, kind.kind)
      return newest?.id === job.id && !newest.is_open
    }, 20_000)
  }
}

test('the partner’s own lists, walked and counted without the console, have each sum of the overview to the cent', async () => {
  await readFigures()
  const read = await overview()
  const inError = await claimsOf({ claim_creation_status: 'in-error' })
  expect(read.errors).toEqual(worth(inError.filter(({ isOpen }) => isOpen)))
  const stuck = inError.filter(({ isOpen }) => !isOpen)
  expect(stuck.length).toBeGreaterThan(0)
  expect(read.resolved).toEqual({
    ...worth(stuck),
    oldest: stuck.map(({ day }) => day).toSorted()[0],
  })

  const held = await claimsOf({ claim_creation_status: 'held' })
  const [was, isToCome] = [
    held.filter(({ day }) => day! < read.today),
    held.filter(({ day }) => day! >= read.today),
  ]
  expect(Math.min(was.length, isToCome.length)).toBeGreaterThan(0)
  expect(read.held).toEqual({
    ...worth(held),
    past: worth(was),
    to_come: worth(isToCome),
    undated: { claims: 0, cents: 0 },
  })

  // The filters of the list behind the tile, as its address has them.
  const filters = Object.fromEntries(new URL(unlinkedHref, 'http://console').searchParams)
  const listed = await walk<WireCapture>(capturesAt, filters)
  const all = await walk<WireCapture>(capturesAt, {})
  const unlinked = all.filter(({ status, claim_creation_id: id }) => status === 'billable' && !id)
  expect(unlinked.length).toBeGreaterThanOrEqual(3)
  expect(listed.map(({ id }) => id).toSorted()).toEqual(unlinked.map(({ id }) => id).toSorted())
  expect(read.unlinked).toMatchObject({
    captures: unlinked.length,
    cents: unlinked.reduce((sum, each) => sum + chargeOf(each), 0),
    without_charge: unlinked.filter((each) => each.charge_capture_data.service_lines?.length === 0)
      .length,
    unreadable: 0,
    oldest: unlinked.flatMap(({ date_of_service: day }) => day ?? []).toSorted()[0],
  })
})

type Billed = { rendering_provider: { npi: string }; patient: object }

/**
 * A capture like one that billed, of a new patient, whose rendering NPI is mistyped: nothing else
 * stops it.
 */
async function newError(
  external: string,
): Promise<{ id: string; creation: string; right: Billed }> {
  const [billed] = await walk<{ id: string }>(creationsAt, { claim_creation_status: 'successful' })
  const [like] = await walk<{ charge_capture_data: Billed }>(capturesAt, {
    claim_creation_ids: billed!.id,
  })
  const right = like!.charge_capture_data
  const patient = `PAT-${external}`
  const data = {
    ...right,
    patient: { ...right.patient, external_id: patient },
    rendering_provider: { ...right.rendering_provider, npi: '1234567890' },
  }
  const header = { charge_external_id: external, patient_external_id: patient, status: 'billable' }
  const { json } = await world.sandbox.send('POST', capturesAt, captureBody(data, header))
  const { id, claim_creation_id: creation } = json as { id: string; claim_creation_id: string }
  return { id, creation, right }
}

test('the days before the first look are by the embedded sandbox’s own records, and never by another partner’s', async () => {
  const { flow, days, errors, resolved, today } = await overview()
  expect(flow.map(({ day }) => day)).toEqual(lastDays(14, dayNow()))
  expect(flow.map(({ source }) => source)).toEqual([
    ...Array<string>(13).fill('records'),
    'watched',
  ])
  expect(flow.at(-1)).toEqual({ day: today, source: 'watched', added: 0, cleared: 0 })
  const before = flow.slice(0, -1)
  expect(before.some(({ added }) => added! > 0) && before.some(({ cleared }) => cleared! > 0)).toBe(
    true,
  )
  // The demo data end with yesterday: what was open then is what the partner lists now.
  const listed = await claimsOf({ claim_creation_status: 'in-error' })
  expect(listed).toHaveLength(errors.claims + resolved.claims)
  expect(days.map(({ day }) => day)).toEqual(lastDays(14, dayNow()))
  expect(days.at(-2)).toEqual({
    day: addDays(today, -1),
    is_recorded: true,
    error: listed.filter(({ isOpen }) => isOpen).length,
    held: null,
    updated: null,
  })
  // From one evening to the next the errors grow by what came and shrink by what left.
  for (const [place, { error }] of days.slice(1, -1).entries()) {
    const { added, cleared } = flow[place + 1]!
    expect(error! - days[place]!.error!).toBeLessThanOrEqual(added!)
    expect(error! - days[place]!.error!).toBeGreaterThanOrEqual(added! - cleared! - 3)
  }
  const signal = new AbortController().signal
  expect(await readErrorHistory(connection, signal)).toBeDefined()
  expect(await readErrorHistory({ ...connection, isEmbedded: false }, signal)).toBeUndefined()
  process.env.DEMO_ACCOUNTS = '0'
  expect(await readErrorHistory(connection, signal)).toBeUndefined()
  delete process.env.DEMO_ACCOUNTS
})

const summary = (context: ActionContext, days = 7) =>
  value(readPeopleSummary(lastPeriod(days, dayNow()), context))

test('cleared are the claims that the partner accepted, for who saved them last; what is resolved by hand is counted apart', async () => {
  const [saved, byHand] = [await newError('CLEARED-1'), await newError('CLEARED-2')]
  await refresh()
  await readFigures()
  const before = await overview()
  const workOf = async () =>
    (await value(readWork({}, as.manager))).work.find(
      ({ account_id }) => account_id === as.biller.account.id,
    )
  expect((await workOf())?.days.at(-1)?.claims ?? 0).toBe(0)

  const { text } = await world.sandbox.get(`${capturesAt}/${saved.id}`)
  const { charge_capture_data: was } = JSON.parse(text) as { charge_capture_data: object }
  const data = { ...was, rendering_provider: saved.right.rendering_provider }
  const past = { reason: 'A test', findings: [] }
  await value(
    saveCapture(
      { id: saved.id, operation_id: randomId(), base: text, body: JSON.stringify({ data }), past },
      as.biller,
    ),
  )
  const errors = (await world.sandbox.get(`${creationsAt}/${byHand.creation}`)).json as {
    errors: { id: string }[]
  }
  for (const { id } of errors.errors)
    await value(
      resolveError(
        { operation_id: randomId(), error_id: id, resolution_reason: 'Fine.' },
        as.biller,
      ),
    )
  const between = await overview()
  // It left the errors; its new status is not read yet.
  expect(between.errors.claims).toBe(before.errors.claims - 2)
  expect(between.resolved.claims).toBe(before.resolved.claims + 1)
  expect(between.cleared).toEqual(before.cleared)
  await readFigures()
  const today = dayNow()
  const cents = (await claimsOf({ claim_creation_ids: saved.creation }))[0]!.cents
  expect(cents).toBeGreaterThan(0)
  expect((await overview()).cleared?.days).toEqual([{ day: today, claims: 1, cents }])
  // The rail tells it to the person who saved last, and to nobody else.
  const railOf = async (who: ActionContext) => {
    const rail = await readRail({}, who)
    return rail.ok ? [rail.value.cleared_claims, rail.value.cleared_cents] : rail.error
  }
  expect(await railOf(as.biller)).toEqual([1, cents])
  expect(await railOf(as.manager)).toEqual([0, 0])
  expect((await workOf())?.days.at(-1)).toMatchObject({
    day: today,
    claims: 1,
    cents,
    captures: 1,
    errors: errors.errors.length,
  })
  await readFigures()
  expect((await overview()).cleared?.days).toEqual([{ day: today, claims: 1, cents }])
  expect((await overview()).flow.at(-1)).toEqual({
    day: today,
    source: 'watched',
    added: 2,
    cleared: 1,
  })

  // By person: the same claim, which the partner names as billed, with its charges.
  const { people, elsewhere, since } = await summary(as.manager)
  expect(since).toBe(today)
  const biller = people.find(({ account_id }) => account_id === as.biller.account.id)!
  expect(biller).toMatchObject({
    captures: 1,
    by_hand: errors.errors.length,
    result: { claims: 1, cents, timed: 1, ids: [saved.creation], back: 0 },
  })
  const listed = await walk<{ id: string; status: string }>(creationsAt, {
    claim_creation_ids: biller.result!.ids![0]!,
  })
  expect(listed.map(({ id, status }) => [id, status])).toEqual([[saved.creation, 'successful']])
  expect(biller.result!.minutes).toBeLessThan(5)
  expect(elsewhere).toMatchObject({ claims: 0, back: 0 })
  // Everybody of the team is listed, also who did nothing; a manager does not see administrators.
  expect(people.map(({ account_id }) => account_id).toSorted()).toEqual(
    [as.biller, as.credentialing, as.manager].map(({ account }) => account.id).toSorted(),
  )
  expect(people.at(-1)).toMatchObject({ captures: 0, by_hand: 0, result: { claims: 0, cents: 0 } })
  const all = await summary(as.admin)
  expect(all.people.map(({ account_id }) => account_id)).toContain(as.admin.account.id)
  // Before the first look nothing is known, which is not zero.
  const { from } = lastPeriod(7, today)
  const earlier = await value(readPeopleSummary({ from, to: addDays(today, -1) }, as.manager))
  expect(earlier.people.every(({ result }) => result === null)).toBe(true)
})

test('a cleared claim that is in error again came back, for the person who cleared it; a day without a look is not watched', async () => {
  const again = await newError('BACK-1')
  const today = dayNow()
  const [cleared, other] = [addDays(today, -4), addDays(today, -2)]
  const account_id = as.biller.account.id
  const known: Watch = {
    since: startOfDay(addDays(today, -6), timeZone()).toISOString(),
    open: {},
    days: [{ day: cleared, account_id, claims: 1, cents: 700, minutes: [90] }],
    looks: [addDays(today, -6), cleared],
    added: [{ day: cleared, claims: 5 }],
    cleared: [{ id: again.creation, day: cleared, account_id }],
  }
  const item = { kind: 'error', claim_creation_id: again.creation, cents: 700 } as never
  const reading = {
    connection,
    signal: new AbortController().signal,
    retrying: (ask: Ask) => ask(connection),
  }
  const looked = await value(watchErrors({ items: [item] }, known, reading as never))
  expect(looked.cleared).toEqual([{ id: again.creation, day: cleared, account_id, back: today }])
  expect(looked.added!.at(-1)).toEqual({ day: today, claims: 1 })
  const { open: _open, ...watch } = looked
  const flow = new Map(flowOf(watch, today).map((each) => [each.day, each]))
  expect(flow.get(cleared)).toMatchObject({ source: 'watched', added: 5, cleared: 1 })
  expect(flow.get(other)).toEqual({ day: other, source: 'not-watched', added: null, cleared: null })
  expect(flow.get(addDays(today, -9))).toMatchObject({ source: 'not-watched' })
  expect(flow.get(today)).toMatchObject({ source: 'watched', added: 1, cleared: 0 })
  // What an earlier version stored has no looks and no claims that came.
  const { looks: _looks, added: _added, ...old } = watch
  expect(flowOf(old, today).find(({ day }) => day === cleared)).toMatchObject({
    added: null,
    cleared: 1,
  })
})

test('the overview names no patient', async () => {
  const text = JSON.stringify([await overview(), await updates()])
  const patients = (await items())
    .flatMap(({ patient, external_id }) => [patient, external_id])
    .filter(Boolean)
  expect(patients.length).toBeGreaterThan(0)
  expect(patients.filter((name) => text.includes(name!))).toEqual([])
})

test('changes after billing are ranked by amount, by kind or by age, and each part counts those that its filter lists', async () => {
  const all = await items()
  expect(all.length).toBeGreaterThan(3)
  const size = ({ change }: QueueItem) => Math.abs(change?.moved_cents ?? -1)
  expect(all.map(size)).toEqual(all.map(size).toSorted((a, b) => b - a))
  const ranks = (await items({ sort: 'kind' })).map((item) =>
    Object.keys(updateKinds).indexOf(kindOf(item)),
  )
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  const dates = (await items({ sort: 'oldest' })).map(
    ({ date_of_service }) => date_of_service ?? '9999',
  )
  expect(dates).toEqual(dates.toSorted())
  const ids = all.slice(1, 3).map(({ claim_creation_id }) => claim_creation_id)
  const named = await items({ claim_creation_ids: [...ids, 'gone'] })
  expect(named.map(({ claim_creation_id }) => claim_creation_id)).toEqual(ids)

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
  expect(
    (await items({ step: first!.value as 'void' })).every((item) => stepOf(item) === first!.value),
  ).toBe(true)
  // A part is counted without its own filter, so that another value can be chosen.
  expect((await updates({ kind: 'money' })).parts.kind).toEqual(parts.kind)
})

test('what is resolved leaves the counts and is counted for its person, until it is opened again', async () => {
  const before = await updates()
  const some = (await items()).slice(0, 3)
  const ids = some.flatMap(({ change }) => change!.update_ids).length
  await resolve(as.biller, some)
  await resolve(as.manager, (await items()).slice(0, 1))
  const after = await updates()
  expect(after.claims).toBe(before.claims - 4)
  // The reason is in the trail, sealed, and not in what the partner got.
  const written = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(sql`operation = 'resolveChargeCaptureChanges' and stage = 'outcome'`)
  expect((await openChange(written[0]!))?.after).toMatchObject({
    resolved: true,
    reason: 'Corrected claim sent',
  })
  const { requests } = (await world.sandbox.get('/_sandbox/requests')).json as {
    requests: { path: string }[]
  }
  const sent = requests.filter(({ path }) => path.endsWith('/changes'))
  expect(sent.length).toBeGreaterThan(1)
  expect(JSON.stringify(sent)).not.toContain('Corrected claim sent')
  const work = async () => (await value(readWork({}, as.manager))).work
  const changes = (known: PersonWork[], context: ActionContext) =>
    known.find(({ account_id }) => account_id === context.account.id)?.days.at(-1)?.changes
  expect(changes(await work(), as.biller)).toBe(ids)
  expect(changes(await work(), as.manager)).toBeGreaterThan(0)

  await resolve(as.biller, some, false)
  await refresh()
  const reopened = await updates()
  expect(reopened.claims).toBe(before.claims - 1)
  expect(changes(await work(), as.biller) ?? 0).toBe(0)
})

test('who owns what is counted for each person', async () => {
  const [one, two] = await items({ sort: 'oldest' })
  const owner = as.biller.account
  await changeMarks(
    as.manager,
    [one!, two!].map(({ claim_creation_id }) => creationSubject(claim_creation_id)),
    { owner_id: owner.id },
    [],
  )
  const { parts, unassigned, claims } = await updates()
  expect(parts.owner).toContainEqual(
    expect.objectContaining({ value: owner.id, label: owner.name, claims: 2 }),
  )
  expect(unassigned).toBe(claims - 2)
  expect((await items({ owner: owner.id })).map(({ id }) => id).toSorted()).toEqual(
    [one!.id, two!.id].toSorted(),
  )
  expect((await overview()).people.find(({ account_id }) => account_id === owner.id)).toMatchObject(
    { updates: 2 },
  )
})

test('what changed since yesterday: what is new, and what is gone although other claims came', async () => {
  expect((await overview()).since).toBeNull()
  const { errors } = await overview()
  const today = dayNow()
  const sums = [
    { kind: 'error', key: '', words: '', claims: 7, cents: 7_000 },
    { kind: 'updated', key: '', words: '', claims: 2, cents: 100 },
  ]
  await keepDay(connection.boundTo, addDays(today, -1), JSON.stringify(sums))
  await keepDay(connection.boundTo, addDays(today, -3), JSON.stringify([{ ...sums[0], claims: 9 }]))
  resetQueues()
  const { since, days } = await overview()
  // Everything was first seen today, so the seven of yesterday are gone.
  expect(since).toMatchObject({
    day: addDays(today, -1),
    kinds: {
      error: { before: 7, now: errors.claims, added: errors.claims, gone: 7 },
      held: { before: 0 },
    },
  })
  const read = days.filter(({ is_recorded: isRecorded }) => !isRecorded)
  expect(read.map(({ day, error }) => [day, error])).toEqual([
    [addDays(today, -3), 9],
    [addDays(today, -2), 9],
    [addDays(today, -1), 7],
    [today, errors.claims],
  ])
})

// These move the clock, so they are the last ones.
test('Refresh reads the captures without a claim anew, at most once a minute, and the overview says that it does', async () => {
  await readFigures()
  const first = (await overview()).unlinked!
  const walks = async () => {
    const { requests } = (await world.sandbox.get('/_sandbox/requests')).json as {
      requests: { query: object }[]
    }
    return requests.filter(({ query }) => query && 'exclude_charges_linked_to_claims' in query)
      .length
  }
  const press = async () =>
    expect(await refreshOverview({}, as.manager)).toEqual({ ok: true, value: null })
  const before = await walks()
  await press()
  expect([await walks(), (await overview()).is_unlinked_reading]).toEqual([before, false])

  setClock(() => Date.now() + 61_000)
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'delay',
    method: 'GET',
    path: capturesAt,
    delay: 500,
  })
  await Promise.all([press(), press()])
  // Until it has ended, the figure before is there with its time.
  expect(await overview()).toMatchObject({ unlinked: first, is_unlinked_reading: true })
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  await vi.waitUntil(async () => !(await overview()).is_unlinked_reading, 20_000)
  const after = (await overview()).unlinked!
  expect(after).toEqual({ ...first, read_at: after.read_at })
  expect(after.read_at > first.read_at).toBe(true)
  expect(await walks()).toBe(before + 1)
})

test('a list that could not be read to its end is no count: the one before stays, with its time', async () => {
  const { unlinked } = await overview()
  setClock(() => Date.now() + 20 * 60_000)
  await world.sandbox.send('POST', '/_sandbox/faults', {
    kind: 'status',
    method: 'GET',
    path: capturesAt,
    status: 422,
    errorName: 'UnprocessableEntityError',
    content: { message: 'No.' },
  })
  await readFigures()
  expect((await overview()).unlinked).toEqual(unlinked)
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  await readFigures()
  const after = (await overview()).unlinked!
  expect(after).toEqual({ ...unlinked, read_at: after.read_at })
  expect(after.read_at > unlinked!.read_at).toBe(true)
})
