import 'server-only'
import { timeZone } from '#lib/console/time-zone.ts'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import {
  nobody,
  type FilingLimitKind,
  type QueueCause,
  type QueueFilter,
  type QueueItem,
  type QueueOption,
  type QueuePart,
} from '#lib/lists/queue.ts'
import { ClaimTally, computedOnce, tallyOf, type ModelItem, type QueueModel } from './model.ts'

// Which items and causes a filter of the queue shows, and in which order.

const mostPayers = 5
const mostOptions = 50
const mostValues = 10

/**
 * What `make` makes of the items of a filter, as one account sees them. It is made once until an
 * item changes; `what` names it.
 */
export function chosenOnce<T>(
  model: QueueModel,
  what: string,
  filter: QueueFilter,
  accountId: string,
  make: (items: readonly ModelItem[]) => T,
): T {
  // In the other views who looks decides nothing.
  const key = JSON.stringify([what, filter, filter.view === 'mine' && accountId])
  return computedOnce(model, key, () => make(chosenItems(model, filter, accountId)))
}

/**
 * The items of a filter, as one account sees them, in no order: only those of one claim creation
 * come together.
 */
export function chosenItems(
  model: QueueModel,
  filter: QueueFilter,
  accountId: string,
): ModelItem[] {
  const { first_seen_min } = filter
  const since =
    first_seen_min === undefined ? undefined : startOfDay(first_seen_min, timeZone()).toISOString()
  const isWanted = (item: ModelItem) =>
    inView(item, filter.view, accountId, filter.filing_limit) &&
    is(filter.filing_limit, limitKindOf(item)) &&
    is(filter.cause, item.cause) &&
    is(filter.payer, item.payer_id ?? item.payer) &&
    is(filter.facility, item.facility) &&
    is(filter.provider, item.rendering_npi) &&
    is(filter.owner, item.mark.owner_id ?? nobody) &&
    isBetween(item.date_of_service, filter.date_of_service_min, filter.date_of_service_max) &&
    is(filter.is_undated, item.date_of_service === undefined) &&
    (filter.is_late === undefined || isLate(item) === filter.is_late) &&
    (since === undefined || item.first_seen_at >= since)
  return model.items.filter(isWanted)
}

/**
 * The rows of a filter in its order: one problem of one capture is one row, however many of its
 * lines have it, and the list of filing limits has one row for each claim creation. What a row
 * stands for is in `also`, `lines` and `others`.
 */
export function chosenRows(
  model: QueueModel,
  filter: QueueFilter,
  accountId: string,
): readonly ModelItem[] {
  return chosenOnce(model, 'rows', filter, accountId, (items) => rowsIn(items, filter))
}

function rowsIn(items: readonly ModelItem[], { sort, view }: QueueFilter): ModelItem[] {
  const order = itemOrder[sort]
  // This order ignores the team's priorities.
  const byPriority =
    sort === 'left' ? () => 0 : (a: ModelItem, b: ModelItem) => priorityOf(a) - priorityOf(b)
  const rows = problemsIn(items).toSorted((a, b) => byPriority(a, b) || order(a, b))
  if (view !== 'filing-soon') return rows
  const claims = Map.groupBy(rows, (row) => row.claim_creation_id)
  return [...claims.values()].map(
    ([first, ...others]) => (others.length > 0 ? { ...first!, others: others.length } : first!), // a group has a first row
  )
}

// Most claim creations have one item, which is its own row.
function problemsIn(items: readonly ModelItem[]): ModelItem[] {
  const rows: ModelItem[] = []
  for (let from = 0, to = 1; from < items.length; from = to, to += 1) {
    const first = items[from]!
    while (items[to]?.claim_creation_id === first.claim_creation_id) to += 1
    if (to - from === 1) rows.push(toRow([first]))
    else
      for (const some of Map.groupBy(
        items.slice(from, to),
        ({ capture_id, cause }) => `${capture_id} ${cause}`,
      ).values())
        rows.push(toRow(some))
  }
  return rows
}

function toRow(items: readonly ModelItem[]): ModelItem {
  const [only] = items
  if (items.length === 1 && lineOf(only!) === undefined) return only!
  const placed = items.map((item) => ({ item, line: lineOf(item) }))
  const [first, ...rest] = placed.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0)) as [
    (typeof placed)[number], // a group has a first item
    ...typeof placed,
  ]
  const lines = [...new Set([first, ...rest].flatMap(({ line }) => line ?? []))]
  return {
    ...first.item,
    ...(lines.length > 0 && { lines }),
    ...(rest.length > 0 && {
      also: rest.map(({ item: { error_id, message, field, path, value } }) => ({
        error_id,
        message,
        field,
        path,
        value,
      })),
    }),
  }
}

// The partner spells a place with dots or brackets.
function lineOf({ path, field }: ModelItem): number | undefined {
  const [, index] = /\bservice_lines\b[.[](\d{1,4})/.exec(path ?? field ?? '') ?? []
  return index === undefined ? undefined : Number(index) + 1
}

/**
 * True if an item belongs to a view, as one account sees it. The claims to file soon are those whose
 * limit passed or is near; asked for those without a limit, they are these instead.
 */
export function inView(
  item: ModelItem,
  view: QueueFilter['view'],
  accountId: string,
  limit?: FilingLimitKind,
): boolean {
  if (view === 'snoozed') return item.is_snoozed
  if (item.is_snoozed) return false
  if (view === 'causes') return item.kind === 'error'
  if (view === 'resolved') return item.kind === 'resolved'
  if (view === 'held') return item.kind === 'held'
  if (view === 'updates') return item.kind === 'updated'
  if (view === 'mine') return item.mark.owner_id === accountId
  if (view === 'assigned') return item.mark.owner_id !== undefined
  if (view === 'unassigned') return item.mark.owner_id === undefined
  if (limit === 'unset') return item.filing === 'not-set'
  return item.filing === 'passed' || item.filing === 'near'
}

// A claim without a payer, or without a date of service, has no kind of limit.
function limitKindOf({ filing, is_filing_default }: ModelItem): FilingLimitKind | undefined {
  if (filing === undefined) return undefined
  if (filing === 'not-set') return 'unset'
  return is_filing_default ? 'default' : 'entered'
}

// Without a limit or a date of service nobody knows: neither late nor in time.
function isLate({ filing_days_left: left }: ModelItem): boolean | undefined {
  return left === undefined ? undefined : left < 0
}

function is<T extends string | boolean>(wanted: T | undefined, value: T | undefined): boolean {
  return wanted === undefined || wanted === value
}

function isBetween(
  date: LocalDate | undefined,
  min: LocalDate | undefined,
  max: LocalDate | undefined,
): boolean {
  if (min === undefined && max === undefined) return true
  return (
    date !== undefined && (min === undefined || date >= min) && (max === undefined || date <= max)
  )
}

const priorities = { high: -1, low: 1 } as const
const priorityOf = ({ mark: { priority } }: Pick<QueueItem, 'mark'>) =>
  priority ? priorities[priority] : 0

// Without a known limit a claim comes last.
const leftOf = ({ filing_days_left = Number.MAX_SAFE_INTEGER }: { filing_days_left?: number }) =>
  filing_days_left

type Order<T> = (a: T, b: T) => number
const oldestFirst: Order<{ date_of_service?: string; id: string }> = (a, b) =>
  byText(a.date_of_service ?? '9999', b.date_of_service ?? '9999') || byText(a.id, b.id)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const itemOrder: Record<QueueFilter['sort'], Order<ModelItem>> = {
  money: (a, b) => worthOf(b) - worthOf(a) || oldestFirst(a, b),
  claims: oldestFirst,
  oldest: oldestFirst,
  changed: (a, b) => byText(b.changed_at, a.changed_at) || oldestFirst(a, b),
  left: (a, b) => leftOf(a) - leftOf(b) || oldestFirst(a, b),
}
const causeOrder: Record<QueueFilter['sort'], Order<QueueCause>> = {
  money: (a, b) => priorityOf(a) - priorityOf(b) || b.cents - a.cents || byText(a.words, b.words),
  claims: (a, b) =>
    priorityOf(a) - priorityOf(b) || b.claims - a.claims || byText(a.words, b.words),
  oldest: (a, b) =>
    priorityOf(a) - priorityOf(b) ||
    byText(a.oldest ?? '9999', b.oldest ?? '9999') ||
    byText(a.words, b.words),
  changed: (a, b) =>
    priorityOf(a) - priorityOf(b) ||
    byText(b.changed_at ?? '', a.changed_at ?? '') ||
    byText(a.words, b.words),
  left: (a, b) => leftOf(a) - leftOf(b) || byText(a.words, b.words),
}

// A change after billing is worth what it moved, either way.
function worthOf({ change, cents = 0 }: ModelItem): number {
  return change?.moved_cents === undefined ? cents : Math.abs(change.moved_cents)
}

/** The causes of items, in the filter's order; items of one claim creation come together. */
export function causesOf(
  model: QueueModel,
  { sort }: Pick<QueueFilter, 'sort'>,
  items: readonly ModelItem[],
): QueueCause[] {
  const groups = Map.groupBy(items, ({ cause }) => cause)
  return [...groups].map(([key, some]) => causeOf(model, key, some)).toSorted(causeOrder[sort])
}

function causeOf(model: QueueModel, key: string, items: readonly ModelItem[]): QueueCause {
  const payers = countsOf(items, ({ payer }) =>
    payer === undefined ? [] : [{ value: payer, label: payer }],
  )
  const values = countsOf(items, valuesOf)
  const [all, passed, unset] = [new ClaimTally(), new ClaimTally(), new ClaimTally()]
  let [oldest, changedAt]: (string | undefined)[] = []
  let [left, next]: (number | undefined)[] = []
  let folds = 0
  for (const item of items) {
    all.add(item)
    if (item.filing === 'passed') passed.add(item)
    if (item.filing === 'not-set') unset.add(item)
    oldest = least(oldest, item.date_of_service)
    if (changedAt === undefined || item.changed_at > changedAt) changedAt = item.changed_at
    const days = item.filing_days_left
    left = least(left, days)
    if (days !== undefined && days >= 0) next = least(next, days)
    folds += item.folds?.length ?? 0
  }
  return {
    ...model.causes.get(key)!, // it has the cause of every item
    ...all.amount(),
    payers: payers.slice(0, mostPayers).map(({ label, claims }) => ({ name: label, claims })),
    payer_count: payers.length,
    values: values
      .slice(0, mostValues)
      .map(({ kind, value, name, claims }) => ({ kind, value, name, claims })),
    value_count: values.length,
    folds,
    ...(left !== undefined && { filing_days_left: left }),
    filing: {
      passed: passed.amount().claims,
      not_set: unset.amount().claims,
      ...(next !== undefined && { next_days: next }),
    },
    ...(oldest !== undefined && { oldest }),
    changed_at: changedAt,
  }
}

function least<T extends string | number>(a: T | undefined, b: T | undefined): T | undefined {
  return a === undefined || (b !== undefined && b < a) ? b : a
}

function valuesOf({ taken = [], rendering, rendering_npi }: ModelItem) {
  return taken.map(({ kind, value }) => ({
    kind,
    value,
    label: value,
    name: value === rendering_npi ? rendering : undefined,
  }))
}

type PartReader = (item: ModelItem) => [value: string | undefined, label: string | undefined]

/**
 * What a filter compares of an item, and its words: the payer, the facility, the rendering provider.
 * An id that the partner calls unmapped is no payer, and a claim without an id is apart from those
 * with the same payer's.
 */
export const partReaders: Record<QueuePart, PartReader> = {
  payers: ({ payer, payer_id, is_payer_unmapped }) => {
    if (is_payer_unmapped) return [undefined, undefined]
    return payer_id === undefined
      ? [payer, payer && `${payer} (no payer ID)`]
      : [payer_id, payer ?? payer_id]
  },
  facilities: ({ facility }) => [facility, facility],
  providers: ({ rendering, rendering_npi }) => [rendering_npi, rendering ?? rendering_npi],
}

/**
 * The values of items that a filter can have, the most frequent first; items of one claim creation
 * come together.
 */
export function optionsOf(items: readonly ModelItem[], read: PartReader): QueueOption[] {
  const counts = countsOf(items, (item) => {
    const [value, label = value] = read(item)
    return value === undefined ? [] : [{ value, label: label! }] // a value is its own label
  })
  return counts.slice(0, mostOptions)
}

// What items have, with its number of claim creations, the most frequent first; the first label of
// a value counts. Items of one claim creation come together.
function countsOf<T extends { value: string; label: string }>(
  items: readonly ModelItem[],
  read: (item: ModelItem) => readonly T[],
): (T & { claims: number })[] {
  const options = new Map<string, T>()
  const tallies = new Map<string, ClaimTally>()
  for (const item of items)
    for (const option of read(item)) {
      if (!options.has(option.value)) options.set(option.value, option)
      tallyOf(tallies, option.value).add(item)
    }
  return [...options.values()]
    .map((option) => ({ ...option, claims: tallyOf(tallies, option.value).amount().claims }))
    .toSorted((a, b) => b.claims - a.claims || byText(a.label, b.label))
}
