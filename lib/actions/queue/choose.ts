import 'server-only'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { nobody, type QueueCause, type QueueFilter, type QueueItem, type QueueOption } from '#lib/lists/queue.ts'
import { amountOf, type ModelItem, type QueueModel } from './model.ts'

// Which items and causes a filter of the queue shows, and in which order.

const mostPayers = 5
const mostOptions = 50

/** The items of a filter in its order, as one account sees them. */
export function chosenItems(model: QueueModel, filter: QueueFilter, accountId: string): ModelItem[] {
  const { first_seen_min } = filter
  const since = first_seen_min === undefined ? undefined : startOfDay(first_seen_min).toISOString()
  const isWanted = (item: ModelItem) =>
    inView(item, filter.view, accountId) &&
    is(filter.cause, item.cause) &&
    is(filter.payer, item.payer_id ?? item.payer) &&
    is(filter.facility, item.facility) &&
    is(filter.provider, item.rendering_npi) &&
    is(filter.owner, item.mark.owner_id ?? nobody) &&
    isBetween(item.date_of_service, filter.date_of_service_min, filter.date_of_service_max) &&
    is(filter.is_undated, item.date_of_service === undefined) &&
    (since === undefined || item.first_seen_at >= since)
  return model.items.filter(isWanted).toSorted((a, b) => priorityOf(a) - priorityOf(b) || itemOrder[filter.sort](a, b))
}

/** True if an item belongs to a view, as one account sees it. */
export function inView(item: ModelItem, view: QueueFilter['view'], accountId: string): boolean {
  if (view === 'snoozed') return item.is_snoozed
  if (item.is_snoozed) return false
  if (view === 'causes') return item.kind === 'error'
  if (view === 'held') return item.kind === 'held'
  if (view === 'updates') return item.kind === 'updated'
  if (view === 'mine') return item.mark.owner_id === accountId
  if (view === 'assigned') return item.mark.owner_id !== undefined
  if (view === 'unassigned') return item.mark.owner_id === undefined
  return item.is_filing_soon && item.kind !== 'updated'
}

function is<T extends string | boolean>(wanted: T | undefined, value: T | undefined): boolean {
  return wanted === undefined || wanted === value
}

function isBetween(date: LocalDate | undefined, min: LocalDate | undefined, max: LocalDate | undefined): boolean {
  if (min === undefined && max === undefined) return true
  return date !== undefined && (min === undefined || date >= min) && (max === undefined || date <= max)
}

const priorities = { high: -1, low: 1 } as const
const priorityOf = ({ mark: { priority } }: Pick<QueueItem, 'mark'>) => (priority ? priorities[priority] : 0)

type Order<T> = (a: T, b: T) => number
const oldestFirst: Order<{ date_of_service?: string; id: string }> = (a, b) =>
  byText(a.date_of_service ?? '9999', b.date_of_service ?? '9999') || byText(a.id, b.id)
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const itemOrder: Record<QueueFilter['sort'], Order<ModelItem>> = {
  money: (a, b) => worthOf(b) - worthOf(a) || oldestFirst(a, b),
  claims: oldestFirst,
  oldest: oldestFirst,
  changed: (a, b) => byText(b.changed_at, a.changed_at) || oldestFirst(a, b),
}
const causeOrder: Record<QueueFilter['sort'], Order<QueueCause>> = {
  money: (a, b) => priorityOf(a) - priorityOf(b) || b.cents - a.cents || byText(a.words, b.words),
  claims: (a, b) => priorityOf(a) - priorityOf(b) || b.claims - a.claims || byText(a.words, b.words),
  oldest: (a, b) =>
    priorityOf(a) - priorityOf(b) || byText(a.oldest ?? '9999', b.oldest ?? '9999') || byText(a.words, b.words),
  changed: (a, b) =>
    priorityOf(a) - priorityOf(b) || byText(b.changed_at ?? '', a.changed_at ?? '') || byText(a.words, b.words),
}

// A change after billing is worth what it moved, either way.
function worthOf({ change, cents = 0 }: ModelItem): number {
  return change?.moved_cents === undefined ? cents : Math.abs(change.moved_cents)
}

/** The causes of items, in the filter's order. */
export function causesOf(model: QueueModel, { sort }: QueueFilter, items: readonly ModelItem[]): QueueCause[] {
  const groups = Map.groupBy(items, ({ cause }) => cause)
  return [...groups].map(([key, some]) => causeOf(model, key, some)).toSorted(causeOrder[sort])
}

function causeOf(model: QueueModel, key: string, items: readonly ModelItem[]): QueueCause {
  const dates = items.flatMap(({ date_of_service }) => date_of_service ?? []).toSorted()
  const payers = optionsOf(items, ({ payer }) => [payer, payer]).slice(0, mostPayers)
  return {
    ...model.causes.get(key)!, // it has the cause of every item
    ...amountOf(items),
    payers: payers.map(({ label, claims }) => ({ name: label, claims })),
    ...(dates[0] !== undefined && { oldest: dates[0] }),
    changed_at: items
      .map(({ changed_at }) => changed_at)
      .toSorted()
      .at(-1),
  }
}

/** The values of items that a filter can have, the most frequent first. */
export function optionsOf(
  items: readonly ModelItem[],
  read: (item: ModelItem) => [value: string | undefined, label: string | undefined],
): QueueOption[] {
  const options = new Map<string, { label: string; claims: Set<string> }>()
  for (const item of items) {
    const [value, label = value] = read(item)
    if (value === undefined) continue
    const option = options.get(value) ?? { label: label!, claims: new Set() } // a value is its own label
    options.set(value, option)
    option.claims.add(item.claim_creation_id)
  }
  return [...options]
    .map(([value, { label, claims }]) => ({ value, label, claims: claims.size }))
    .toSorted((a, b) => b.claims - a.claims || byText(a.label, b.label))
    .slice(0, mostOptions)
}
