import 'server-only'
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
import { amountOf, type ModelItem, type QueueModel } from './model.ts'

// Which items and causes a filter of the queue shows, and in which order.

const mostPayers = 5
const mostOptions = 50
const mostValues = 10

/** The items of a filter in its order, as one account sees them. */
export function chosenItems(
  model: QueueModel,
  filter: QueueFilter,
  accountId: string,
): ModelItem[] {
  const { first_seen_min } = filter
  const since = first_seen_min === undefined ? undefined : startOfDay(first_seen_min).toISOString()
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
  const order = itemOrder[filter.sort]
  // This order ignores the team's priorities.
  const byPriority =
    filter.sort === 'left' ? () => 0 : (a: ModelItem, b: ModelItem) => priorityOf(a) - priorityOf(b)
  return model.items.filter(isWanted).toSorted((a, b) => byPriority(a, b) || order(a, b))
}

/**
 * The rows of a filter in its order: one problem of one capture is one row, however many of its
 * lines have it, and the list of filing limits has one row for each claim creation. What a row
 * stands for is in `also`, `lines` and `others`.
 */
export function chosenRows(model: QueueModel, filter: QueueFilter, accountId: string): ModelItem[] {
  const chosen = chosenItems(model, filter, accountId)
  const problems = Map.groupBy(
    chosen,
    (item) => `${item.claim_creation_id} ${item.capture_id} ${item.cause}`,
  )
  const rows = [...problems.values()].map(toRow)
  if (filter.view !== 'filing-soon') return rows
  const claims = Map.groupBy(rows, (row) => row.claim_creation_id)
  return [...claims.values()].map(
    ([first, ...others]) => (others.length > 0 ? { ...first!, others: others.length } : first!), // a group has a first row
  )
}

function toRow(items: readonly ModelItem[]): ModelItem {
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

/** The causes of items, in the filter's order. */
export function causesOf(
  model: QueueModel,
  { sort }: QueueFilter,
  items: readonly ModelItem[],
): QueueCause[] {
  const groups = Map.groupBy(items, ({ cause }) => cause)
  return [...groups].map(([key, some]) => causeOf(model, key, some)).toSorted(causeOrder[sort])
}

function causeOf(model: QueueModel, key: string, items: readonly ModelItem[]): QueueCause {
  const dates = items.flatMap(({ date_of_service }) => date_of_service ?? []).toSorted()
  const payers = countsOf(items, ({ payer }) =>
    payer === undefined ? [] : [{ value: payer, label: payer }],
  )
  const values = countsOf(items, valuesOf)
  const left = items.flatMap(({ filing_days_left: days }) => days ?? []).toSorted((a, b) => a - b)
  const next = left.find((days) => days >= 0)
  const claimsWith = (state: QueueItem['filing']) =>
    amountOf(items.filter(({ filing }) => filing === state)).claims
  return {
    ...model.causes.get(key)!, // it has the cause of every item
    ...amountOf(items),
    payers: payers.slice(0, mostPayers).map(({ label, claims }) => ({ name: label, claims })),
    payer_count: payers.length,
    values: values
      .slice(0, mostValues)
      .map(({ kind, value, name, claims }) => ({ kind, value, name, claims })),
    value_count: values.length,
    folds: items.reduce((sum, { folds }) => sum + (folds?.length ?? 0), 0),
    ...(left[0] !== undefined && { filing_days_left: left[0] }),
    filing: {
      passed: claimsWith('passed'),
      not_set: claimsWith('not-set'),
      ...(next !== undefined && { next_days: next }),
    },
    ...(dates[0] !== undefined && { oldest: dates[0] }),
    changed_at: items
      .map(({ changed_at }) => changed_at)
      .toSorted()
      .at(-1),
  }
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

/** The values of items that a filter can have, the most frequent first. */
export function optionsOf(items: readonly ModelItem[], read: PartReader): QueueOption[] {
  const counts = countsOf(items, (item) => {
    const [value, label = value] = read(item)
    return value === undefined ? [] : [{ value, label: label! }] // a value is its own label
  })
  return counts.slice(0, mostOptions)
}

// What items have, with its number of claim creations, the most frequent first; the first label of
// a value counts.
function countsOf<T extends { value: string; label: string }>(
  items: readonly ModelItem[],
  read: (item: ModelItem) => readonly T[],
): (T & { claims: number })[] {
  const counts = new Map<string, { option: T; claims: Set<string> }>()
  for (const item of items)
    for (const option of read(item)) {
      const count = counts.get(option.value) ?? { option, claims: new Set() }
      counts.set(option.value, count)
      count.claims.add(item.claim_creation_id)
    }
  return [...counts.values()]
    .map(({ option, claims }) => ({ ...option, claims: claims.size }))
    .toSorted((a, b) => b.claims - a.claims || byText(a.label, b.label))
}
