import type { LocalDate } from '#lib/core/local-date.ts'
import type { FilterChoices, ListSpec, QueueListId } from './list-spec.ts'
import {
  causeKey,
  filingLimitKinds,
  nobody,
  queueSorts,
  queueViews,
  type FilingLimitKind,
  type QueueFilter,
  type QueueReply,
  type QueueSort,
  type QueueView,
} from './queue.ts'
import { withDates, type ListView } from './view.ts'

const sorts = {
  money: 'Charges',
  claims: 'Claims',
  oldest: 'Oldest service',
  changed: 'Last changed',
  left: 'Days left to file',
} satisfies Record<QueueSort, string>

/** The causes of the work queue: their filters and orders, which its other lists have too. */
export const queueList: ListSpec = {
  operation: 'readQueue',
  filters: {
    cause: {
      kind: 'enum',
      label: 'Cause',
      group: 'Work',
      alsoCalled: 'problem reason',
      hint: 'Choose one.',
    },
    payer: {
      kind: 'enum',
      label: 'Payer',
      group: 'Payer',
      hint: 'Choose one, or type a payer ID or the whole name as on the claim.',
    },
    facility: {
      kind: 'enum',
      label: 'Service facility',
      group: 'Visit',
      hint: 'Choose one, or type the whole name as on the claim.',
    },
    provider: {
      kind: 'enum',
      label: 'Rendering provider',
      group: 'Providers',
      hint: 'Choose one, or type an NPI.',
    },
    date_of_service_min: {
      kind: 'date',
      label: 'Service date from',
      group: 'Visit',
      chip: { label: 'Service date', operator: 'is on or after' },
      range: { to: 'date_of_service_max' },
      alsoCalled: 'date of service dos',
    },
    date_of_service_max: {
      kind: 'date',
      label: 'Service date to',
      group: 'Visit',
      chip: { label: 'Service date', operator: 'is on or before' },
    },
    is_undated: { kind: 'boolean', label: 'Without service date', group: 'Visit' },
    first_seen_min: {
      kind: 'date',
      label: 'First seen from',
      group: 'Work',
      range: {},
      alsoCalled: 'new since',
      chip: { label: 'First seen', operator: 'is on or after' },
      hint: 'The day on which this console first read the claim.',
    },
    is_late: {
      kind: 'boolean',
      label: 'Limit passed',
      group: 'Work',
      alsoCalled: 'late overdue past the filing limit',
    },
    filing_limit: {
      kind: 'enum',
      label: 'Filing limit',
      group: 'Work',
      alsoCalled: 'default unset confirmed timely',
      valueNames: filingLimitKinds,
      isClosed: true,
      hint: 'Where the payer’s limit comes from.',
    },
    owner: {
      kind: 'enum',
      label: 'Owner',
      group: 'Work',
      alsoCalled: 'assigned to',
      hint: 'Who works on it.',
    },
  },
  sorts,
  opensBy: 'money',
  rankedBy: 'console',
  noun: { one: 'claim', many: 'claims' },
}

/**
 * The other views of the queue: the list of each, by which its saved views and columns are kept.
 */
const viewLists: Record<QueueView, QueueListId> = {
  causes: 'readQueue',
  mine: 'queueMine',
  assigned: 'queueAssigned',
  unassigned: 'queueUnassigned',
  resolved: 'queueResolved',
  held: 'queueHeld',
  'filing-soon': 'queueFilingSoon',
  updates: 'queueUpdates',
  snoozed: 'queueSnoozed',
}

/** The list of a view of the queue, or of the claims of one cause. */
export function queueListFor(view: QueueView, cause?: string): ListSpec {
  const operation = cause === undefined ? viewLists[view] : 'queueCause'
  return { ...queueList, operation, ...(view === 'filing-soon' && { opensBy: 'left' }) }
}

/** The view of the queue that a list shows. */
export function queueViewOf(list: QueueListId): QueueView {
  return queueViews.find((view) => viewLists[view] === list) ?? 'causes'
}

/** The view of the queue as the server takes it. `cause` is the key of the one that is open. */
export function queueFilterOf(
  { filters: kept, sort }: Pick<ListView, 'filters' | 'sort'>,
  view: QueueView,
  cause: string | undefined,
  today: LocalDate,
): QueueFilter {
  const filters = withDates(queueList, kept, today)
  const text = (name: string) => (typeof filters[name] === 'string' ? filters[name] : undefined)
  return {
    view,
    cause: cause ?? causeIn(text('cause')),
    payer: text('payer'),
    facility: text('facility'),
    provider: text('provider'),
    date_of_service_min: text('date_of_service_min'),
    date_of_service_max: text('date_of_service_max'),
    is_undated: typeof filters.is_undated === 'boolean' ? filters.is_undated : undefined,
    first_seen_min: text('first_seen_min'),
    is_late: typeof filters.is_late === 'boolean' ? filters.is_late : undefined,
    filing_limit: limitIn(text('filing_limit')),
    owner: text('owner'),
    sort: queueSorts.find((known) => known === sort) ?? 'money',
  }
}

function limitIn(text: string | undefined): FilingLimitKind | undefined {
  return text !== undefined && Object.hasOwn(filingLimitKinds, text)
    ? (text as FilingLimitKind) // it is one of the keys
    : undefined
}

// Another text names no cause; as a filter it would be refused.
function causeIn(text: string | undefined): string | undefined {
  return text !== undefined && causeKey.test(text) ? text : undefined
}

/**
 * A list's filters with the values that the queue has now, by name: its causes, the most frequent
 * payers, facilities and providers, and the team.
 */
export function queueListOf(
  list: ListSpec,
  reply: Pick<QueueReply, 'causes' | 'team' | 'options'> | undefined,
): { spec: ListSpec; choices: FilterChoices } {
  const { payers = [], facilities = [], providers = [] } = reply?.options ?? {}
  const owners = (reply?.team ?? []).map(({ id, name }) => ({ value: id, label: name }))
  owners.push({ value: nobody, label: 'Nobody' })
  const causes = (reply?.causes ?? []).map(({ key, words }) => ({ value: key, label: words }))
  const filters = { ...list.filters }
  const choices: FilterChoices = { filing_limit: Object.keys(filingLimitKinds) }
  for (const [name, values] of Object.entries({
    ...(list.filters.cause && { cause: causes }),
    payer: payers,
    facility: facilities,
    provider: providers,
    owner: owners,
  })) {
    filters[name] = {
      ...filters[name]!,
      valueNames: Object.fromEntries(values.map(({ value, label }) => [value, label])),
    }
    choices[name] = values.map(({ value }) => value)
  }
  return { spec: { ...list, filters }, choices }
}
