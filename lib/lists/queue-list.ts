import type { FilterChoices, ListSpec } from './list-spec.ts'
import { nobody, queueSorts, type QueueFilter, type QueueReply, type QueueSort, type QueueView } from './queue.ts'
import type { ListView } from './view.ts'

const sorts = {
  money: 'Charges',
  claims: 'Claims',
  oldest: 'Oldest service',
  changed: 'Last changed',
} satisfies Record<QueueSort, string>

/** The work queue: its filters and orders. Which of its views is open is part of the page's path. */
export const queueList: ListSpec = {
  operation: 'readQueue',
  filters: {
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
    },
    date_of_service_max: {
      kind: 'date',
      label: 'Service date to',
      group: 'Visit',
      chip: { label: 'Service date', operator: 'is on or before' },
    },
    owner: { kind: 'enum', label: 'Owner', group: 'Work', alsoCalled: 'assigned to', hint: 'Who works on it.' },
  },
  sorts,
  opensBy: 'money',
  rankedBy: 'console',
  noun: { one: 'claim', many: 'claims' },
}

/** The view of the queue as the server takes it. `cause` is the key of the one that is open. */
export function queueFilterOf(
  { filters, sort }: Pick<ListView, 'filters' | 'sort'>,
  view: QueueView,
  cause?: string,
): QueueFilter {
  const text = (name: string) => (typeof filters[name] === 'string' ? filters[name] : undefined)
  return {
    view,
    cause,
    payer: text('payer'),
    facility: text('facility'),
    provider: text('provider'),
    date_of_service_min: text('date_of_service_min'),
    date_of_service_max: text('date_of_service_max'),
    owner: text('owner'),
    sort: queueSorts.find((known) => known === sort) ?? 'money',
  }
}

/** The filters with the values that the queue has now, by name: the most frequent payers, facilities and providers, and the team. */
export function queueListOf(reply: Pick<QueueReply, 'team' | 'options'> | undefined): {
  spec: ListSpec
  choices: FilterChoices
} {
  const { payers = [], facilities = [], providers = [] } = reply?.options ?? {}
  const owners = (reply?.team ?? []).map(({ id, name }) => ({ value: id, label: name }))
  owners.push({ value: nobody, label: 'Nobody' })
  const filters = { ...queueList.filters }
  const choices: FilterChoices = {}
  for (const [name, values] of Object.entries({
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
  return { spec: { ...queueList, filters }, choices }
}
