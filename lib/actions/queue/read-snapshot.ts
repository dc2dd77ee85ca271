import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { elapsed, now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { storable } from '#lib/console/jobs/store.ts'
import {
  keepDay,
  keepRows,
  noteReading,
  readHead,
  type Listed,
  type RowToKeep,
  type SnapshotHead,
} from '#lib/console/queue/snapshot.ts'
import { keepCheckCounts, type CheckCounts } from '#lib/console/queue/check-counts.ts'
import { keepPacks, needsPacking } from '#lib/console/queue/packs.ts'
import { renameFixes } from '#lib/console/queue/fixes.ts'
import { carryMarks } from '#lib/console/queue/team.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { openUpdatesOf } from '#lib/lists/rows/rows.ts'
import type { JobTools } from '#lib/actions/jobs/job-kind.ts'
import {
  askPages,
  eachPage,
  readWhole,
  type PartnerPage,
} from '#lib/actions/lists/partner-pages.ts'
import { callJson } from '#lib/partner/call.ts'
import { CheckCounter } from './count-checks.ts'
import { ConsiderateGate, mostSideBySide } from './considerate.ts'
import { watchFixes } from './fix-memory.ts'
import { learnFromTrail } from './learn-from-trail.ts'
import { daySumsOf, noteStored, packedOf, queueModel, type KnownRow } from './model.ts'
import { claimStatusesOf } from './claim-statuses.ts'
import { storedFormat, storedValueOf } from './stored-items.ts'

/** The tools of its job that a reading uses. */
export type SnapshotTools = Pick<JobTools, 'connection' | 'report' | 'signal' | 'retrying'>

type List = Exclude<Listed, ''>

/** The partner's lists that make the queue. */
const lists: { [List_ in List]: { query: { [name: string]: string | boolean }; words: string } } = {
  error: { query: { claim_creation_status: 'in-error' }, words: 'Claim creations with errors' },
  held: { query: { claim_creation_status: 'held' }, words: 'Held claim creations' },
  updated: {
    query: { has_charge_capture_updates: true },
    words: 'Claim creations changed after billing',
  },
}

// A claim creation has some kilobytes, and a reply has at most 20 MB.
const pageSize = 250
// 100 ids of 36 characters are an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
const capturesPageSize = 250
// A claim creation has few captures; this only stops a partner that never ends its pages.
const mostPages = 50
// Claim creations whose captures are not read yet: a few pages in memory.
const mostWaiting = 2_000
// Rows that are stored together.
const keptAtOnce = 250
// A shorter list is read from one end, because two walks read the page on which they meet twice.
const pagesFromOneEnd = 2
// Two walks have met when so many items at the end of a page are known.
const mostAmbiguous = 25
const renewEveryMs = 15_000
/** How often every capture is read anew, although its claim creation is unchanged. */
const wholeEveryMs = 30 * 60_000

/**
 * Reads the queue's snapshot anew. The partner tells no times, so each list is walked whole, from
 * both ends at once, and a claim creation's content tells by its hash whether it changed. Captures
 * are read of those that are new or changed, and of every one each half hour, or when the partner
 * counts other unresolved changes after billing than the snapshot has. While the partner is away it
 * waits, as every walk. Fails only if no list could be read.
 */
export async function refreshQueue(reading: SnapshotTools): Promise<Result<void>> {
  const at = reading.connection.boundTo
  const startedAt = new Date(now())
  await noteReading(at)
  const head = await readHead(at)
  const model = await queueModel(reading.connection)
  const isWhole =
    head.wholeAt === null || startedAt.getTime() - head.wholeAt.getTime() >= wholeEveryMs
  const run = new Run(reading, model.rows, {
    isWhole,
    areUpdatesNew: isWhole ? Promise.resolve(true) : areUpdatesNew(reading, model.rows),
    since: head.version,
    counter: isWhole ? await CheckCounter.begin() : undefined,
  })
  const ends = await Promise.all(
    (Object.keys(lists) as List[]).map(async (list) => [list, await run.walk(list)] as const),
  )
  await run.finish()
  const ended = new Set<Listed>(ends.flatMap(([list, failure]) => (failure ? [] : [list])))
  const gone = [...model.rows].flatMap(([id, { listed }]) =>
    ended.has(listed) && !run.seen.has(id) ? [id] : [],
  )
  if (!reading.signal.aborted) await keepRows(at, [], gone, head.version)
  if (!isWhole) await refreshStatuses(reading)
  const unread = [
    ...ends.flatMap(([list, failure]) =>
      failure ? [{ what: lists[list].words, message: storable(failure).message }] : [],
    ),
    ...run.unread(),
  ]
  const isComplete = ended.size === ends.length && !reading.signal.aborted
  const isWholeNow = isComplete && unread.length === 0 && isWhole
  if (isWholeNow && run.counts) await keepCheckCounts(reading.connection.id, run.counts)
  await noteReading(at, {
    unread,
    ...(isComplete && { readAt: new Date(now()) }),
    ...(isWholeNow && { wholeAt: startedAt }),
  })
  const after = await queueModel(reading.connection)
  const day = dayNow()
  await keepDay(at, day, JSON.stringify(daySumsOf(after, day)))
  if (isComplete && (await needsPacking(at)))
    await keepPacks(at, after.head.version, packedOf(after))
  await watchFixes(reading.connection, reading.signal)
  await learnFromTrail(reading.connection, reading.signal)
  const failure = ends.find(([, each]) => each)?.[1]
  return failure && ended.size === 0 ? { ok: false, error: failure } : ok(undefined)
}

/**
 * Reads claim creations of the queue anew, at once: after a write. Those that the partner no longer
 * has leave the queue. `fresh` has claim statuses that were just read.
 */
export async function rereadClaimCreations(
  connection: Connection,
  ids: readonly string[],
  fresh: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await rereadSome(connection, ids.slice(from, from + idsAtOnce), fresh)
}

// A status changes without a sign in the claim creation, and old advice cancels a claim that was
// paid: of open changes after billing it is read with every refresh.
async function refreshStatuses({ connection, signal, retrying }: SnapshotTools): Promise<void> {
  const { rows } = await queueModel(connection)
  const known = new Map(
    [...rows].flatMap(([id, { value }]) => {
      const changed = value?.items.find(({ change }) => change)?.change
      return changed ? [[id, changed.claim_status] as const] : []
    }),
  )
  const ids = [...known.keys()]
  for (let from = 0; from < ids.length && !signal.aborted; from += idsAtOnce) {
    const some = ids.slice(from, from + idsAtOnce)
    const read = await retrying(
      (asked) => claimStatusesOf(asked, some, signal),
      () => ids.length,
    )
    // What cannot be read stays as it was.
    if (!read.ok) return
    const moved = some.filter((id) => read.value.has(id) && read.value.get(id) !== known.get(id))
    await rereadClaimCreations(connection, moved, read.value)
  }
}

async function rereadSome(
  connection: Connection,
  ids: readonly string[],
  fresh: ReadonlyMap<string, string>,
): Promise<void> {
  const ask = askPages(connection, operations.listClaimCreations, {})
  const [{ rows }, creations, captures] = await Promise.all([
    queueModel(connection),
    readWhole(ask, { claim_creation_ids: [...ids], limit: idsAtOnce }, { pages: mostPages }),
    capturesOf(connection, ids),
  ])
  if (creations.failure || captures.failure) return
  const found = new Map(
    creations.items.map((creation) => [textOf(memberAt(creation, 'id')), creation]),
  )
  const captureGroups = Map.groupBy(captures.items, (capture) =>
    textOf(memberAt(capture, 'claim_creation_id')),
  )
  const [kept, gone]: [RowToKeep[], string[]] = [[], []]
  const values = new Map<string, Value>()
  const renamed: Renamed = new Map()
  const { known, unread } = knownStatuses(captureGroups, rows)
  const read = await claimStatusesOf(
    connection,
    unread.filter((id) => !fresh.has(id)),
  )
  const statuses = new Map([...known, ...(read.ok ? read.value : []), ...fresh])
  for (const id of ids) {
    const creation = found.get(id)
    const listed = listOf(creation)
    const value =
      creation === undefined
        ? undefined
        : storedValueOf(creation, captureGroups.get(id) ?? [], statuses.get(id))
    values.set(id, value)
    noteRenamed(renamed, rows.get(id)?.value, value)
    if (value !== undefined || (listed === 'updated' && creation !== undefined && rows.has(id)))
      kept.push({ id, listed, creationHash: await hashOf(creation), value: textOfValue(value) })
    // One that never was in the queue has no row.
    else if (rows.has(id)) gone.push(id)
  }
  await carryMarks(
    connection.boundTo,
    [...renamed.values()].map(({ earlier, now: present }) => [earlier, present]),
  )
  await carryFixes(connection.boundTo, renamed, false)
  noteStored(connection, values, await keepRows(connection.boundTo, kept, gone))
}

/**
 * The keys that a cause had in an earlier format and has now, by both, with the captures that have
 * it.
 */
type Renamed = Map<string, { earlier: string; now: string; captures: Set<string> }>

// The same error with another cause, only because an earlier version named it otherwise.
function noteRenamed(renamed: Renamed, earlier: Value, value: Value): void {
  if (!earlier || !value || earlier.format === value.format) return
  const causes = new Map(value.items.map(({ id, cause }) => [id, cause]))
  for (const { id, cause, capture_id } of earlier.items) {
    const present = causes.get(id)
    if (present === undefined || present === cause) continue
    const key = `${cause} ${present}`
    const known = renamed.get(key) ?? { earlier: cause, now: present, captures: new Set<string>() }
    renamed.set(key, known)
    if (capture_id !== undefined) known.captures.add(capture_id)
  }
}

// A cause that was split leaves each fix with the cause of its capture. Fixes of captures that left
// the queue have none.
async function carryFixes(at: string, renamed: Renamed, isWhole: boolean): Promise<void> {
  const causes = [...renamed.values()]
  const counts = Map.groupBy(causes, ({ earlier }) => earlier)
  for (const { earlier, now: present, captures } of causes) {
    const isOne = isWhole && counts.get(earlier)!.length === 1 // it is grouped by it
    await renameFixes(at, earlier, present, isOne ? undefined : [...captures])
  }
}

function listOf(creation: unknown): List {
  const status = textOf(memberAt(creation, 'status'))
  if (status === 'in-error') return 'error'
  return status === 'held' ? 'held' : 'updated'
}

type Value = ReturnType<typeof storedValueOf>

function textOfValue(value: Value): string | undefined {
  return value && JSON.stringify(value)
}

function hashOf(creation: unknown): Promise<string> {
  return keyedHash(JSON.stringify(creation))
}

// The claim status that the snapshot has of claim creations with open changes after billing, and
// those of which it has none.
function knownStatuses(
  captures: ReadonlyMap<string | undefined, readonly unknown[]>,
  rows: ReadonlyMap<string, KnownRow>,
) {
  const known = new Map<string, string>()
  const unread: string[] = []
  for (const [id, own] of captures) {
    if (id === undefined || !own.some((capture) => openUpdatesOf(capture).length > 0)) continue
    const status = rows.get(id)?.value?.items.find(({ change }) => change?.claim_status)
      ?.change?.claim_status
    if (status === undefined) unread.push(id)
    else known.set(id, status)
  }
  return { known, unread }
}

// The oldest first, the order in which captures are merged.
function capturesOf(connection: Connection, ids: readonly string[], signal?: AbortSignal) {
  const ask = askPages(connection, operations.listChargeCaptures, {}, { ...(signal && { signal }) })
  const query = {
    claim_creation_ids: [...ids],
    limit: capturesPageSize,
    sort: 'created_at',
    sort_direction: 'asc',
  }
  return readWhole(ask, query, { pages: mostPages, ...(signal && { signal }) })
}

// The only sign of a new change after billing without reading every billed capture. A partner may
// not count them.
async function areUpdatesNew(
  { connection, signal }: SnapshotTools,
  rows: ReadonlyMap<string, KnownRow>,
): Promise<boolean> {
  const reply = await callJson(connection, operations.getClaimCreationSummary, {}, { signal })
  const counted = reply.ok
    ? memberAt(reply.value, 'charge_capture_unresolved_change_count')
    : undefined
  let known = 0
  for (const { value } of rows.values())
    for (const { change } of value?.items ?? []) known += change?.update_ids.length ?? 0
  return typeof counted === 'number' && counted !== known
}

/** `since` is the snapshot's version at the start. Only a reading of everything has a `counter`. */
type News = {
  isWhole: boolean
  areUpdatesNew: Promise<boolean>
  since: number
  counter: CheckCounter | undefined
}
type Waiting = { id: string; creation: unknown; creationHash: string; list: List }

// How many items at the end of a list are as they should be.
function trailing(items: readonly unknown[], isSo: (item: unknown) => boolean): number {
  return items.length - 1 - items.findLastIndex((item) => !isSo(item))
}

/** One reading: what it has seen, and the captures that it is waiting for. */
class Run {
  readonly seen = new Set<string>()
  readonly #reading: SnapshotTools
  readonly #rows: ReadonlyMap<string, KnownRow>
  readonly #news: News
  readonly #working = new Set<Promise<void>>()
  readonly #gate = new ConsiderateGate()
  #waiting: Waiting[] = []
  #toKeep: { row: RowToKeep; value: Value }[] = []
  #keeping: Promise<void> = Promise.resolve()
  #renamed: Renamed = new Map()
  #carried = new Set<string>()
  #unreadable = 0
  #renewedAt = elapsed()
  #defect: unknown
  #withoutCaptures: { count: number; failure: Failure | undefined } = {
    count: 0,
    failure: undefined,
  }

  constructor(reading: SnapshotTools, rows: ReadonlyMap<string, KnownRow>, news: News) {
    this.#reading = reading
    this.#rows = rows
    this.#news = news
  }

  /**
   * Walks a list from its oldest item and, once it proves to be long, from its newest towards each
   * other. Each walk ends at the list's end, or with a page whose end the other has read. Returns
   * the failure if neither came so far: part of the list is then unread.
   */
  async walk(list: List): Promise<Failure | undefined> {
    const own = new Set<string>()
    const failures: Failure[] = []
    let isOver = false
    const walkFrom = async (sort_direction: 'asc' | 'desc', onPage?: (pages: number) => void) => {
      let pages = 0
      for await (const page of this.#pages({
        ...lists[list].query,
        sort: 'created_at',
        sort_direction,
      })) {
        if (!page.ok) {
          failures.push(page.error)
          // The other end may still be read.
          return pages > 0 ? onPage?.(pagesFromOneEnd) : undefined
        }
        const { items, next } = page.value
        const known = trailing(items, (item) => own.has(textOf(memberAt(item, 'id')) ?? ''))
        pages += 1
        if (next !== null) onPage?.(pages)
        await this.#take(list, items, own)
        // A single item may be one of several that were created in one moment, whose order need not
        // turn round.
        const hasMet = known > 0 && known >= Math.min(items.length, mostAmbiguous)
        // On the very first page it proves nothing: a partner may ignore the direction.
        if (hasMet) return void (isOver ||= pages > 1)
      }
      isOver ||= !this.#reading.signal.aborted
    }
    let second: Promise<void> | undefined
    await walkFrom('asc', (pages) => {
      if (pages >= pagesFromOneEnd) second ??= walkFrom('desc')
    })
    await second
    return isOver ? undefined : failures[0]
  }

  async *#pages(query: { [name: string]: string | boolean }): AsyncGenerator<Result<PartnerPage>> {
    const reading = this.#reading
    const { signal } = reading
    const ask = (page: Parameters<ReturnType<typeof askPages>>[0]) =>
      reading.retrying(
        (connection) =>
          this.#gate.pass('page', () =>
            askPages(connection, operations.listClaimCreations, {}, { signal })(page),
          ),
        () => this.seen.size,
      )
    yield* eachPage(ask, { ...query, limit: pageSize }, { signal })
  }

  // Waits while the captures of many are not read yet, so that memory holds few pages.
  async #take(list: List, items: readonly unknown[], own: Set<string>): Promise<void> {
    for (const creation of items) {
      const id = textOf(memberAt(creation, 'id'))
      if (id === undefined) this.#unreadable += 1
      if (id === undefined || own.has(id)) continue
      own.add(id)
      // Two lists may have it: its own content decides what is to do.
      if (this.seen.has(id)) continue
      this.seen.add(id)
      const creationHash = await hashOf(creation)
      if (await this.#needsCaptures(id, creationHash, list))
        this.#waiting.push({ id, creation, creationHash, list })
      if (this.#waiting.length >= idsAtOnce) this.#readCaptures()
      // A page is some tens of milliseconds of work: people's requests come in between.
      if (own.size % idsAtOnce === 0) await setImmediate()
    }
    while (this.#waiting.length > mostWaiting) await Promise.race(this.#working)
    await this.#reading.report({ words: 'Reading the queue', done: this.seen.size, total: null })
    await this.#renew()
  }

  async #needsCaptures(id: string, creationHash: string, list: List): Promise<boolean> {
    const known = this.#rows.get(id)
    if (this.#news.isWhole || known?.listed !== list) return true
    if (known.value !== undefined && known.value.format !== storedFormat) return true
    // Changes after billing are in the captures alone: open ones may be resolved, settled ones may
    // come again.
    if (list === 'updated' && (known.value !== undefined || (await this.#news.areUpdatesNew)))
      return true
    return known.creationHash !== creationHash
  }

  // Begins as many readings of captures as may run side by side; each one that ends begins the
  // next.
  #readCaptures(least = idsAtOnce): void {
    while (this.#waiting.length >= least && this.#working.size < mostSideBySide) {
      const work: Promise<void> = this.#keep(this.#waiting.splice(0, idsAtOnce))
        .catch((error: unknown) => void (this.#defect ??= error))
        .finally(() => {
          this.#working.delete(work)
          this.#readCaptures(least)
        })
      this.#working.add(work)
    }
  }

  async #keep(batch: readonly Waiting[]): Promise<void> {
    const reading = this.#reading
    const ids = batch.map(({ id }) => id)
    const read = await reading.retrying<unknown[]>(
      async (connection) => {
        const read = () => capturesOf(connection, ids, reading.signal)
        const { items, failure } = await this.#gate.pass('captures', read)
        return failure ? { ok: false, error: failure } : ok(items)
      },
      () => this.seen.size,
    )
    if (!read.ok) {
      this.#withoutCaptures.count += batch.length
      this.#withoutCaptures.failure = read.error
    }
    const captures = Map.groupBy(read.ok ? read.value : [], (capture) =>
      textOf(memberAt(capture, 'claim_creation_id')),
    )
    const statuses = await this.#statuses(captures)
    await setImmediate()
    for (const { id, creation, creationHash, list } of batch) {
      const known = this.#rows.get(id)
      // Without its captures a known row stays as it was read before.
      if (!read.ok && (list === 'updated' || known)) continue
      const value = storedValueOf(creation, captures.get(id) ?? [], statuses.get(id))
      if (listOf(creation) !== 'updated') this.#news.counter?.add(captures.get(id) ?? [])
      const text = textOfValue(value)
      // Without its captures the next reading must read it again.
      const row = { id, listed: list, creationHash: read.ok ? creationHash : '', value: text }
      const isAsBefore =
        known?.listed === list &&
        known.creationHash === row.creationHash &&
        known.valueHash === (text === undefined ? '' : await keyedHash(text))
      if (!isAsBefore) this.#toKeep.push({ row, value })
      noteRenamed(this.#renamed, known?.value, value)
    }
    if (this.#toKeep.length >= keptAtOnce) await this.#store()
  }

  // A status changes without a sign in the claim creation, so every one is read with the captures
  // of all. One that cannot be read stays as it was.
  async #statuses(
    captures: ReadonlyMap<string | undefined, readonly unknown[]>,
  ): Promise<ReadonlyMap<string, string>> {
    const reading = this.#reading
    const { known, unread } = knownStatuses(captures, this.#rows)
    const wanted = this.#news.isWhole ? [...unread, ...known.keys()] : unread
    if (wanted.length === 0) return known
    const read = await reading.retrying(
      (connection) =>
        this.#gate.pass('captures', () => claimStatusesOf(connection, wanted, reading.signal)),
      () => this.seen.size,
    )
    return read.ok ? new Map([...known, ...read.value]) : known
  }

  // One after another: the rows of the snapshot's head have one writer at a time.
  #store(): Promise<void> {
    const { connection, signal } = this.#reading
    const stored = this.#keeping.then(async () => {
      const some = this.#toKeep.splice(0)
      if (some.length === 0 || signal.aborted) return
      const rows = some.map(({ row }) => row)
      // Before the rows: a process that ends in between does it again.
      const renamed = [...this.#renamed].filter(([key]) => !this.#carried.has(key))
      await carryMarks(
        connection.boundTo,
        renamed.map(([, { earlier, now: present }]) => [earlier, present]),
      )
      for (const [key] of renamed) this.#carried.add(key)
      const hashes = await keepRows(connection.boundTo, rows, [], this.#news.since)
      noteStored(connection, new Map(some.map(({ row, value }) => [row.id, value])), hashes)
    })
    this.#keeping = stored.catch(() => {})
    return stored
  }

  // Others see that a reading is under way.
  async #renew(): Promise<void> {
    if (elapsed() - this.#renewedAt < renewEveryMs) return
    this.#renewedAt = elapsed()
    await noteReading(this.#reading.connection.boundTo)
  }

  /** Reads the captures that are still waited for. Throws what keeping rows threw. */
  async finish(): Promise<void> {
    this.#readCaptures(1)
    while (this.#working.size > 0) {
      await Promise.race(this.#working)
      this.#readCaptures(1)
    }
    if (this.#defect !== undefined) throw this.#defect
    await this.#store()
    await carryFixes(this.#reading.connection.boundTo, this.#renamed, true)
  }

  /** In how many captures each check finds something; undefined of a reading of the news alone. */
  get counts(): CheckCounts | undefined {
    return this.#news.counter?.counts()
  }

  unread(): SnapshotHead['unread'] {
    const { count, failure } = this.#withoutCaptures
    const unread: SnapshotHead['unread'] = []
    if (failure)
      unread.push({
        what: `Charge captures of ${count} claim creations`,
        message: storable(failure).message,
      })
    if (this.#unreadable > 0)
      unread.push({
        what: `Claim creations: ${this.#unreadable}`,
        message: 'The partner sent them in an unknown format.',
      })
    return unread
  }
}
