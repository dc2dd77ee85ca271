import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { processState } from '#lib/console/process-state.ts'
import {
  readDays,
  readHead,
  readRowsSince,
  type Listed,
  type SnapshotHead,
  type SnapshotRow,
} from '#lib/console/queue/snapshot.ts'
import { causeSubject, creationSubject, readLimits, readMarks, type Limit, type Mark } from '#lib/console/queue/team.ts'
import { addDays, daysBetween, isLocalDate, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import type { QueueCause, QueueItem, QueueKind } from '#lib/lists/queue.ts'
import type { Cause } from '#lib/rules/queue/cause.ts'
import type { FixTarget } from '#lib/rules/queue/fix-memory.ts'
import { fieldLabelOf } from '#lib/lists/rows/rows.ts'
import type { StoredValue } from './stored-items.ts'

/** A claim creation of the snapshot, opened. */
export type KnownRow = {
  listed: Listed
  creationHash: string
  value: StoredValue | undefined
  /** The keyed hash of the value's text; '' without a value. */
  valueHash: string
  firstSeenAt: string
  changedAt: string
}

/** Claim creations and charges of one cause; with the key '', of its whole kind, each claim creation once. */
export type DaySum = { kind: QueueKind; key: string; words: string; claims: number; cents: number }

/**
 * An item, and whether it is hidden today because it, or its cause, is snoozed. `target` decides which earlier fixes fit its
 * field; it stays on the server.
 */
export type ModelItem = QueueItem & { is_snoozed: boolean; is_filing_soon: boolean; target?: FixTarget }

/**
 * The queue of one partner and key in memory. `rows` has every claim creation that the partner lists. `items` are what
 * is left to do, with the team's marks; `causes` group them by key. `days` has the sums at the end of each day, today's
 * as they are now.
 */
export type QueueModel = {
  head: SnapshotHead
  rows: ReadonlyMap<string, KnownRow>
  items: readonly ModelItem[]
  causes: ReadonlyMap<string, Omit<QueueCause, 'claims' | 'cents' | 'payers' | 'oldest' | 'fix'>>
  days: ReadonlyMap<LocalDate, readonly DaySum[]>
  limits: readonly Limit[]
}

type Held = {
  version: number
  rows: Map<string, KnownRow>
  /** When rows were last read, in UTC milliseconds. */
  readAt: number
  /** The sums of the days before, and which reading they are of. */
  days?: { of: string; sums: Map<LocalDate, readonly DaySum[]> }
  derived?: { day: LocalDate; model: QueueModel }
}

/** A value that this process has just stored: it need not be opened again. */
type Fresh = Pick<KnownRow, 'value' | 'valueHash'>

// `turn` ends when no call reads any more. A call that failed leaves what was held before.
const state = processState<{
  queues: Map<string, { held: Held | undefined; turn: Promise<unknown> }>
  freshRows: Map<string, Map<string, Fresh>>
}>()

/** The days of a trend. */
export const trendDays = 14
const daysKept = 92
// The sweep deletes rows that only tell other processes after a day.
const staleAfterMs = 12 * 3_600_000

/** The limits while a manager has stored none: Medicare accepts a claim for one calendar year after the service. */
const defaultLimits: readonly Limit[] = [{ payer_id: 'medicare', payer: 'Medicare', days: 365 }]

/**
 * The queue of a connection. The opened rows stay in memory; one cheap query tells whether any changed, and only those
 * are opened again. Calls of one moment wait for the same reading.
 */
export async function queueModel({ boundTo }: Pick<Connection, 'boundTo'>): Promise<QueueModel> {
  state.queues ??= new Map()
  const queue = state.queues.get(boundTo) ?? { held: undefined, turn: Promise.resolve() }
  state.queues.set(boundTo, queue)
  const next = queue.turn.then(async () => (queue.held = await brought(boundTo, queue.held)))
  queue.turn = next.catch(() => undefined)
  const held = await next
  return held.derived!.model // `brought` derives it
}

/** After this process has stored rows: their values by id, and the hashes that `keepRows` returned. */
export function noteStored(
  { boundTo }: Pick<Connection, 'boundTo'>,
  values: ReadonlyMap<string, StoredValue | undefined>,
  hashes: ReadonlyMap<string, string>,
): void {
  // A queue that nobody has opened is opened from the database when somebody does.
  if (!state.queues?.has(boundTo)) return
  state.freshRows ??= new Map()
  const fresh = state.freshRows.get(boundTo) ?? new Map<string, Fresh>()
  state.freshRows.set(boundTo, fresh)
  for (const [id, valueHash] of hashes) fresh.set(id, { valueHash, value: values.get(id) })
}

/** Forgets every queue in memory: for a test. */
export function forgetQueues(): void {
  delete state.queues
  delete state.freshRows
}

async function brought(at: string, known: Held | undefined): Promise<Held> {
  const head = await readHead(at)
  const day = localDateAt(now())
  const isStale = known === undefined || now() - known.readAt > staleAfterMs
  const held: Held = isStale ? { version: 0, rows: new Map(), readAt: now() } : known
  if (held.version !== head.version) {
    const fresh = state.freshRows?.get(at)
    state.freshRows?.delete(at)
    const openedOf = ({ id, valueHash }: { id: string; valueHash: string }) =>
      [fresh?.get(id), held.rows.get(id)].find((opened) => opened?.valueHash === valueHash)
    const hashOf = (id: string) => (fresh?.get(id) ?? held.rows.get(id))?.valueHash
    for (const row of await readRowsSince(at, held.version, { get: hashOf })) {
      if (row.listed === '') held.rows.delete(row.id)
      else held.rows.set(row.id, toKnownRow(row, openedOf(row)))
    }
    held.version = head.version
    delete held.derived
  }
  held.readAt = now()
  if (held.derived?.day === day) held.derived.model = { ...held.derived.model, head }
  else held.derived = { day, model: await derive(at, held, head, day) }
  return held
}

async function daysBefore(at: string, held: Held, head: SnapshotHead, day: LocalDate) {
  const of = `${day} ${head.readAt?.getTime()}`
  if (held.days?.of !== of) {
    const kept = await readDays(at, addDays(day, -daysKept))
    held.days = { of, sums: new Map([...kept].map(([each, text]) => [each, JSON.parse(text) as DaySum[]])) }
  }
  return held.days.sums
}

function toKnownRow(row: SnapshotRow, opened: Fresh | undefined): KnownRow {
  const { listed, creationHash, value, valueHash, firstSeenAt, changedAt } = row
  return {
    listed,
    creationHash,
    // The snapshot stored this type.
    value: value === undefined ? opened?.value : (JSON.parse(value) as StoredValue),
    valueHash,
    firstSeenAt: firstSeenAt.toISOString(),
    changedAt: changedAt.toISOString(),
  }
}

async function derive(at: string, held: Held, head: SnapshotHead, day: LocalDate): Promise<QueueModel> {
  const { rows } = held
  const [marks, stored, before] = await Promise.all([readMarks(at), readLimits(at), daysBefore(at, held, head, day)])
  const limits = stored.length > 0 ? stored : defaultLimits
  const causesOf = new Map<string, { cause: Cause; kind: QueueKind }>()
  for (const { value } of rows.values())
    for (const [place, item] of (value?.items ?? []).entries())
      if (!causesOf.has(item.cause)) causesOf.set(item.cause, { cause: value!.causes[place]!, kind: item.kind })
  const causeMarks = new Map<string, Mark>()
  for (const key of causesOf.keys()) causeMarks.set(key, marks.get(await causeSubject(key)) ?? {})
  const items = itemsOf(rows, { marks, causeMarks, limits, day })
  const days = new Map(before).set(day, sumsOf(items, causesOf))
  const causes = new Map(
    [...causesOf].map(([key, { cause, kind }]) => {
      const label = cause.field && fieldLabelOf(cause.field)
      const shown = {
        key,
        kind,
        words: cause.words,
        ...(cause.field && { field: cause.field, field_label: label }),
        trend: trendOf(days, key, day),
        mark: causeMarks.get(key)!, // it has every key
      }
      return [key, shown] as const
    }),
  )
  return { head, rows, items, causes, days, limits }
}

type Noted = {
  marks: ReadonlyMap<string, Mark>
  causeMarks: ReadonlyMap<string, Mark>
  limits: readonly Limit[]
  day: LocalDate
}

function itemsOf(rows: ReadonlyMap<string, KnownRow>, { marks, causeMarks, limits, day }: Noted): ModelItem[] {
  const limitOf = limitFinder(limits)
  const items: ModelItem[] = []
  for (const [id, { value, firstSeenAt, changedAt }] of rows) {
    const own = marks.get(creationSubject(id))
    for (const item of value?.items ?? []) {
      const mark = { ...causeMarks.get(item.cause), ...own }
      const { date_of_service } = item
      const limit = limitOf(item.payer_id, item.payer)
      const left =
        limit !== undefined && date_of_service !== undefined && isLocalDate(date_of_service)
          ? limit - daysBetween(date_of_service, day)
          : undefined
      items.push({
        ...item,
        first_seen_at: firstSeenAt,
        changed_at: changedAt,
        mark,
        ...(left !== undefined && { filing_days_left: left }),
        is_snoozed: mark.snoozed_until !== undefined && mark.snoozed_until > day,
        // The last fifth of the time.
        is_filing_soon: left !== undefined && left <= limit! / 5,
      })
    }
  }
  return items
}

function limitFinder(limits: readonly Limit[]) {
  const days = new Map(limits.map((limit) => [limit.payer_id, limit.days]))
  return (payer_id: string | undefined, payer: string | undefined): number | undefined =>
    (payer_id === undefined ? undefined : days.get(payer_id)) ??
    // A Medicare Advantage plan is a private payer with its own limit.
    (/\bmedicare\b(?!.*advantage)/i.test(payer ?? '') ? days.get('medicare') : undefined) ??
    days.get('')
}

function sumsOf(items: readonly ModelItem[], causesOf: ReadonlyMap<string, { cause: Cause }>): DaySum[] {
  const kinds = [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, some]) => ({
    kind,
    key: '',
    words: '',
    ...amountOf(some),
  }))
  const causes = [...Map.groupBy(items, ({ cause }) => cause)].map(([key, some]) => ({
    kind: some[0]!.kind, // a group has a first item
    key,
    words: causesOf.get(key)!.cause.words,
    ...amountOf(some),
  }))
  return [...kinds, ...causes]
}

/** How many claim creations items have, and their charges in whole cents; each claim creation counts once. */
export function amountOf(items: Iterable<Pick<QueueItem, 'claim_creation_id' | 'cents'>>): {
  claims: number
  cents: number
} {
  const centsOf = new Map<string, number>()
  for (const { claim_creation_id, cents } of items) centsOf.set(claim_creation_id, cents ?? 0)
  let sum = 0
  for (const cents of centsOf.values()) sum += cents
  return { claims: centsOf.size, cents: sum }
}

/** Today's sums, to be kept as the day's. */
export function daySumsOf({ days }: QueueModel): readonly DaySum[] {
  return days.get(localDateAt(now())) ?? []
}

// A day without a reading has what the day before had.
function trendOf(days: ReadonlyMap<LocalDate, readonly DaySum[]>, key: string, today: LocalDate): number[] {
  const trend: number[] = []
  let last = 0
  for (let back = trendDays - 1; back >= 0; back -= 1) {
    const sums = days.get(addDays(today, -back))
    if (sums) last = sums.find((sum) => sum.key === key)?.claims ?? 0
    trend.push(last)
  }
  return trend
}
