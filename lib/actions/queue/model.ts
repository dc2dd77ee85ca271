import 'server-only'
import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { elapsed, now } from '#lib/console/clock.ts'
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
import { readPacks, type PackedValue } from '#lib/console/queue/packs.ts'
import { readPayerRules, type StoredRule } from '#lib/console/queue/payer-rules.ts'
import {
  causeSubject,
  creationOf,
  creationSubject,
  readMarks,
  type Mark,
  type OpenedNotes,
} from '#lib/console/queue/team.ts'
import { dayNow, timeZone } from '#lib/console/time-zone.ts'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'
import type { FilingSums, QueueCause, QueueChange, QueueItem, QueueKind } from '#lib/lists/queue.ts'
import type { ItemParty } from '#lib/rules/bulk/value-table.ts'
import { advice } from '#lib/rules/billed-diff/advice.ts'
import { claimClock, clockWords, type FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import type { NamedPayer } from '#lib/rules/filing/insurances.ts'
import { rulebookOf, type Rulebook } from '#lib/rules/filing/rulebook.ts'
import { fieldOf as causeFieldOf, type Cause } from '#lib/rules/queue/cause.ts'
import type { FixTarget } from '#lib/rules/queue/fix-memory.ts'
import { fieldLabelOf } from '#lib/lists/rows/rows.ts'
import type { StoredChange, StoredValue } from './stored-items.ts'

/** A claim creation of the snapshot, opened. */
export type KnownRow = {
  listed: Listed
  creationHash: string
  value: StoredValue | undefined
  /** The keyed hash of the value's text; '' without a value. */
  valueHash: string
  firstSeenAt: string
  changedAt: string
  /** Its items of the newest model; missing until that is made. */
  items?: readonly ModelItem[]
}

/**
 * Claim creations and charges of one cause; with the key '', of its whole kind, each claim creation
 * once.
 */
export type DaySum = { kind: QueueKind; key: string; words: string; claims: number; cents: number }

/** Claim creations and their charges in whole cents, each claim creation once. */
type Amount = { claims: number; cents: number }

/**
 * An item, and whether it is hidden today because it, or its cause, is snoozed. `target` decides
 * which earlier fixes fit its field; it stays on the server. A `payer_id` that the partner calls
 * unmapped is missing: it names no payer. `taken`: what its message quotes.
 */
export type ModelItem = QueueItem & {
  is_snoozed: boolean
  /** The name of a payer whose id is no payer's is on the claim alone. */
  is_payer_unmapped?: true
  taken?: Cause['taken']
  target?: FixTarget
  party?: ItemParty
  /** The plan type of the primary card, which tells the payer's kind. */
  plan_type?: string
}

/**
 * The queue of one partner and key in memory. `rows` has every claim creation that the partner
 * lists. `items` are what is left to do, with the team's marks; `causes` group them by key. `days`
 * has the sums at the end of each day, today's as they are now.
 */
export type QueueModel = {
  head: SnapshotHead
  rows: ReadonlyMap<string, KnownRow>
  items: readonly ModelItem[]
  causes: ReadonlyMap<
    string,
    Pick<QueueCause, 'key' | 'kind' | 'words' | 'field' | 'field_label' | 'trend' | 'mark'>
  >
  days: ReadonlyMap<LocalDate, readonly DaySum[]>
  /** What the team entered for payers. */
  rules: readonly StoredRule[]
}

type QueueCache = {
  version: number
  rows: Map<string, KnownRow>
  /** When rows were last read, in UTC milliseconds. */
  readAt: number
  /** Until then the first reading by another process changes nothing here, by `elapsed`. */
  restsUntil: number
  /** The sums of the days before, and which reading they are of. */
  days?: { of: string; sums: Map<LocalDate, readonly DaySum[]> }
  /** The model of these rows on one day: trends and days left to file depend on the day. */
  model?: { day: LocalDate; value: QueueModel }
  /** Opening every note again after each change would cost more with each note of the team. */
  notes: OpenedNotes
  /** What the items of the rows were made with. */
  made?: Noted
}

/** A value that this process has just stored: it need not be opened again. */
type Fresh = Pick<KnownRow, 'value' | 'valueHash'>

// `turn` ends when no call reads any more. A call that failed leaves what was cached before.
const state = processState<{
  queues: Map<string, { cache: QueueCache | undefined; turn: Promise<unknown> }>
  freshRows: Map<string, Map<string, Fresh>>
  computed: WeakMap<readonly ModelItem[], Map<string, unknown>>
}>()

/** The days of a trend. */
export const trendDays = 14
const daysKept = 92
// The sweep deletes rows that only tell other processes after a day.
const staleAfterMs = 12 * 3_600_000

// During the first reading the rows change all the time. What is shown is then some seconds old,
// and people's requests keep most of the processor.
const shortestRestMs = 2_000
const restShare = 9
// So many rows are some milliseconds of work; then other requests have their turn.
const rowsAtATime = 2_000

/**
 * The queue of a connection. The opened rows stay in memory; one cheap query tells whether any
 * changed, and only those are opened again. Calls of one moment wait for the same reading.
 */
export async function queueModel({ boundTo }: Pick<Connection, 'boundTo'>): Promise<QueueModel> {
  state.queues ??= new Map()
  const queue = state.queues.get(boundTo) ?? { cache: undefined, turn: Promise.resolve() }
  state.queues.set(boundTo, queue)
  const next = queue.turn.then(async () => (queue.cache = await refreshCache(boundTo, queue.cache)))
  queue.turn = next.catch(() => undefined)
  const cache = await next
  return cache.model!.value // `refreshCache` makes it
}

/**
 * After this process has stored rows: their values by id, and the hashes that `keepRows` returned.
 */
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
  for (const [id, valueHash] of hashes) {
    const value = values.get(id)
    fresh.set(id, { valueHash, value: value && shared(id, value) })
  }
}

const mostComputed = 12

/**
 * What `make` makes of a model's items. It is made once for each `key` until an item changes: a
 * hundred people see the same queue.
 */
export function computedOnce<T>(
  { items }: Pick<QueueModel, 'items'>,
  key: string,
  make: () => T,
): T {
  const computed = (state.computed ??= new WeakMap())
  const known = computed.get(items) ?? new Map<string, unknown>()
  computed.set(items, known)
  if (!known.has(key)) {
    if (known.size >= mostComputed) known.clear()
    known.set(key, make())
  }
  return known.get(key) as T // `make` of this key made it
}

/** Drops every queue in memory, so a test starts without one. */
export function resetQueues(): void {
  delete state.queues
  delete state.freshRows
}

async function refreshCache(at: string, known: QueueCache | undefined): Promise<QueueCache> {
  const head = await readHead(at)
  const day = dayNow()
  // What this process has stored shows at once.
  const hasOwn = state.freshRows?.has(at) === true
  if (
    known?.model?.day === day &&
    head.isReading &&
    head.readAt === null &&
    !hasOwn &&
    elapsed() < known.restsUntil
  ) {
    known.model.value = { ...known.model.value, head }
    return known
  }
  const began = elapsed()
  const isStale = known === undefined || now() - known.readAt > staleAfterMs
  const cache: QueueCache = isStale
    ? { version: 0, rows: new Map(), readAt: now(), restsUntil: 0, notes: new Map() }
    : known
  if (cache.version !== head.version) {
    const before: ReadonlyMap<string, Fresh> =
      cache.rows.size === 0 ? await packedValues(at) : cache.rows
    const fresh = state.freshRows?.get(at)
    state.freshRows?.delete(at)
    const openedOf = ({ id, valueHash }: { id: string; valueHash: string }) =>
      [fresh?.get(id), before.get(id)].find((opened) => opened?.valueHash === valueHash)
    const hashOf = (id: string) => (fresh?.get(id) ?? before.get(id))?.valueHash
    for await (const some of readRowsSince(at, cache.version, { get: hashOf }))
      for (const row of some) {
        if (row.listed === '') cache.rows.delete(row.id)
        else cache.rows.set(row.id, toKnownRow(row, openedOf(row)))
      }
    cache.version = head.version
    delete cache.model
  }
  cache.readAt = now()
  if (cache.model?.day === day) cache.model.value = { ...cache.model.value, head }
  else cache.model = { day, value: await makeModel(at, cache, head, day) }
  cache.restsUntil = elapsed() + Math.max(shortestRestMs, restShare * (elapsed() - began))
  return cache
}

// Most rows of a queue that was not open are as they were when it was packed.
async function packedValues(at: string): Promise<Map<string, Fresh>> {
  const values = new Map<string, Fresh>()
  for await (const some of readPacks(at))
    for (const { id, valueHash, value } of some)
      values.set(id, { valueHash, value: shared(id, value as StoredValue) }) // `packedOf` gave this type
  return values
}

/** The values of a queue's rows, to be packed. */
export function* packedOf({ rows }: Pick<QueueModel, 'rows'>): Generator<PackedValue> {
  for (const [id, { valueHash, value }] of rows) if (value) yield { id, valueHash, value }
}

async function daysBefore(at: string, cache: QueueCache, head: SnapshotHead, day: LocalDate) {
  const of = `${day} ${head.readAt?.getTime()}`
  if (cache.days?.of !== of) {
    const kept = await readDays(at, addDays(day, -daysKept))
    cache.days = {
      of,
      sums: new Map([...kept].map(([each, text]) => [each, JSON.parse(text) as DaySum[]])),
    }
  }
  return cache.days.sums
}

function toKnownRow(row: SnapshotRow, opened: Fresh | undefined): KnownRow {
  const { listed, creationHash, value, valueHash, firstSeenAt, changedAt } = row
  return {
    listed,
    creationHash,
    // The snapshot stored this type.
    value: value === undefined ? opened?.value : shared(row.id, JSON.parse(value) as StoredValue),
    valueHash,
    firstSeenAt: once(firstSeenAt.toISOString()),
    changedAt: once(changedAt.toISOString()),
  }
}

// Parsing makes a text, and a payer or a cause, for each place where one stands: of equal ones the
// queue in memory keeps one. It then takes half the memory.
const texts = new Map<string, string>()
const parts = new Map<string, object>()
const mostKept = 100_000
const longestText = 300
const repeated = [
  ...(['cause', 'message', 'field', 'field_label', 'path', 'hold', 'value'] as const),
  ...(['payer', 'payer_id', 'facility', 'rendering', 'rendering_npi', 'date_of_service'] as const),
]
// Of one claim creation.
const ofOne = ['patient', 'patient_id', 'external_id'] as const

function once(text: string): string {
  return text.length > longestText ? text : keptOf(texts, text, text)
}

// Of an object without members that change.
function same<T extends object | undefined>(part: T): T {
  return part && (keptOf(parts, JSON.stringify(part), part) as T)
}

function keptOf<T>(kept: Map<string, T>, key: string, value: T): T {
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, value)
  return value
}

function shared(id: string, value: StoredValue): StoredValue {
  const [first] = value.items
  for (const item of value.items) {
    for (const name of repeated) {
      const text = item[name]
      if (text !== undefined) item[name] = once(text) as never
    }
    for (const name of ofOne) if (item[name] === first![name]) item[name] = first![name] as never // there is an item
    item.claim_creation_id = id
    if (item.error_id === item.id) item.error_id = item.id
    const capture = value.captures.find((each) => each === item.capture_id)
    if (capture !== undefined) item.capture_id = capture
    if (item.party) item.party = same(item.party)
    const { target } = item
    if (!target) continue
    const { payer, provider, facility } = target.place
    target.place = { payer: same(payer), provider: same(provider), facility: same(facility) }
    if (target.party) target.party = same(target.party)
  }
  value.causes = value.causes.map(same)
  if (value.filing) {
    value.filing.insurances = same(value.filing.insurances)
    value.filing.line_dates = same(value.filing.line_dates)
  }
  return value
}

async function makeModel(
  at: string,
  cache: QueueCache,
  head: SnapshotHead,
  day: LocalDate,
): Promise<QueueModel> {
  const { rows } = cache
  const causesOf = new Map<string, { cause: Cause; kind: QueueKind }>()
  for (const { value } of rows.values())
    for (const [place, item] of (value?.items ?? []).entries())
      if (!causesOf.has(item.cause))
        causesOf.set(item.cause, { cause: value!.causes[place]!, kind: item.kind })
  const subjectOf = new Map<string, string>()
  for (const key of causesOf.keys()) subjectOf.set(key, await causeSubject(key))
  const causeSubjects = new Set(subjectOf.values())
  const subjects = {
    has: (subject: string) => causeSubjects.has(subject) || rows.has(creationOf(subject) ?? ''),
  }
  const [marks, rules, before] = await Promise.all([
    readMarks(at, subjects, cache.notes),
    readPayerRules(at),
    daysBefore(at, cache, head, day),
  ])
  const causeMarks = new Map<string, Mark>()
  for (const [key, subject] of subjectOf) causeMarks.set(key, marks.get(subject) ?? {})
  const unmappedPayers = unmappedPayersOf(rows)
  const noted = { marks, causeMarks, rules, unmappedPayers, day }
  const { made } = cache
  // After a failure in between every item is made anew.
  delete cache.made
  const items = await itemsOf(rows, noted, made)
  cache.made = noted
  const days = new Map(before).set(day, sumsOf(items, causesOf))
  const causes = new Map(
    [...causesOf].map(([key, { cause, kind }]) => {
      const label = cause.field && fieldLabelOf(cause.field)
      const shown = {
        key,
        kind,
        words: partnerWords(cause.words),
        ...(cause.field && { field: cause.field, field_label: label }),
        trend: trendOf(days, key, day),
        mark: causeMarks.get(key)!, // it has every key
      }
      return [key, shown] as const
    }),
  )
  return { head, rows, items, causes, days, rules }
}

type Noted = {
  marks: ReadonlyMap<string, Mark>
  causeMarks: ReadonlyMap<string, Mark>
  rules: readonly StoredRule[]
  unmappedPayers: ReadonlySet<string>
  day: LocalDate
}

// The items of all rows. Those that were made with the same notes stay as they are: a save changes
// few rows, and a queue may have a quarter of a million.
async function itemsOf(
  rows: ReadonlyMap<string, KnownRow>,
  noted: Noted,
  made: Noted | undefined,
): Promise<ModelItem[]> {
  const book = rulebookOf(noted.rules)
  const isAsMade = made && unchangedSince(made, noted)
  const items: ModelItem[] = []
  let count = 0
  for (const [id, row] of rows) {
    if (!row.items || !isAsMade?.(id, row.items)) {
      row.items = itemsOfRow(id, row, noted, book)
      count += 1
      if (count % rowsAtATime === 0) await setImmediate()
    }
    for (const item of row.items) items.push(item)
  }
  return items
}

// Tells whether the items of a row that were made with the earlier notes would be the same now.
// Undefined if none would.
function unchangedSince(made: Noted, noted: Noted) {
  const factsOf = ({ rules, unmappedPayers, day }: Noted) =>
    JSON.stringify([rules, [...unmappedPayers].toSorted(), day])
  if (factsOf(made) !== factsOf(noted)) return undefined
  const creations = changedMarks(made.marks, noted.marks)
  const causes = changedMarks(made.causeMarks, noted.causeMarks)
  return (id: string, items: readonly ModelItem[]) =>
    (creations.size === 0 || !creations.has(creationSubject(id))) &&
    (causes.size === 0 || !items.some(({ cause }) => causes.has(cause)))
}

function changedMarks(
  before: ReadonlyMap<string, Mark>,
  present: ReadonlyMap<string, Mark>,
): Set<string> {
  const keys = [...before.keys(), ...present.keys()]
  return new Set(
    keys.filter((key) => !isDeepStrictEqual(before.get(key) ?? {}, present.get(key) ?? {})),
  )
}

function itemsOfRow(id: string, row: KnownRow, noted: Noted, book: Rulebook): ModelItem[] {
  const { marks, causeMarks, unmappedPayers, day } = noted
  const { value, firstSeenAt, changedAt } = row
  const own = marks.get(creationSubject(id))
  const facts = value?.filing && withoutUnmapped(value.filing, unmappedPayers)
  const filing = facts && filingStateOf(facts, book, day)
  const plan = facts?.insurances[0]?.plan_type
  return (value?.items ?? []).map((stored, place) => {
    const { payer_id, change, ...others } = stored
    const isUnmapped = payer_id !== undefined && unmappedPayers.has(payer_id)
    const item = isUnmapped || payer_id === undefined ? others : { ...others, payer_id }
    const { taken } = value!.causes[place]! // each item has its cause at the same place
    const mark = { ...causeMarks.get(item.cause), ...own }
    const isSnoozed = mark.snoozed_until !== undefined && mark.snoozed_until > day
    return {
      ...item,
      first_seen_at: firstSeenAt,
      changed_at: changedAt,
      ...(change && { change: withAdvice(change, book, day) }),
      mark,
      // A claim that changed after billing is filed already.
      ...(item.kind !== 'updated' && filing),
      ...(plan !== undefined && { plan_type: plan }),
      ...(isUnmapped && { is_payer_unmapped: true as const }),
      ...(taken && { taken }),
      is_snoozed: isSnoozed,
      ...(isSnoozed && own?.snoozed_until === undefined && { is_snoozed_by_cause: true as const }),
    }
  })
}

// By the claim's status alone: the encounter is read when the change is opened.
function withAdvice(
  { signs, claim_status: status, ...change }: StoredChange,
  book: Rulebook,
  day: LocalDate,
): QueueChange {
  if (!signs) return change
  const { kind, reason, deadline } = advice(
    signs,
    status === undefined
      ? { known: 'unread', why: 'The claim’s status couldn’t be read.' }
      : { known: 'status', status },
    book,
    { today: day, timeZone: timeZone() },
  )
  return { ...change, step: kind, step_words: deadline ? `${reason} ${deadline}.` : reason }
}

// An unmapped id says nothing of the payer; its name does.
function withoutUnmapped(facts: FilingFacts, unmapped: ReadonlySet<string>): FilingFacts {
  const isUnmapped = ({ payer_id }: NamedPayer) => payer_id !== undefined && unmapped.has(payer_id)
  if (!facts.insurances.some(isUnmapped)) return facts
  const insurances = facts.insurances.map((insurance) =>
    isUnmapped(insurance) ? { ...insurance, payer_id: undefined } : insurance,
  )
  return { ...facts, insurances }
}

// A claim without a payer has no filing limit; without a date of service its days left are unknown.
function filingStateOf(
  facts: FilingFacts,
  book: Rulebook,
  day: LocalDate,
): Pick<QueueItem, 'filing' | 'filing_days_left' | 'filing_words' | 'is_filing_default'> {
  const found = claimClock(facts, book, day)
  if (!found) return {}
  const { insurance, clock } = found
  const rank = insurance.rank === 'primary' ? '' : `${insurance.payer ?? insurance.payer_id}: `
  return {
    ...(clock.state !== 'unknown' && { filing: clock.state }),
    ...(clock.lacks === 'limit' && { filing: 'not-set' }),
    ...(clock.daysLeft !== undefined && { filing_days_left: clock.daysLeft }),
    ...(clock.isDefault && { is_filing_default: true }),
    filing_words: `${rank}${clockWords(clock)}`,
  }
}

const primaryPayerId = 'subscriber_primary.insurance_card.payer_id'

const isUnmappedMessage =
  /\b(?:not (?:mapped|known|found|recognized|on file)|unmapped|unknown|unrecognized)\b/i

// The ids that an open error names as no payer's: "Payer id UNK77 is not mapped to a payer".
function unmappedPayersOf(rows: ReadonlyMap<string, KnownRow>): Set<string> {
  const unmapped = new Set<string>()
  const isPayerId = new Map<string, boolean>()
  for (const { value } of rows.values())
    for (const { payer_id, field, message, value: text } of value?.items ?? []) {
      if (field === undefined || message === undefined) continue
      if (!isPayerId.has(field)) isPayerId.set(field, causeFieldOf(field) === primaryPayerId)
      if (!isPayerId.get(field)) continue
      // The claim may have the id of another of its captures.
      const written: unknown = text === undefined ? undefined : JSON.parse(text)
      if (!isUnmappedMessage.test(message)) continue
      for (const id of [payer_id, written])
        if (typeof id === 'string' && message.includes(id)) unmapped.add(id)
    }
  unmapped.delete('')
  return unmapped
}

/**
 * The claims of the queue by their payer's filing limit, those that are snoozed aside.
 * The numbers of payers count ids; an id that the partner calls unmapped is no payer.
 */
export function filingOf(model: Pick<QueueModel, 'items'>): FilingSums {
  return computedOnce(model, 'filing', () => filingSums(model.items))
}

function filingSums(items: readonly ModelItem[]): FilingSums {
  const counted = items.filter((item) => !item.is_snoozed)
  const sums = (state: QueueItem['filing']): Amount =>
    amountOf(counted.filter(({ filing }) => filing === state))
  const payersOf = (some: readonly ModelItem[]) =>
    new Set(some.flatMap(({ payer_id }) => payer_id ?? [])).size
  const unset = counted.filter(({ filing }) => filing === 'not-set')
  return {
    past: sums('passed'),
    near: sums('near'),
    payersWithoutLimit: payersOf(unset),
    claimsWithoutLimit: amountOf(unset).claims,
    payersOnDefault: payersOf(counted.filter((item) => item.is_filing_default)),
  }
}

function sumsOf(
  items: readonly ModelItem[],
  causesOf: ReadonlyMap<string, { cause: Cause; kind: QueueKind }>,
): DaySum[] {
  const kinds = new Map<QueueKind, ClaimTally>()
  const causes = new Map<string, ClaimTally>()
  for (const item of items) {
    tallyOf(kinds, item.kind).add(item)
    tallyOf(causes, item.cause).add(item)
  }
  return [
    ...[...kinds].map(([kind, tally]) => ({ kind, key: '', words: '', ...tally.amount() })),
    ...[...causes].map(([key, tally]) => {
      const { kind, cause } = causesOf.get(key)! // it has the cause of every item
      return { kind, key, words: cause.words, ...tally.amount() }
    }),
  ]
}

/**
 * Counts claim creations and their charges, each claim creation once. Its items are added one after
 * another, in the order of a model.
 */
export class ClaimTally {
  #claims = 0
  #cents = 0
  #last = ''

  add({ claim_creation_id: id, cents = 0 }: Pick<QueueItem, 'claim_creation_id' | 'cents'>): void {
    if (id === this.#last) return
    this.#last = id
    this.#claims += 1
    this.#cents += cents
  }

  amount(): Amount {
    return { claims: this.#claims, cents: this.#cents }
  }
}

/** The tally of a key, a new one at first. */
export function tallyOf<K>(tallies: Map<K, ClaimTally>, key: K): ClaimTally {
  let tally = tallies.get(key)
  if (!tally) tallies.set(key, (tally = new ClaimTally()))
  return tally
}

/**
 * How many claim creations items have, and their charges in whole cents; each claim creation counts
 * once. The items are in any order.
 */
export function amountOf(items: Iterable<Pick<QueueItem, 'claim_creation_id' | 'cents'>>): Amount {
  const seen = new Set<string>()
  let [last, sum] = ['', 0]
  for (const { claim_creation_id: id, cents = 0 } of items) {
    if (id === last || seen.has(id)) continue
    seen.add(id)
    last = id
    sum += cents
  }
  return { claims: seen.size, cents: sum }
}

/** The sums of a day, to be kept as such. */
export function daySumsOf({ days }: QueueModel, day: LocalDate): readonly DaySum[] {
  return days.get(day) ?? []
}

// A day without a reading has what the day before had.
function trendOf(
  days: ReadonlyMap<LocalDate, readonly DaySum[]>,
  key: string,
  today: LocalDate,
): number[] {
  const trend: number[] = []
  let last = 0
  for (let back = trendDays - 1; back >= 0; back -= 1) {
    const sums = days.get(addDays(today, -back))
    if (sums) last = sums.find((sum) => sum.key === key)?.claims ?? 0
    trend.push(last)
  }
  return trend
}
