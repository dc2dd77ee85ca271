import { isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { auditRecords, queueRows, session, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { addDays, localDateAt } from '#lib/core/local-date.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { QueueFilter, QueueItem, QueueItems } from '#lib/lists/queue.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from '#lib/actions/claim-creations/resolve.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureBody, startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'
import { forgetQueues, queueModel } from './model.ts'
import { refreshQueue, type QueueReading } from './read-snapshot.ts'
import { queueRefresh, refreshEveryMs } from './refresh-job.ts'
import { noteWritten, queueSettled } from './settling.ts'
import { limits, mark, next, readItems, readRailCounts, readState, release, saveLimits } from './verbs.ts'

let sandbox: TestSandbox
let connection: Connection
let biller: ActionContext
let manager: ActionContext

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 1_500 })
  await startTestConsole({ SANDBOX_PORT: new URL(sandbox.url).port })
  connection = await activeConnection()
  const people = await (await consoleDb()).select().from(user)
  const as = (role: 'biller' | 'manager'): ActionContext => {
    const { id, name, email } = people.find((person) => person.email === `${role}@demo.test`)!
    return { account: { id, name, email, role, isDemo: true }, connection }
  }
  biller = as('biller')
  manager = as('manager')
  await refresh()
})
afterAll(async () => {
  setClock(undefined)
  forgetQueues()
  await stopTestConsole()
  await sandbox.close()
})
beforeEach(() => sandbox.send('DELETE', '/_sandbox/faults'))

// The console's clock only moves on: partners' pauses are measured with it.
let later = 0
function passTime(ms: number): number {
  later += ms
  const start = Date.now() + later
  setClock(() => Date.now() + later)
  return start
}

const reading = (signal = new AbortController().signal): QueueReading => ({
  connection,
  report: async () => {},
  signal,
  patiently: (ask) => ask(connection),
})
const refresh = () => refreshQueue(reading())
const filter = (view: QueueFilter['view'], more: Partial<QueueFilter> = {}): QueueFilter => ({
  view,
  sort: 'money',
  ...more,
})

async function value<T>(
  result: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>,
): Promise<T> {
  const known = await result
  if (!known.ok) throw new Error(known.error.message)
  return known.value
}
const state = async (view: QueueFilter['view'] = 'causes', context = biller) => value(readState(filter(view), context))
async function items(
  view: QueueFilter['view'],
  more: Partial<QueueFilter> = {},
  context = biller,
): Promise<QueueItem[]> {
  const all: QueueItem[] = []
  for (let position: number | null = 0; position !== null;) {
    const page: QueueItems = await value(readItems({ filter: filter(view, more), position }, context))
    all.push(...page.items)
    position = page.next
  }
  return all
}

type Creation = { id: string; status: string; errors: { id: string; resolved: boolean | null; message: string }[] }
type Capture = { id: string; claim_creation_id: string; charge_external_id: string; updates: { resolved: boolean }[] }

async function list<T>(path: string, query: object): Promise<T[]> {
  const all: T[] = []
  let page_token: string | undefined
  do {
    const page = (await sandbox.get(path, { limit: 1_000, page_token, ...query })).json as {
      items: T[]
      next_page_token: string | null
    }
    all.push(...page.items)
    page_token = page.next_page_token ?? undefined
  } while (page_token !== undefined)
  return all
}
const creations = (query: object) => list<Creation>('/api/charge_capture_claim_creation/v1', query)

async function requests(): Promise<string[]> {
  const { requests: all } = (await sandbox.get('/_sandbox/requests')).json as { requests: { path: string }[] }
  return all.map(({ path }) => path).filter((path) => path.startsWith('/api/'))
}

describe('the snapshot', () => {
  test('has what the partner lists: every open error, hold and unresolved change after billing', async () => {
    const inError = await creations({ claim_creation_status: 'in-error' })
    const open = inError.flatMap(({ errors }) => errors.filter(({ resolved }) => resolved !== true).map(({ id }) => id))
    expect(open.length).toBeGreaterThan(20)
    expect((await items('causes')).map(({ error_id }) => error_id).toSorted()).toEqual(open.toSorted())

    const held = await creations({ claim_creation_status: 'held' })
    expect((await items('held')).map((item) => item.claim_creation_id).toSorted()).toEqual(
      held.map(({ id }) => id).toSorted(),
    )

    const captures = await list<Capture>('/api/charge_captures/v1', {})
    const changed = captures.filter(({ updates }) => updates.some(({ resolved }) => !resolved))
    const expected = [...new Set(changed.map((capture) => capture.claim_creation_id))].toSorted()
    expect(expected.length).toBeGreaterThan(0)
    const updates = await items('updates')
    expect(updates.map((item) => item.claim_creation_id).toSorted()).toEqual(expected)
    expect(updates.every(({ change }) => change!.update_ids.length > 0)).toBe(true)
    expect(updates.some(({ change }) => change?.effect === 'money' && change.moved_cents !== 0)).toBe(true)

    const { state: shown, causes } = await state()
    expect(shown).toMatchObject({ is_reading: false, unread: [] })
    expect(shown.counts.errors).toBe(new Set((await items('causes')).map((item) => item.claim_creation_id)).size)
    expect(shown.counts).toMatchObject({ held: held.length, updates: expected.length, causes: causes.length })
    expect(causes.length).toBeLessThan(open.length / 2)
  })

  test('an item says which control of the capture is wrong and what it has now', async () => {
    const item = (await items('causes')).find(({ field }) => field?.includes('rendering_provider'))!
    const capture = (await sandbox.get(`/api/charge_captures/v1/${item.capture_id}`)).json as {
      charge_capture_data: { rendering_provider: { npi: string } }
    }
    expect(item).toMatchObject({
      path: 'data.rendering_provider.npi',
      value: JSON.stringify(capture.charge_capture_data.rendering_provider.npi),
    })
  })

  test('a second reading reads no captures of claim creations that are as before, and keeps the times', async () => {
    const before = await items('causes')
    await sandbox.send('DELETE', '/_sandbox/requests')
    await refresh()
    const asked = await requests()
    expect(asked.filter((path) => path.includes('claim_creation/v1')).length).toBeGreaterThan(2)
    // Those with unresolved changes alone.
    expect(asked.filter((path) => path.startsWith('/api/charge_captures/v1')).length).toBeLessThanOrEqual(
      Math.ceil((await items('updates')).length / 100),
    )
    expect(await items('causes')).toEqual(before)
  })

  test('new, changed and vanished work is there after a reading, with times of our own', async () => {
    const at = passTime(3_600_000)
    const made = await newError('SNAP-1')
    await refresh()
    const item = (await items('causes')).find(({ external_id }) => external_id === 'SNAP-1')!
    expect(item).toMatchObject({ patient: 'Ada Field', captures: 1, cents: 12_500, claim_creation_id: made.creation })
    expect(Date.parse(item.first_seen_at)).toBeGreaterThanOrEqual(at)
    expect(item.changed_at).toBe(item.first_seen_at)
    await sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, { status: 'not-billable' })
    await refresh()
    expect((await items('causes')).some(({ external_id }) => external_id === 'SNAP-1')).toBe(false)
  })

  test('what the partner refuses stays as it was, and the state says so', async () => {
    const refuse = (path: string, times?: number) =>
      sandbox.send('POST', '/_sandbox/faults', {
        kind: 'status',
        method: 'GET',
        path,
        times,
        status: 422,
        errorName: 'UnprocessableEntityError',
        content: { message: 'Nothing for Maria Gomez' },
      })
    const before = await items('causes')
    const { state: known } = await state()
    passTime(60_000)
    await refuse('/api/charge_capture_claim_creation/v1', 1)
    await refresh()
    const { state: after } = await state()
    expect(await items('causes')).toEqual(before)
    const message = 'The partner refused a request (UnprocessableEntityError).'
    // The lists are read side by side: any of them meets the one refusal.
    expect(after.unread).toEqual([{ what: expect.stringMatching(/claim creations/i) as string, message }])
    expect(after.read_at).toBe(known.read_at)

    await refuse('/api/charge_captures/v1')
    const made = await newError('SNAP-2')
    await refresh()
    expect((await state()).state.unread).toEqual([
      { what: expect.stringMatching(/^Charge captures of \d+ claim creations$/), message },
    ])
    expect((await items('causes')).find((item) => item.claim_creation_id === made.creation)).toMatchObject({
      patient: 'Ada Field',
      captures: 0,
    })
    await sandbox.send('DELETE', '/_sandbox/faults')
    await refresh()
    expect((await state()).state.unread).toEqual([])
    expect(await items('causes')).toContainEqual(expect.objectContaining({ external_id: 'SNAP-2', captures: 1 }))
  })

  test('another process opens the same queue from the database', async () => {
    const before = await items('causes')
    forgetQueues()
    expect(await items('causes')).toEqual(before)
  })

  test('no value of a record is in the database in clear', async () => {
    const db = await consoleDb()
    const texts = (await items('causes')).flatMap(
      ({ patient, message, value: content, payer, facility, rendering }) => [
        patient,
        message,
        content?.length && content.length > 6 ? content.slice(1, -1) : undefined,
        payer,
        facility,
        rendering,
      ],
    )
    const canaries = [...new Set(texts.filter((text) => text !== undefined && text.length > 5))]
    expect(canaries.length).toBeGreaterThan(50)
    const { rows: tables } = (await db.execute(
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    )) as { rows: { name: string }[] }
    const all: string[] = []
    for (const { name } of tables) {
      const { rows } = (await db.execute(sql`select t::text as text from ${sql.identifier(name)} t`)) as {
        rows: { text: string }[]
      }
      all.push(...rows.map(({ text }) => text))
    }
    const database = all.join('\n')
    expect(database).toContain((await items('causes'))[0]!.claim_creation_id)
    expect(canaries.filter((text) => database.includes(text!))).toEqual([])
    const rows = await db.select().from(queueRows).where(isNotNull(queueRows.sealedValue)).limit(1)
    expect(rows).toMatchObject([{ sealedValueWith: expect.stringMatching(/^health/) }])
  })
})

async function newError(external: string, npi = '1234567890') {
  const body = captureBody(
    { rendering_provider: { npi, first_name: 'Rosa', last_name: 'Ek' } },
    { charge_external_id: external, patient_external_id: `PAT-${external}`, status: 'billable' },
  )
  const { json } = await sandbox.send('POST', '/api/charge_captures/v1', body)
  const capture = json as { id: string; claim_creation_id: string }
  return { id: capture.id, creation: capture.claim_creation_id }
}

describe('after a write', () => {
  test('a saved capture leaves or changes its cause at once, without a reading', async () => {
    const made = await newError('WRITE-1')
    await refresh()
    const words = 'Rendering provider NPI fails its check digit'
    const counts = async () => (await state()).causes.find((cause) => cause.words === words)?.claims ?? 0
    const before = await counts()
    const { text } = await sandbox.get(`/api/charge_captures/v1/${made.id}`)
    const capture = JSON.parse(text) as { charge_capture_data: { rendering_provider: object } }
    const data = { ...capture.charge_capture_data, rendering_provider: { npi: '1999999984', last_name: 'Ek' } }
    const past = { reason: 'A test', findings: [] }
    const saved = await saveCapture(
      { id: made.id, operation_id: randomId(), base: text, body: JSON.stringify({ data }), past },
      biller,
    )
    expect(saved).toMatchObject({ ok: true, value: { kind: 'saved' } })
    expect(await counts()).toBe(before - 1)
  })

  test('a resolved error and resolved changes leave the queue at once', async () => {
    const error = (await items('causes'))[0]!
    await value(
      resolveError({ operation_id: randomId(), error_id: error.error_id!, resolution_reason: 'Fine.' }, biller),
    )
    expect((await items('causes')).some(({ error_id }) => error_id === error.error_id)).toBe(false)

    const update = (await items('updates'))[0]!
    const charge_capture_change_ids = update.change!.update_ids
    await value(resolveChanges({ operation_id: randomId(), charge_capture_change_ids, resolved: true }, biller))
    expect((await items('updates')).some((item) => item.claim_creation_id === update.claim_creation_id)).toBe(false)
    await refresh()
    expect((await items('updates')).some((item) => item.claim_creation_id === update.claim_creation_id)).toBe(false)
  })

  test('of two writes of one claim creation the later one counts, also if the first is read slowly', async () => {
    const made = await newError('WRITE-2')
    await refresh()
    const path = '/api/charge_capture_claim_creation/v1'
    const slow = { kind: 'slow-body', method: 'get', path, delay: 1_000, times: 1 }
    await sandbox.send('POST', '/_sandbox/faults', slow)
    await sandbox.send('DELETE', '/_sandbox/requests')
    noteWritten(connection, { claimCreations: [made.creation] })
    await vi.waitFor(async () => expect(await requests()).toContain(path), { timeout: 20_000 })
    await sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, { status: 'not-billable' })
    noteWritten(connection, { claimCreations: [made.creation] })
    const state = processState<{ queueSettling: Map<string, unknown> }>()
    const isOver = () => expect(state.queueSettling?.has(connection.boundTo)).toBe(false)
    await vi.waitFor(isOver, { timeout: 20_000 })
    expect((await items('causes')).some(({ external_id }) => external_id === 'WRITE-2')).toBe(false)
  })
})

test('a reading that began before a write does not bring back what the write settled', async () => {
  const made = await newError('RACE-1')
  await refresh()
  const has = async () => (await items('causes')).some(({ external_id }) => external_id === 'RACE-1')
  expect(await has()).toBe(true)
  passTime(3_600_000)
  // The reading has the claim creation in error and waits for its captures, while the write is read at once.
  const asked = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  let calls = 0
  const held: QueueReading = {
    ...reading(),
    async patiently(ask) {
      const read = await ask(connection)
      calls += 1
      if (read.ok && !('next' in (read.value as object))) {
        asked.resolve()
        await written.promise
      }
      return read
    },
  }
  const running = refreshQueue(held)
  await asked.promise
  await sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, { status: 'not-billable' })
  noteWritten(connection, { claimCreations: [made.creation] })
  expect(await has()).toBe(false)
  written.resolve()
  await running
  expect(calls).toBeGreaterThan(1)
  expect(await has()).toBe(false)
})

describe('the team', () => {
  test('assigns, snoozes, prioritises and notes causes and claim creations, and everybody sees it', async () => {
    const { causes } = await state()
    const cause = causes.find(({ claims }) => claims > 2)!
    const [first, second] = await items('causes', { cause: cause.key })
    const one = { claim_creation_id: first!.claim_creation_id }
    const owner_id = biller.account.id
    await value(mark({ subjects: [{ cause: cause.key }], change: { owner_id, note: 'Call Maria Gomez' } }, manager))
    await value(mark({ subjects: [one], change: { priority: 'high', owner_id: manager.account.id } }, biller))

    expect(await items('mine')).toContainEqual(expect.objectContaining({ id: second!.id }))
    const seen = await items('causes', { cause: cause.key }, manager)
    expect(seen[0]).toMatchObject({ id: first!.id, mark: { owner: manager.account.name, priority: 'high' } })
    expect(seen[1]!.mark).toMatchObject({ owner: biller.account.name, note: 'Call Maria Gomez' })
    expect((await state()).causes.find(({ key }) => key === cause.key)!.mark).toMatchObject({ owner_id })
    expect((await items('unassigned')).some((item) => item.cause === cause.key)).toBe(false)

    await value(mark({ subjects: [one], change: { snoozed_until: '2999-01-01' } }, biller))
    expect((await items('causes')).some(({ id }) => id === first!.id)).toBe(false)
    expect((await items('snoozed')).map(({ id }) => id)).toContain(first!.id)

    const nobody = { snoozed_until: null, owner_id: null, priority: null, note: null }
    await value(mark({ subjects: [one, { cause: cause.key }], change: nobody }, biller))
    expect((await items('causes', { cause: cause.key })).every((item) => Object.keys(item.mark).length === 0)).toBe(
      true,
    )
    const trail = await (await consoleDb()).select().from(auditRecords)
    expect(trail.filter(({ operation }) => operation === 'markQueue')).toHaveLength(4)
    expect(JSON.stringify(trail)).not.toContain('Gomez')
  })

  test('nobody can own work who may not do it', async () => {
    const people = await (await consoleDb()).select().from(user)
    const owner_id = people.find(({ role }) => role === 'credentialing')!.id
    const [item] = await items('causes')
    const change = { subjects: [{ claim_creation_id: item!.claim_creation_id }], change: { owner_id } }
    expect(await mark(change, manager)).toMatchObject({ ok: false, error: { issues: [{ path: 'change.owner_id' }] } })
  })

  test('twenty people who ask at once get twenty different items, and a turn can be given back', async () => {
    const db = await consoleDb()
    const people = Array.from({ length: 20 }, (_, i) => ({
      id: `asker-${i}`,
      name: `Asker ${i}`,
      email: `a${i}@x.test`,
    }))
    await db.insert(user).values(people.map((person) => ({ ...person, role: 'biller' })))
    const contexts = people.map((person): ActionContext => ({
      account: { ...person, role: 'biller', isDemo: false },
      connection,
    }))
    const got = await Promise.all(
      contexts.map((context) => value(next({ filter: filter('causes'), passed: [] }, context))),
    )
    expect(new Set(got.map((item) => item?.claim_creation_id)).size).toBe(20)
    expect(got).not.toContain(null)

    // Each goes on from their own, all at once again.
    const later = await Promise.all(
      contexts.map((context, i) =>
        value(next({ filter: filter('causes'), passed: [got[i]!.claim_creation_id] }, context)),
      ),
    )
    expect(new Set(later.map((item) => item?.claim_creation_id)).size).toBe(20)
    const shown = (await items('causes')).find(({ id }) => id === later[3]!.id)
    expect(shown?.open_by).toEqual(['Asker 3'])

    await value(release({ id: later[3]!.claim_creation_id }, contexts[3]!))
    expect((await items('causes')).find(({ id }) => id === later[3]!.id)?.open_by).toBeUndefined()
    await db.execute(sql`delete from queue_turns`)
    await db.execute(sql`delete from account_holders where id like 'asker-%'`)
  })

  test('a person who works one by one gets no item twice, also not the ones that they passed over', async () => {
    const cause = (await state()).causes.find((each) => each.claims >= 3)!
    const of = filter('causes', { cause: cause.key })
    const wanted = new Set((await items('causes', { cause: cause.key })).map((item) => item.claim_creation_id))
    const passed: string[] = []
    const ask = () => value(next({ filter: of, passed }, biller))
    for (let item = await ask(); item; item = await ask()) {
      passed.push(item.claim_creation_id)
      // The second one is fixed and leaves the queue.
      if (passed.length !== 2) continue
      const error = { operation_id: randomId(), error_id: item.error_id!, resolution_reason: 'Fine.' }
      await value(resolveError(error, biller))
      await queueSettled(connection)
    }
    expect(passed.toSorted()).toEqual([...wanted].toSorted())
  })

  test('the last free item goes to one of two, and the other gets nothing', async () => {
    const cause = (await state()).causes.find(({ claims }) => claims === 1)!
    const asked = { filter: filter('causes', { cause: cause.key }), passed: [] }
    const got = await Promise.all([value(next(asked, biller)), value(next(asked, manager))])
    expect(got.filter((item) => item === null)).toHaveLength(1)
  })

  test('filing limits tell how many days are left, and which items are near', async () => {
    expect((await value(limits({}, biller))).limits).toMatchObject([{ payer_id: 'medicare', days: 365 }])
    const [item] = (await items('causes', { sort: 'oldest' })).filter(({ payer_id }) => payer_id !== undefined)
    await value(saveLimits({ limits: [{ payer_id: item!.payer_id!, payer: item!.payer!, days: 1 }] }, manager))
    const near = await items('filing-soon')
    expect(near.map(({ id }) => id)).toContain(item!.id)
    expect(near.every(({ filing_days_left }) => filing_days_left! <= 0)).toBe(true)
    expect((await state()).state.counts.filing_soon).toBe(new Set(near.map((each) => each.claim_creation_id)).size)
  })
})

test('a view narrows by payer, provider, facility and day, and its order is kept over pages', async () => {
  const { options } = await state()
  const all = await items('causes')
  const payer = options.payers[0]!
  expect((await items('causes', { payer: payer.value })).map(({ id }) => id)).toEqual(
    all.filter((item) => item.payer_id === payer.value).map(({ id }) => id),
  )
  const provider = options.providers[0]!
  expect(
    (await items('causes', { provider: provider.value })).every((item) => item.rendering_npi === provider.value),
  ).toBe(true)
  const day = all.find(({ date_of_service }) => date_of_service)!.date_of_service!
  const ofDay = await items('causes', { date_of_service_min: day, date_of_service_max: day })
  expect(ofDay.every((item) => item.date_of_service === day)).toBe(true)
  const cents = all.map((item) => item.cents ?? 0)
  expect(cents).toEqual(cents.toSorted((a, b) => b - a))
})

test('the sums of a day are kept: a trend falls as work is done', async () => {
  const made = await newError('TREND-1')
  await refresh()
  const key = (await items('causes')).find(({ external_id }) => external_id === 'TREND-1')!.cause
  const trend = async () => (await queueModel(connection)).causes.get(key)!.trend
  const before = (await trend()).at(-1)!
  passTime(86_400_000)
  await sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, { status: 'not-billable' })
  await refresh()
  expect((await trend()).slice(-2)).toEqual([before, before - 1])
  await queueSettled(connection)
})

test('readings go on every three minutes while somebody is signed in who may see the queue', async () => {
  const due = () => queueRefresh.everyMinute()
  expect(await due()).toBeUndefined()
  passTime(refreshEveryMs)
  expect(await due()).toBeUndefined()
  const signedIn = { id: 's1', token: 't1', expiresAt: new Date(Date.now() + later + 60_000) }
  const db = await consoleDb()
  const lastSeenAt = new Date(Date.now() + later)
  await db.insert(session).values({ ...signedIn, userId: biller.account.id, lastSeenAt })
  expect(await due()).toEqual({})
  await refresh()
  expect(await due()).toBeUndefined()
})

describe('counts and filters', () => {
  test('the rail has the numbers of the pages, without what is snoozed, and the partner is not asked', async () => {
    const rail = () => value(readRailCounts({}, biller))
    const before = await requests()
    const { claims, state: shown } = await state()
    expect(await rail()).toEqual({ queue_errors: claims, queue_updates: shown.counts.updates })
    const [first] = await items('causes')
    const subjects = [{ claim_creation_id: first!.claim_creation_id }]
    await value(mark({ subjects, change: { snoozed_until: '2999-01-01' } }, biller))
    expect((await state()).claims).toBe(claims - 1)
    expect(await rail()).toMatchObject({ queue_errors: claims - 1 })
    await value(mark({ subjects, change: { snoozed_until: null } }, biller))
    expect(await rail()).toMatchObject({ queue_errors: claims })
    expect(await requests()).toEqual(before)
  })

  test('filters tell new items from old ones, dated from undated ones, and owned from unowned ones', async () => {
    const all = await items('causes')
    const seen = localDateAt(Date.parse(all[0]!.first_seen_at))
    expect(await items('causes', { first_seen_min: seen })).toHaveLength(all.length)
    expect(await items('causes', { first_seen_min: addDays(seen, 1) })).toEqual([])
    const undated = await items('causes', { is_undated: true })
    expect(undated).toEqual(all.filter(({ date_of_service }) => date_of_service === undefined))
    expect(await items('causes', { is_undated: false })).toHaveLength(all.length - undated.length)
    const subjects = [{ claim_creation_id: all[0]!.claim_creation_id }]
    await value(mark({ subjects, change: { owner_id: biller.account.id } }, manager))
    const owned = await items('assigned', { owner: biller.account.id }, manager)
    expect(new Set(owned.map((item) => item.claim_creation_id))).toEqual(new Set([all[0]!.claim_creation_id]))
    expect(await items('assigned', { owner: manager.account.id }, manager)).toEqual([])
    await value(mark({ subjects, change: { owner_id: null } }, manager))
  })
})
