import { and, eq, isNotNull, like, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Connection } from '#lib/console/connections/connections.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { keepFixes, readFixes } from '#lib/console/queue/fixes.ts'
import { keepRows } from '#lib/console/queue/snapshot.ts'
import { processState } from '#lib/console/process-state.ts'
import {
  auditRecords,
  queueMarks,
  queuePacks,
  queueRows,
  session,
  user,
} from '#lib/console/schema.ts'
import { dayAt, dayNow } from '#lib/console/time-zone.ts'
import { addDays, daysBetween } from '#lib/core/local-date.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { QueueFilter, QueueItem, QueueItems } from '#lib/lists/queue.ts'
import { saveCapture } from '#lib/actions/charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from '#lib/actions/claim-creations/resolve.ts'
import { readBook, rulesFor, saveRules } from '#lib/actions/payer-rules/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { captureBody } from '#lib/sandbox/test-sandbox.ts'
import { filingOf, resetQueues, queueModel } from './model.ts'
import type { PayerRule } from '#lib/rules/filing/rulebook.ts'
import { refreshQueue, type SnapshotTools } from './read-snapshot.ts'
import { queueRefresh, refreshEveryMs } from './refresh-job.ts'
import { noteWritten, queueSettled } from './settling.ts'
import type { StoredValue } from './stored-items.ts'
import { mark, next, readItems, readRailCounts, readState, release } from './verbs.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'
import type { Result } from '#lib/core/result.ts'

const world = startWorld({ captures: 1_500 })
let connection: Connection
let biller: ActionContext
let manager: ActionContext

beforeAll(async () => {
  connection = world.connection
  biller = world.as.biller
  manager = world.as.manager
  await refresh()
})

const reading = (signal = new AbortController().signal): SnapshotTools => ({
  connection,
  report: async () => {},
  signal,
  retrying: (ask) => ask(connection),
})
const refresh = () => world.readQueue()
const filter = (view: QueueFilter['view'], more: Partial<QueueFilter> = {}): QueueFilter => ({
  view,
  sort: 'money',
  ...more,
})

const value = async <T>(result: Promise<Result<T>>) => valueOf(await result)
const state = async (view: QueueFilter['view'] = 'causes', context = biller) =>
  value(readState(filter(view), context))
async function items(
  view: QueueFilter['view'],
  more: Partial<QueueFilter> = {},
  context = biller,
): Promise<QueueItem[]> {
  const all: QueueItem[] = []
  for (let position: number | null = 0; position !== null;) {
    const page: QueueItems = await value(
      readItems({ filter: filter(view, more), position }, context),
    )
    all.push(...page.items)
    position = page.next
  }
  return all
}

type Creation = {
  id: string
  status: string
  errors: { id: string; resolved: boolean | null; message: string }[]
}
type Capture = {
  id: string
  claim_creation_id: string
  charge_external_id: string
  updates: { resolved: boolean }[]
}

const creations = (query: object) =>
  world.all<Creation>('/api/charge_capture_claim_creation/v1', query)

const requests = async () => (await world.sent(undefined, '/api/')).map(({ path }) => path)

describe('the snapshot', () => {
  test('has what the partner lists: every open error, hold and unresolved change after billing', async () => {
    const inError = await creations({ claim_creation_status: 'in-error' })
    const open = inError.flatMap(({ errors }) =>
      errors.filter(({ resolved }) => resolved !== true).map(({ id }) => id),
    )
    expect(open.length).toBeGreaterThan(20)
    const rows = await items('causes')
    const errorsOf = rows.flatMap(({ error_id, also = [] }) => [
      error_id,
      ...also.map((each) => each.error_id),
    ])
    // What follows from another error is part of its row.
    const folded = rows.reduce((sum, { folds = [] }) => sum + folds.length, 0)
    expect(folded).toBeGreaterThan(0)
    expect(errorsOf.filter((id) => !open.includes(id!))).toEqual([])
    expect(new Set(errorsOf).size + folded).toBe(open.length)

    const held = await creations({ claim_creation_status: 'held' })
    expect((await items('held')).map((item) => item.claim_creation_id).toSorted()).toEqual(
      held.map(({ id }) => id).toSorted(),
    )

    const captures = await world.all<Capture>('/api/charge_captures/v1', {})
    const changed = captures.filter(({ updates }) => updates.some(({ resolved }) => !resolved))
    const expected = [...new Set(changed.map((capture) => capture.claim_creation_id))].toSorted()
    expect(expected.length).toBeGreaterThan(0)
    const updates = await items('updates')
    expect(updates.map((item) => item.claim_creation_id).toSorted()).toEqual(expected)
    expect(updates.every(({ change }) => change!.update_ids.length > 0)).toBe(true)
    expect(
      updates.some(({ change }) => change?.effect === 'money' && change.moved_cents !== 0),
    ).toBe(true)

    const { state: shown, causes } = await state()
    expect(shown).toMatchObject({ is_reading: false, unread: [] })
    expect(shown.counts.errors).toBe(
      new Set((await items('causes')).map((item) => item.claim_creation_id)).size,
    )
    expect(shown.counts).toMatchObject({ held: held.length, updates: expected.length })
    expect(causes.length).toBeLessThan(open.length / 2)
  })

  test('an item says which control of the capture is wrong and what it has now', async () => {
    const item = (await items('causes')).find(({ field }) => field?.includes('rendering_provider'))!
    const capture = (await world.sandbox.get(`/api/charge_captures/v1/${item.capture_id}`))
      .json as {
      charge_capture_data: { rendering_provider: { npi: string } }
    }
    expect(item).toMatchObject({
      path: 'data.rendering_provider.npi',
      value: JSON.stringify(capture.charge_capture_data.rendering_provider.npi),
    })
  })

  test('a second reading reads no captures of claim creations that are as before, and keeps the times', async () => {
    const before = await items('causes')
    await world.sandbox.send('DELETE', '/_sandbox/requests')
    await refresh()
    const asked = await requests()
    expect(asked.filter((path) => path.includes('claim_creation/v1')).length).toBeGreaterThan(2)
    // Those with unresolved changes alone.
    expect(
      asked.filter((path) => path.startsWith('/api/charge_captures/v1')).length,
    ).toBeLessThanOrEqual(Math.ceil((await items('updates')).length / 100))
    expect(await items('causes')).toEqual(before)
  })

  test('new, changed and vanished work is there after a reading, with times of our own', async () => {
    world.passTime(3_600_000)
    const at = now()
    const made = await newError('SNAP-1')
    await refresh()
    const item = (await items('causes')).find(({ external_id }) => external_id === 'SNAP-1')!
    expect(item).toMatchObject({
      patient: 'Field, Ada',
      captures: 1,
      cents: 12_500,
      claim_creation_id: made.creation,
    })
    expect(Date.parse(item.first_seen_at)).toBeGreaterThanOrEqual(at)
    expect(item.changed_at).toBe(item.first_seen_at)
    await world.sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, {
      status: 'not-billable',
    })
    await refresh()
    expect((await items('causes')).some(({ external_id }) => external_id === 'SNAP-1')).toBe(false)
  })

  test('what the partner refuses stays as it was, and the state says so', async () => {
    const refuse = (path: string, times?: number) =>
      world.fault({
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
    world.passTime(60_000)
    await refuse('/api/charge_capture_claim_creation/v1', 1)
    await refresh()
    const { state: after } = await state()
    expect(await items('causes')).toEqual(before)
    const message = 'The partner refused a request (UnprocessableEntityError).'
    // The lists are read side by side: any of them meets the one refusal.
    expect(after.unread).toEqual([
      { what: expect.stringMatching(/claim creations/i) as string, message },
    ])
    expect(after.read_at).toBe(known.read_at)

    await refuse('/api/charge_captures/v1')
    const made = await newError('SNAP-2')
    await refresh()
    expect((await state()).state.unread).toEqual([
      { what: expect.stringMatching(/^Charge captures of \d+ claim creations$/), message },
    ])
    expect(
      (await items('causes')).find((item) => item.claim_creation_id === made.creation),
    ).toMatchObject({
      patient: 'Field, Ada',
      captures: 0,
    })
    await world.sandbox.send('DELETE', '/_sandbox/faults')
    await refresh()
    expect((await state()).state.unread).toEqual([])
    expect(await items('causes')).toContainEqual(
      expect.objectContaining({ external_id: 'SNAP-2', captures: 1 }),
    )
  })

  test('another process opens the same queue from the database', async () => {
    const before = await items('causes')
    resetQueues()
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
      const { rows } = (await db.execute(
        sql`select t::text as text from ${sql.identifier(name)} t`,
      )) as {
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
  const { json } = await world.sandbox.send('POST', '/api/charge_captures/v1', body)
  const capture = json as { id: string; claim_creation_id: string }
  return { id: capture.id, creation: capture.claim_creation_id }
}

describe('after a write', () => {
  test('a saved capture leaves or changes its cause at once, without a reading', async () => {
    const made = await newError('WRITE-1')
    await refresh()
    const words = 'Rendering provider NPI fails its check digit'
    const counts = async () =>
      (await state()).causes.find((cause) => cause.words === words)?.claims ?? 0
    const before = await counts()
    const { text } = await world.sandbox.get(`/api/charge_captures/v1/${made.id}`)
    const capture = JSON.parse(text) as { charge_capture_data: { rendering_provider: object } }
    const data = {
      ...capture.charge_capture_data,
      rendering_provider: { npi: '1999999984', last_name: 'Ek' },
    }
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
      resolveError(
        { operation_id: randomId(), error_id: error.error_id!, resolution_reason: 'Fine.' },
        biller,
      ),
    )
    expect((await items('causes')).some(({ error_id }) => error_id === error.error_id)).toBe(false)

    const update = (await items('updates'))[0]!
    const charge_capture_change_ids = update.change!.update_ids
    const claim = {
      claim_creation_id: update.claim_creation_id,
      reason: 'Fine.',
      overpayment: null,
    }
    const changes = {
      charge_capture_change_ids,
      claim_creation_ids: [update.claim_creation_id],
      own_reasons: [claim],
    }
    await value(resolveChanges({ operation_id: randomId(), ...changes, resolved: true }, biller))
    expect(
      (await items('updates')).some((item) => item.claim_creation_id === update.claim_creation_id),
    ).toBe(false)
    await refresh()
    expect(
      (await items('updates')).some((item) => item.claim_creation_id === update.claim_creation_id),
    ).toBe(false)
  })

  test('of two writes of one claim creation the later one counts, also if the first is read slowly', async () => {
    const made = await newError('WRITE-2')
    await refresh()
    const path = '/api/charge_capture_claim_creation/v1'
    const slow = { kind: 'slow-body', method: 'get', path, delay: 1_000, times: 1 }
    await world.sandbox.send('POST', '/_sandbox/faults', slow)
    await world.sandbox.send('DELETE', '/_sandbox/requests')
    noteWritten(connection, { claimCreations: [made.creation] })
    await vi.waitFor(async () => expect(await requests()).toContain(path), { timeout: 20_000 })
    await world.sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, {
      status: 'not-billable',
    })
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
  const has = async () =>
    (await items('causes')).some(({ external_id }) => external_id === 'RACE-1')
  expect(await has()).toBe(true)
  world.passTime(3_600_000)
  // The reading has the claim creation in error and waits for its captures, while the write is read
  // at once.
  const asked = Promise.withResolvers<void>()
  const written = Promise.withResolvers<void>()
  let calls = 0
  const held: SnapshotTools = {
    ...reading(),
    async retrying(ask) {
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
  await world.sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, {
    status: 'not-billable',
  })
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
    await value(
      mark(
        { subjects: [{ cause: cause.key }], change: { owner_id, note: 'Call Maria Gomez' } },
        manager,
      ),
    )
    await value(
      mark({ subjects: [one], change: { priority: 'high', owner_id: manager.account.id } }, biller),
    )

    expect(await items('mine')).toContainEqual(expect.objectContaining({ id: second!.id }))
    const seen = await items('causes', { cause: cause.key }, manager)
    expect(seen[0]).toMatchObject({
      id: first!.id,
      mark: { owner: manager.account.name, priority: 'high' },
    })
    expect(seen[1]!.mark).toMatchObject({ owner: biller.account.name, note: 'Call Maria Gomez' })
    expect((await state()).causes.find(({ key }) => key === cause.key)!.mark).toMatchObject({
      owner_id,
    })
    expect((await items('unassigned')).some((item) => item.cause === cause.key)).toBe(false)

    await value(mark({ subjects: [one], change: { snoozed_until: '2999-01-01' } }, biller))
    expect((await items('causes')).some(({ id }) => id === first!.id)).toBe(false)
    expect((await items('snoozed')).map(({ id }) => id)).toContain(first!.id)

    const nobody = { snoozed_until: null, owner_id: null, priority: null, note: null }
    await value(mark({ subjects: [one, { cause: cause.key }], change: nobody }, biller))
    expect(
      (await items('causes', { cause: cause.key })).every(
        (item) => Object.keys(item.mark).length === 0,
      ),
    ).toBe(true)
    const trail = await (await consoleDb()).select().from(auditRecords)
    expect(trail.filter(({ operation }) => operation === 'markQueue')).toHaveLength(4)
    expect(JSON.stringify(trail)).not.toContain('Maria Gomez')
  })

  test('a claim that is hidden with its cause says so, and comes back with the cause alone', async () => {
    const [one] = await items('causes')
    const { cause, claim_creation_id } = one!
    const ofClaim = async () => (await items('snoozed')).filter((item) => item.id === one!.id).at(0)
    const snoozed_until = '2999-01-01'
    await value(mark({ subjects: [{ claim_creation_id }], change: { snoozed_until } }, biller))
    expect(await ofClaim()).not.toHaveProperty('is_snoozed_by_cause')
    await value(
      mark({ subjects: [{ claim_creation_id }], change: { snoozed_until: null } }, biller),
    )
    await value(mark({ subjects: [{ cause }], change: { snoozed_until } }, biller))
    expect(await ofClaim()).toMatchObject({ is_snoozed_by_cause: true, mark: { snoozed_until } })
    await value(
      mark({ subjects: [{ claim_creation_id }], change: { snoozed_until: null } }, biller),
    )
    expect(await ofClaim()).toBeDefined()
    const both = [{ claim_creation_id }, { cause }]
    await value(mark({ subjects: both, change: { snoozed_until: null } }, biller))
    expect(await ofClaim()).toBeUndefined()
  })

  test('a change answers what was before, and taking it back leaves what a colleague changed since', async () => {
    const ofClaims = new Map((await items('causes')).map((item) => [item.claim_creation_id, item]))
    const [one, two] = [...ofClaims.values()]
    const subjects = [one!, two!].map(({ claim_creation_id }) => ({ claim_creation_id }))
    const markOf = async (item: QueueItem) =>
      (await Promise.all([items('causes'), items('snoozed')]))
        .flat()
        .find(({ id }) => id === item.id)!.mark
    const owner_id = biller.account.id
    await value(
      mark({ subjects: [subjects[0]!], change: { note: 'Call first', owner_id } }, manager),
    )
    const change = { snoozed_until: '2999-01-01', note: 'Later', owner_id: manager.account.id }
    const { before } = await value(mark({ subjects, change }, biller))
    expect(before).toEqual([
      { snoozed_until: null, note: 'Call first', owner_id },
      { snoozed_until: null, note: null, owner_id: null },
    ])
    await value(mark({ subjects: [subjects[1]!], change: { owner_id } }, manager))
    const undone = subjects.map((subject, index) =>
      value(mark({ subjects: [subject], change: before[index]!, only_as: change }, biller)),
    )
    expect((await Promise.all(undone)).map((each) => each.before[0])).toEqual([change, null])
    expect(await markOf(one!)).toMatchObject({ note: 'Call first', owner_id })
    expect(await markOf(one!)).not.toHaveProperty('snoozed_until')
    expect(await markOf(two!)).toMatchObject({
      snoozed_until: '2999-01-01',
      note: 'Later',
      owner_id,
    })
    const nobody = { snoozed_until: null, owner_id: null, priority: null, note: null }
    await value(mark({ subjects, change: nobody }, biller))
  })

  test('marks only what is in the queue', async () => {
    const [item] = await items('causes')
    const known = { claim_creation_id: item!.claim_creation_id }
    const invented = Array.from({ length: 3 }, (_, i) => ({ claim_creation_id: `invented-${i}` }))
    const many = await mark({ subjects: [known, ...invented], change: { note: 'x' } }, biller)
    expect(many).toMatchObject({
      ok: false,
      error: { name: 'NotInQueue', message: expect.stringMatching(/^3 of the 4 /) },
    })
    const cause = await mark(
      { subjects: [{ cause: 'c'.repeat(20) }], change: { priority: 'high' } },
      biller,
    )
    expect(cause).toMatchObject({ ok: false, error: { name: 'NotInQueue' } })
    const stored = await (await consoleDb()).select().from(queueMarks)
    expect(
      stored.filter(
        ({ subject, sealedNote }) => subject.includes('invented') || sealedNote !== null,
      ),
    ).toEqual([])
  })

  test('a note goes on 100 items at most, and an account has 2,000 notes', async () => {
    const ids = [...new Set((await items('causes')).map((item) => item.claim_creation_id))]
    const all = [...(await queueModel(connection)).rows.keys()].map((claim_creation_id) => ({
      claim_creation_id,
    }))
    expect(all.length).toBeGreaterThan(101)
    const words = {
      ok: false,
      error: { name: 'TooManyNotes', message: expect.stringMatching(/^A note can go on 100 /) },
    }
    expect(
      await mark({ subjects: all.slice(0, 101), change: { note: 'x' } }, biller),
    ).toMatchObject(words)
    await value(mark({ subjects: all.slice(0, 101), change: { priority: 'high' } }, biller))
    await value(mark({ subjects: all.slice(0, 101), change: { priority: null } }, biller))

    const db = await consoleDb()
    const at = connection.boundTo
    const earlier = Array.from({ length: 1_999 }, (_, i) => ({
      connection: at,
      subject: `creation/earlier-${i}`,
    }))
    const noted = {
      sealedNote: 'cannot be opened',
      notedBy: biller.account.id,
      changedAt: new Date(),
    }
    await db.insert(queueMarks).values(earlier.map((row) => ({ ...row, ...noted })))
    const [one, two] = ids.map((claim_creation_id) => ({ claim_creation_id }))
    await value(mark({ subjects: [one!], change: { note: 'the last' } }, biller))
    await value(mark({ subjects: [one!], change: { note: 'the last, changed' } }, biller))
    const full = {
      ok: false,
      error: { name: 'TooManyNotes', message: expect.stringMatching(/^You have 2,000 notes/) },
    }
    expect(await mark({ subjects: [two!], change: { note: 'one more' } }, biller)).toMatchObject(
      full,
    )
    // Others have their own limit, and notes outside of the queue are not opened.
    await value(mark({ subjects: [two!], change: { note: 'from the manager' } }, manager))
    await value(mark({ subjects: [one!], change: { note: null } }, biller))
    await value(mark({ subjects: [two!], change: { note: null } }, biller))
    expect((await items('causes')).every(({ mark: { note } }) => note === undefined)).toBe(true)
    await db.delete(queueMarks).where(like(queueMarks.subject, 'creation/earlier-%'))
  })

  test('nobody can own work who may not do it', async () => {
    const people = await (await consoleDb()).select().from(user)
    const owner_id = people.find(({ role }) => role === 'credentialing')!.id
    const [item] = await items('causes')
    const change = {
      subjects: [{ claim_creation_id: item!.claim_creation_id }],
      change: { owner_id },
    }
    expect(await mark(change, manager)).toMatchObject({
      ok: false,
      error: { issues: [{ path: 'change.owner_id' }] },
    })
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
    expect(new Set(got.map((taken) => taken.item?.claim_creation_id)).size).toBe(20)
    expect(got.every(({ item }) => item !== null)).toBe(true)

    // Each goes on from their own, all at once again.
    const later = await Promise.all(
      contexts.map((context, i) =>
        value(
          next({ filter: filter('causes'), passed: [got[i]!.item!.claim_creation_id] }, context),
        ),
      ),
    )
    expect(new Set(later.map((taken) => taken.item?.claim_creation_id)).size).toBe(20)
    const fourth = later[3]!.item!
    const shown = (await items('causes')).find(({ id }) => id === fourth.id)
    expect(shown?.open_by).toEqual(['Asker 3'])

    await value(release({ id: fourth.claim_creation_id }, contexts[3]!))
    expect((await items('causes')).find(({ id }) => id === fourth.id)?.open_by).toBeUndefined()
    await db.execute(sql`delete from queue_turns`)
    await db.execute(sql`delete from account_holders where id like 'asker-%'`)
  })

  test('a person who works one by one gets no item twice, also not the ones that they passed over', async () => {
    const cause = (await state()).causes.find((each) => each.claims >= 3)!
    const of = filter('causes', { cause: cause.key })
    const worth = new Map(
      (await items('causes', { cause: cause.key })).map((item) => [
        item.claim_creation_id,
        item.cents ?? 0,
      ]),
    )
    const passed: string[] = []
    const ask = () => value(next({ filter: of, passed }, biller))
    let taken = await ask()
    for (; taken.item !== null; taken = await ask()) {
      const { item, left } = taken
      // This one and those after it.
      const others = [...worth].filter(([id]) => !passed.includes(id))
      const cents = others.reduce((sum, [, each]) => sum + each, 0)
      expect(left).toEqual({ claims: others.length, cents })
      passed.push(item.claim_creation_id)
      // The second one is fixed and leaves the queue.
      if (passed.length !== 2) continue
      const error = {
        operation_id: randomId(),
        error_id: item.error_id!,
        resolution_reason: 'Fine.',
      }
      await value(resolveError(error, biller))
      await queueSettled(connection)
    }
    expect(passed.toSorted()).toEqual([...worth.keys()].toSorted())

    // What became of all of them, as the partner has it.
    const known = new Map((await creations({})).map(({ id, status }) => [id, status]))
    const billed = passed.filter((id) => known.get(id) === 'successful')
    expect(taken.came).toEqual({
      billed: {
        claims: billed.length,
        cents: billed.reduce((sum, id) => sum + worth.get(id)!, 0),
      },
      open: passed.length - billed.length,
    })
  })

  test('the last free item goes to one of two, and the other gets nothing', async () => {
    const cause = (await state()).causes.find(({ claims }) => claims === 1)!
    const asked = { filter: filter('causes', { cause: cause.key }), passed: [] }
    const got = await Promise.all([value(next(asked, biller)), value(next(asked, manager))])
    expect(got.filter(({ item }) => item === null)).toHaveLength(1)
  })

  describe('filing limits', () => {
    const rule = (payer_id: string, payer: string, original?: number): PayerRule => ({
      payer_id,
      payer,
      limits: { original },
      source: original === undefined ? '' : 'Contract § 4.1',
    })
    const save = (...rules: PayerRule[]) => value(saveRules({ rules }, manager))
    const others = (original?: number) => rule('', 'Every other payer', original)
    const filing = async () => filingOf(await queueModel(connection))
    const claimsOf = (some: readonly QueueItem[]) =>
      new Set(some.map((each) => each.claim_creation_id)).size
    const inWork = async () =>
      (
        await Promise.all((['causes', 'resolved', 'held'] as const).map((view) => items(view)))
      ).flat()
    const rowOf = async (payer_id: string) =>
      (await value(readBook({}, biller))).rows.find((row) => row.payer_id === payer_id)
    afterAll(() => save(others(), rule('medicare', 'Medicare'), rule('NBH01', 'Northbridge')))

    test('without any, the kinds that the law gives a year have it, and every other payer counts as not set', async () => {
      expect(await rowOf('medicare')).toMatchObject({
        is_shared: true,
        limits: { original: 'calendar-year', appeal: 120 },
        source: expect.stringContaining('42 CFR 424.44(a)'),
      })
      expect(await rowOf('medicare')).not.toHaveProperty('own')
      expect(await rowOf('')).toMatchObject({ payer: 'Every other payer', limits: {} })
      const all = await inWork()
      const byLaw = all.filter((item) => item.is_filing_default)
      expect(byLaw.some(({ payer }) => payer?.startsWith('Medicare Part B'))).toBe(true)
      for (const item of byLaw) {
        const year = daysBetween(item.date_of_service!, dayNow())
        expect([365, 366]).toContain(item.filing_days_left! + year)
        expect(item.filing_words).toContain('default, not confirmed for this payer')
      }
      const unset = all.filter((item) => item.filing === 'not-set')
      expect(unset.every(({ filing_days_left }) => filing_days_left === undefined)).toBe(true)
      expect(new Set(unset.map((item) => item.filing_words))).toEqual(
        new Set(['No limit entered for this payer']),
      )
      expect(await filing()).toMatchObject({
        payersWithoutLimit: new Set(unset.flatMap(({ payer_id }) => payer_id ?? [])).size,
        claimsWithoutLimit: claimsOf(unset),
        payersOnDefault: new Set(byLaw.flatMap(({ payer_id }) => payer_id ?? [])).size,
      })
      expect((await filing()).payersWithoutLimit).toBeGreaterThan(10)
      const listed = await items('filing-soon', { filing_limit: 'unset' })
      expect(listed).toHaveLength(claimsOf(unset))
    })

    test('passed and near are apart, and both are in the list of their view', async () => {
      await save(others(60))
      const all = (await inWork()).filter(({ filing_days_left: left }) => left !== undefined)
      const passed = all.filter((item) => item.filing_days_left! < 0)
      const near = all.filter(
        ({ filing_days_left: left }) => left !== undefined && left >= 0 && left <= 30,
      )
      expect(passed.length).toBeGreaterThan(0)
      expect(near.length).toBeGreaterThan(0)
      expect(await filing()).toMatchObject({
        past: { claims: claimsOf(passed) },
        near: { claims: claimsOf(near) },
        payersWithoutLimit: 0,
        claimsWithoutLimit: 0,
      })
      for (const { key, filing: sums, filing_days_left: least } of (await state()).causes) {
        const own = all.filter(({ cause, kind }) => cause === key && kind === 'error')
        const days = own.map(({ filing_days_left: each }) => each!).toSorted((a, b) => a - b)
        const next_days = days.find((each) => each >= 0)
        expect([least, sums]).toEqual([
          days[0],
          {
            passed: claimsOf(own.filter(({ filing: clock }) => clock === 'passed')),
            not_set: 0,
            ...(next_days !== undefined && { next_days }),
          },
        ])
      }
      const listed = await items('filing-soon', { sort: 'left' })
      const left = listed.map(({ filing_days_left: days }) => days!)
      expect(left).toEqual(left.toSorted((a, b) => a - b))
      expect(claimsOf(listed)).toBe(listed.length)
      const several = listed.find(({ others: more }) => more !== undefined)!
      const own = all.filter((each) => each.claim_creation_id === several.claim_creation_id)
      expect(several.others).toBe(own.length - 1)
      const sums = await filing()
      expect(claimsOf(listed)).toBe(sums.past.claims + sums.near.claims)
      expect((await state()).state.counts.filing_soon).toBe(claimsOf(listed))
      // What was entered for every other payer is confirmed for none.
      expect(await items('filing-soon', { filing_limit: 'entered' })).toEqual([])
      expect(await items('filing-soon', { filing_limit: 'default' })).toHaveLength(listed.length)
    })

    test('a payer’s own limit is confirmed by the person who entered it, and the same limit again stays theirs', async () => {
      const payer_id = (await inWork()).find(({ payer, payer_id: id }) => id && payer)!.payer_id!
      const { payer } = (await rowOf(payer_id))!
      expect(await save(rule(payer_id, payer, 90))).toEqual({ changed: 1 })
      const row = await rowOf(payer_id)
      expect(row).toMatchObject({
        own: { original: 90 },
        limits: { original: 90 },
        source: 'Contract § 4.1',
        confirmed_by: manager.account.name,
      })
      expect(await save(rule(payer_id, payer, 90), others(60))).toEqual({ changed: 0 })
      expect(await rowOf(payer_id)).toEqual(row)
      const { rules } = await value(rulesFor({ payers: [{ payer_id }] }, biller))
      expect(rules.map((each) => each.payer_id).toSorted()).toEqual(['', payer_id])
      expect(await save(rule(payer_id, payer))).toEqual({ changed: 1 })
      expect(await rowOf(payer_id)).not.toHaveProperty('own')
    })

    test('Medicare keeps its year when a limit is stored for another payer, unless it gets one of its own', async () => {
      const medicare = (await inWork()).find(
        ({ payer, filing_days_left }) =>
          payer?.startsWith('Medicare Part B') && filing_days_left !== undefined,
      )!
      const left = async () =>
        (await inWork()).find(({ id }) => id === medicare.id)!.filing_days_left
      await save(others())
      const own = await left()
      await save(rule('NBH01', 'Northbridge', 90))
      expect(await left()).toBe(own)
      await save(rule('medicare', 'Medicare', 300))
      expect(own! - (await left())!).toBeGreaterThanOrEqual(65)
      expect(await rowOf('medicare')).toMatchObject({ own: { original: 300 } })
    })
  })
})

describe('what counts once', () => {
  test('line dates outside the visit are part of the wrong end date, which is one row of its capture', async () => {
    const lines = [1, 2, 3].map((quantity) => ({
      procedure_code: 'G0463',
      quantity: String(quantity),
      units: 'UN',
      charge_amount_cents: 1_000,
      diagnosis_pointers: [0],
      date_of_service: '2026-09-15',
    }))
    const data = {
      date_of_service: '2026-09-15',
      end_date_of_service: '2026-09-01',
      service_lines: lines,
    }
    const more = {
      charge_external_id: 'FOLD-1',
      patient_external_id: 'PAT-FOLD-1',
      status: 'billable',
    }
    await world.sandbox.send('POST', '/api/charge_captures/v1', captureBody(data, more))
    await refresh()
    const rows = (await items('causes')).filter(({ external_id }) => external_id === 'FOLD-1')
    const root = rows.find(({ path }) => path === 'data.end_date_of_service')!
    expect(root.folds).toHaveLength(3)
    expect(rows.some(({ message }) => message?.includes('outside the visit'))).toBe(false)
    const { causes } = await state()
    expect(causes.find(({ key }) => key === root.cause)).toMatchObject({
      words: 'End date of service is before the date of service',
      folds: expect.any(Number) as number,
    })
    expect(causes.some(({ words }) => words.includes('outside the visit'))).toBe(
      (await items('causes')).some(({ message }) => message?.includes('outside the visit')),
    )
  })

  test('one problem on three lines of a capture is one row that names the lines', async () => {
    const line = (quantity: string) => ({
      procedure_code: 'G0463',
      quantity,
      units: 'UN',
      charge_amount_cents: 1_000,
      diagnosis_pointers: [0],
    })
    const data = { service_lines: [line('0'), line('1'), line('0'), line('0.0')] }
    const more = {
      charge_external_id: 'LINES-1',
      patient_external_id: 'PAT-LINES-1',
      status: 'billable',
    }
    await world.sandbox.send('POST', '/api/charge_captures/v1', captureBody(data, more))
    await refresh()
    const rows = (await items('causes')).filter(({ external_id }) => external_id === 'LINES-1')
    const quantities = rows.filter(({ path }) => path?.endsWith('.quantity'))
    expect(quantities).toMatchObject([
      {
        path: 'data.service_lines.0.quantity',
        lines: [1, 3, 4],
        also: [
          { path: 'data.service_lines.2.quantity' },
          { path: 'data.service_lines.3.quantity', value: '"0.0"' },
        ],
      },
    ])
    const cause = (await state()).causes.find(({ key }) => key === quantities[0]!.cause)!
    expect(cause.words).toBe('Quantity is zero or not a number')
    expect(cause.claims).toBe(
      new Set((await items('causes', { cause: cause.key })).map((each) => each.claim_creation_id))
        .size,
    )
  })

  test('a cause counts its claims by the values that its messages quote', async () => {
    const { causes } = await state()
    const npi = causes.find(
      ({ words }) => words === 'Rendering provider NPI fails its check digit',
    )!
    expect(npi.values.length).toBeGreaterThan(0)
    expect(
      npi.values.every(({ kind, value: code }) => kind === 'NPI' && /^\d{10}$/.test(code)),
    ).toBe(true)
    expect(npi.values).toHaveLength(Math.min(10, npi.value_count))
    const quoted = (await items('causes', { cause: npi.key })).map(
      ({ message }) => /\d{10}/.exec(message!)![0],
    )
    expect(npi.value_count).toBe(new Set(quoted).size)
  })

  test('an id that the partner calls unmapped is no payer: not in filters, counts nor limits', async () => {
    const unmapped = (await items('causes')).filter(({ message }) =>
      message?.startsWith('Payer id UNK77 is not mapped'),
    )
    expect(unmapped.length).toBeGreaterThan(0)
    expect(
      unmapped.every(({ payer_id, payer }) => payer_id !== 'UNK77' && payer !== undefined),
    ).toBe(true)
    const { options, causes } = await state()
    expect(JSON.stringify([options, (await value(readBook({}, biller))).rows])).not.toContain(
      'UNK77',
    )
    expect(causes.find(({ key }) => key === unmapped[0]!.cause)!.values).toMatchObject([
      { kind: 'Payer ID', value: 'UNK77' },
    ])
    const names = options.payers.map(({ label }) => label)
    expect(new Set(names).size).toBe(names.length)
  })

  test('the heads and tabs of the queue count claims', async () => {
    for (const view of ['causes', 'held', 'unassigned', 'filing-soon'] as const) {
      const reply = await state(view)
      const rows = await items(view)
      const counts = reply.state.counts
      const tab = {
        causes: counts.errors,
        held: counts.held,
        unassigned: counts.unassigned,
        'filing-soon': counts.filing_soon,
      }
      expect(reply.claims).toBe(new Set(rows.map((each) => each.claim_creation_id)).size)
      expect(tab[view]).toBe(reply.claims)
    }
    const { kinds, claims } = await state('unassigned')
    const each = Object.values(kinds)
    expect(each.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(claims)
    expect(Math.max(...each)).toBeLessThanOrEqual(claims)
  })
})

test('after an upgrade that names causes otherwise, each keeps its mark and its fixes', async () => {
  const at = connection.boundTo
  const rows = [...(await queueModel(connection)).rows].filter(
    ([, { value: stored }]) => stored?.items[0]?.kind === 'error',
  )
  const [[id, row], [other, otherRow]] = rows as [(typeof rows)[0], (typeof rows)[0]]
  // A mark that was taken away is none of its own.
  const own = [{ cause: row.value!.items[0]!.cause }]
  for (const priority of ['high', null] as const)
    await value(mark({ subjects: own, change: { priority } }, manager))
  const asBefore = (stored: StoredValue, key: string): string =>
    JSON.stringify({
      ...stored,
      format: undefined,
      items: stored.items.map((item) => ({ ...item, cause: key })),
    })
  const keep = (name: string, { listed, creationHash, value: stored }: typeof row, key: string) =>
    keepRows(at, [{ id: name, listed, creationHash, value: asBefore(stored!, key) }])
  await keep(id, row, 'earlier0001')
  await keep(other, otherRow, 'earlier0002')
  const change = { owner_id: biller.account.id, note: 'Ask the payer', snoozed_until: null }
  await value(mark({ subjects: [{ cause: 'earlier0001' }], change }, manager))
  expect((await queueModel(connection)).causes.get('earlier0001')?.mark).toMatchObject({
    note: 'Ask the payer',
  })
  const [item] = row.value!.items
  const fix = {
    chargeCaptureId: item!.capture_id!,
    claimCreationId: id,
    accountId: biller.account.id,
  }
  await keepFixes(at, [
    { ...fix, cause: 'earlier0001', state: 'billed', savedAt: new Date(), value: '{}' },
  ])
  await refresh()
  const { causes } = await queueModel(connection)
  expect(causes.has('earlier0001')).toBe(false)
  const { cause } = item!
  expect(await readFixes(at, ['earlier0001'])).toEqual([])
  const fixes = await readFixes(
    at,
    row.value!.items.map((each) => each.cause),
  )
  expect(fixes.filter(({ value: text }) => text === '{}')).toHaveLength(1)
  expect(causes.get(cause)?.mark).toMatchObject({
    note: 'Ask the payer',
    owner_id: biller.account.id,
  })
  const nobody = { owner_id: null, note: null }
  await value(
    mark(
      { subjects: row.value!.items.map((item) => ({ cause: item.cause })), change: nobody },
      manager,
    ),
  )
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
    (await items('causes', { provider: provider.value })).every(
      (item) => item.rendering_npi === provider.value,
    ),
  ).toBe(true)
  const day = all.find(({ date_of_service }) => date_of_service)!.date_of_service!
  const ofDay = await items('causes', { date_of_service_min: day, date_of_service_max: day })
  expect(ofDay.every((item) => item.date_of_service === day)).toBe(true)
  const cents = all.map((item) => item.cents ?? 0)
  expect(cents).toEqual(cents.toSorted((a, b) => b - a))
})

test('after each small change the queue is the one that a new process opens', async () => {
  const opened = async () => {
    const { items: all, causes, days } = await queueModel(connection)
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
    return { items: all.toSorted(byId), causes: new Map([...causes].toSorted()), days: days.size }
  }
  const expectSame = async () => {
    const here = await opened()
    resetQueues()
    expect(await opened()).toEqual(here)
    return here.items
  }
  const [one, two] = await items('causes')
  const ofOne = async () => (await expectSame()).find(({ id }) => id === one!.id)! // it stays in the queue
  const cause = [{ cause: one!.cause }]
  const creation = [{ claim_creation_id: one!.claim_creation_id }]
  await value(mark({ subjects: cause, change: { snoozed_until: '2999-01-01' } }, biller))
  expect(await ofOne()).toMatchObject({ is_snoozed: true, is_snoozed_by_cause: true })
  await value(mark({ subjects: creation, change: { priority: 'high' } }, biller))
  expect((await ofOne()).mark).toEqual({ snoozed_until: '2999-01-01', priority: 'high' })
  await value(mark({ subjects: cause, change: { snoozed_until: null } }, biller))
  expect(await ofOne()).toMatchObject({ is_snoozed: false, mark: { priority: 'high' } })
  await value(mark({ subjects: creation, change: { priority: null } }, biller))
  expect((await ofOne()).mark).toEqual({})
  const every = (original?: number): PayerRule => ({
    payer_id: '',
    payer: 'Every other payer',
    limits: { original },
    source: original === undefined ? '' : 'Contract § 4.1',
  })
  await value(saveRules({ rules: [every(1)] }, manager))
  const late = (await expectSame()).filter(({ filing }) => filing === 'passed')
  await value(saveRules({ rules: [every()] }, manager))
  const inTime = (await expectSame()).filter(({ filing }) => filing === 'passed')
  expect(late.length).toBeGreaterThan(inTime.length)
  await keepRows(connection.boundTo, [], [two!.claim_creation_id])
  const left = await expectSame()
  expect(left.some((item) => item.claim_creation_id === two!.claim_creation_id)).toBe(false)
  await refresh()
  expect((await expectSame()).some(({ id }) => id === two!.id)).toBe(true)
})

test('a process opens a queue from its packs, and what changed since, or a pack that does not open, from the rows', async () => {
  world.passTime(86_400_000)
  await refresh()
  const db = await consoleDb()
  const at = connection.boundTo
  const opened = async () => {
    resetQueues()
    const { items: all } = await queueModel(connection)
    return new Map(all.map((item) => [item.id, item]))
  }
  const before = await opened()
  const [changed, gone] = [...new Set([...before.values()].map((item) => item.claim_creation_id))]
  const { rows } = await queueModel(connection)
  const row = rows.get(changed!)!
  const value: StoredValue = structuredClone(row.value!)
  for (const item of value.items) item.message = 'Another message'
  const kept = { id: changed!, listed: row.listed, creationHash: '', value: JSON.stringify(value) }
  await keepRows(at, [kept], [gone!])
  const own = eq(queueRows.connection, at)
  const sealed = await db.select().from(queueRows).where(own)
  const isOther = ne(queueRows.claimCreationId, changed!)
  await db.update(queueRows).set({ sealedValue: 'broken' }).where(and(own, isOther))
  const after = await opened()
  const messages = (some: Iterable<QueueItem>) =>
    new Map([...some].map(({ id, message }) => [id, message]))
  const expected = [...before.values()].filter((item) => item.claim_creation_id !== gone)
  for (const item of expected)
    if (item.claim_creation_id === changed) item.message = 'Another message'
  expect(messages(after.values())).toEqual(messages(expected))
  for (const { claimCreationId, sealedValue } of sealed)
    await db
      .update(queueRows)
      .set({ sealedValue })
      .where(and(own, eq(queueRows.claimCreationId, claimCreationId)))
  await db.update(queuePacks).set({ sealedValues: 'broken' })
  expect(await opened()).toEqual(after)
  world.passTime(86_400_000)
  await refresh()
  expect(await db.$count(queuePacks, eq(queuePacks.sealedValues, 'broken'))).toBe(0)
})

test('the sums of a day are kept: a trend falls as work is done', async () => {
  const made = await newError('TREND-1')
  await refresh()
  const key = (await items('causes')).find(({ external_id }) => external_id === 'TREND-1')!.cause
  const trend = async () => (await queueModel(connection)).causes.get(key)!.trend
  const before = (await trend()).at(-1)!
  world.passTime(86_400_000)
  await world.sandbox.send('PATCH', `/api/charge_captures/v1/${made.id}`, {
    status: 'not-billable',
  })
  await refresh()
  expect((await trend()).slice(-2)).toEqual([before, before - 1])
  await queueSettled(connection)
})

test('readings go on every three minutes while somebody is signed in who may see the queue', async () => {
  const due = () => queueRefresh.everyMinute()
  expect(await due()).toBeUndefined()
  world.passTime(refreshEveryMs)
  expect(await due()).toBeUndefined()
  const signedIn = { id: 's1', token: 't1', expiresAt: new Date(now() + 60_000) }
  const db = await consoleDb()
  const lastSeenAt = new Date(now())
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
    expect(await rail()).toEqual({
      approvals: 0,
      queue_errors: claims,
      queue_updates: shown.counts.updates,
    })
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
    // The other tests move the clock, so that a day may begin between two readings.
    const days = all.map(({ first_seen_at }) => dayAt(Date.parse(first_seen_at))).toSorted()
    expect(await items('causes', { first_seen_min: days[0] })).toHaveLength(all.length)
    expect(await items('causes', { first_seen_min: addDays(days.at(-1)!, 1) })).toEqual([])
    const undated = await items('causes', { is_undated: true })
    expect(undated).toEqual(all.filter(({ date_of_service }) => date_of_service === undefined))
    expect(await items('causes', { is_undated: false })).toHaveLength(all.length - undated.length)
    const subjects = [{ claim_creation_id: all[0]!.claim_creation_id }]
    await value(mark({ subjects, change: { owner_id: biller.account.id } }, manager))
    const owned = await items('assigned', { owner: biller.account.id }, manager)
    expect(new Set(owned.map((item) => item.claim_creation_id))).toEqual(
      new Set([all[0]!.claim_creation_id]),
    )
    expect(await items('assigned', { owner: manager.account.id }, manager)).toEqual([])
    await value(mark({ subjects, change: { owner_id: null } }, manager))
  })
})

test('the rulebook has at most 2,000 payers, and an open record reads those of its own payers', async () => {
  const rule = (place: number): PayerRule => ({
    payer_id: `FULL${place}`,
    payer: `Payer ${place}`,
    limits: { original: 90 },
    source: 'Manual',
  })
  const rules = Array.from({ length: 2_000 }, (_, place) => rule(place))
  const before = (await value(readBook({}, manager))).rows.filter(({ own }) => own).length
  await value(saveRules({ rules: rules.slice(before) }, manager))
  const more = { ...rule(0), payer_id: 'ONE MORE' }
  expect(await saveRules({ rules: [more] }, manager)).toMatchObject({
    error: { message: expect.stringMatching(/^Nothing was saved: at most 2,000 payers/) },
  })
  // A payer that is stored already may change, and one that ends makes room.
  await value(saveRules({ rules: [{ ...rule(1_999), limits: { original: 60 } }] }, manager))
  await value(saveRules({ rules: [{ ...rule(1_998), limits: {} }, more] }, manager))
  const asked = { payers: [{ payer_id: 'ONE MORE' }, { payer: 'PAYER 1999' }] }
  const read = await value(rulesFor(asked, manager))
  expect(read.rules.map(({ payer_id }) => payer_id)).toEqual(
    expect.arrayContaining(['ONE MORE', 'FULL1999']),
  )
  expect(read.rules.length).toBeLessThan(before + 3)
  const none = [...rules, more].map((one) => ({ ...one, limits: {} }))
  await value(saveRules({ rules: none }, manager))
})

test('the claim status of open changes after billing is read with every refresh, not only with a whole one', async () => {
  await refresh()
  const changes = async () =>
    [...(await queueModel(connection)).rows].flatMap(([id, row]) => {
      const item = row.value?.items.find(({ change }) => change)
      return item ? [{ id, external: item.external_id, status: item.change?.claim_status }] : []
    })
  const before = await changes()
  // Only a claim that no payer has can be sent to one.
  const unsent = before.find(({ status }) => status === 'biller_received')!
  const sent = { charge_external_id: unsent.external, status: 'submitted_to_payer' }
  expect((await world.sandbox.send('POST', '/_sandbox/claims', sent)).status).toBe(200)
  world.passTime(60_000)
  await refresh()
  const after = await changes()
  expect(after.find(({ id }) => id === unsent.id)).toMatchObject({ status: 'submitted_to_payer' })
  const others = (all: typeof before) => all.filter(({ id }) => id !== unsent.id)
  expect(others(after)).toEqual(others(before))
})
