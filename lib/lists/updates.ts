import type { LocalDate } from '#lib/core/local-date.ts'
import type { FilterChoices, ListSpec } from './list-spec.ts'
import type { DayCount } from './overview.ts'
import { nobody, type QueueChange, type QueueItem, type QueueState } from './queue.ts'
import { queueList } from './queue-list.ts'
import { withDates, type ListView } from './view.ts'

// The changes after billing as a manager's queue: what both the server and the browser know of it.

/** The effects of a change, most important first; `unknown` where the billed data is not known. */
export const updateKinds = {
  money: 'Money',
  coverage: 'Coverage',
  coding: 'Coding',
  cosmetic: 'Cosmetic',
  unknown: 'Not compared',
}
export type UpdateKind = keyof typeof updateKinds

/** What is suggested for a change, by the key that filters and saved views have. */
export const updateSteps = {
  void: 'Void',
  replace: 'Void and rebill',
  correct: 'Corrected claim',
  appeal: 'Appeal',
  reopening: 'Reopening',
  new: 'New claim',
  secondary: 'Bill the secondary',
  attachment: 'Send the attachment',
  edit: 'Edit before it is sent',
  wait: 'Wait for the payer',
  finish: 'Finish the visit',
  ignore: 'Nothing to send',
  unknown: 'Not known',
}
export type UpdateStep = keyof typeof updateSteps

/** The orders of the changes. */
export const updateSorts = { money: 'Largest change', kind: 'Kind', oldest: 'Oldest service' }
export type UpdateSort = keyof typeof updateSorts

/** Whether a change raises or lowers the charges. */
export const updateDirections = { up: 'Higher', down: 'Lower' }
export type UpdateDirection = keyof typeof updateDirections

/**
 * Which changes, and in which order. `owner` is an account's id, or `nobody`; other texts are as in
 * QueueFilter.
 */
export type UpdatesFilter = {
  kind?: UpdateKind | undefined
  step?: UpdateStep | undefined
  direction?: UpdateDirection | undefined
  payer?: string | undefined
  facility?: string | undefined
  provider?: string | undefined
  owner?: string | undefined
  first_seen_min?: string | undefined
  claim_creation_ids?: string[] | undefined
  sort: UpdateSort
}

/** The ways in which the changes are counted. */
export const updateParts = ['kind', 'step', 'payer', 'facility', 'provider', 'owner'] as const
export type UpdatePart = (typeof updateParts)[number]

/**
 * The changes that share one value. `cents` is the net change in charges, of those that could be
 * compared.
 */
export type PartCount = { value: string; label: string; claims: number; cents: number }

/**
 * The answer of `readUpdatesQueue`: the sums of the filter, the counts of each part (each without
 * its own filter, the largest change first), and the open changes of the last days.
 */
export type UpdatesReply = {
  state: QueueState
  claims: number
  cents: number
  unassigned: number
  parts: Record<UpdatePart, PartCount[]>
  days: DayCount[]
  team: { id: string; name: string }[]
}

/** One page of the changes; `next` is the place of the next one. */
export type UpdatesPage = { items: QueueItem[]; next: number | null; total: number }

/** The changes after billing: their filters and orders. */
export const updatesList: ListSpec = {
  operation: 'queueUpdates',
  filters: {
    kind: {
      kind: 'enum',
      label: 'Kind',
      group: 'Work',
      valueNames: updateKinds,
      isClosed: true,
      hint: 'What the change affects.',
    },
    step: {
      kind: 'enum',
      label: 'Suggestion',
      group: 'Work',
      valueNames: updateSteps,
      isClosed: true,
      alsoCalled: 'handling advice corrected void ignore',
    },
    direction: {
      kind: 'enum',
      label: 'Charges',
      group: 'Work',
      valueNames: updateDirections,
      isClosed: true,
      alsoCalled: 'up down more less',
    },
    payer: { kind: 'enum', label: 'Payer', group: 'Payer' },
    facility: { kind: 'enum', label: 'Service facility', group: 'Visit' },
    provider: { kind: 'enum', label: 'Rendering provider', group: 'Providers' },
    first_seen_min: queueList.filters.first_seen_min!, // it has one
    owner: { kind: 'enum', label: 'Owner', group: 'Work', alsoCalled: 'assigned to' },
    claim_creation_ids: {
      kind: 'multi',
      label: 'Claim creation IDs',
      chip: { label: 'Claim creation ID' },
      group: 'Identifiers',
    },
  },
  sorts: updateSorts,
  opensBy: 'money',
  rankedBy: 'console',
  noun: { one: 'claim', many: 'claims' },
}

/** The view of the page as the server takes it. */
export function updatesFilterOf(
  { filters: kept, sort }: Pick<ListView, 'filters' | 'sort'>,
  today: LocalDate,
): UpdatesFilter {
  const filters = withDates(updatesList, kept, today)
  const text = (name: string) => (typeof filters[name] === 'string' ? filters[name] : undefined)
  const ids = filters.claim_creation_ids
  const [kind, step, direction] = [text('kind'), text('step'), text('direction')]
  return {
    kind: kind !== undefined && kind in updateKinds ? (kind as UpdateKind) : undefined,
    step: step !== undefined && step in updateSteps ? (step as UpdateStep) : undefined,
    direction:
      direction !== undefined && direction in updateDirections
        ? (direction as UpdateDirection)
        : undefined,
    payer: text('payer'),
    facility: text('facility'),
    provider: text('provider'),
    owner: text('owner'),
    first_seen_min: text('first_seen_min'),
    claim_creation_ids: Array.isArray(ids) ? ids : undefined,
    sort: sort in updateSorts ? (sort as UpdateSort) : 'money',
  }
}

/** The filters with the values that the changes have now, by name. */
export function updatesListOf(reply: Pick<UpdatesReply, 'parts' | 'team'> | undefined): {
  spec: ListSpec
  choices: FilterChoices
} {
  const filters = { ...updatesList.filters }
  const choices: FilterChoices = {
    kind: Object.keys(updateKinds),
    step: Object.keys(updateSteps),
    direction: Object.keys(updateDirections),
  }
  const owners = [
    ...(reply?.team ?? []).map(({ id, name }) => ({ value: id, label: name })),
    unowned,
  ]
  for (const name of ['payer', 'facility', 'provider', 'owner'] as const) {
    const values = name === 'owner' ? owners : (reply?.parts[name] ?? [])
    filters[name] = {
      ...filters[name]!,
      valueNames: Object.fromEntries(values.map(({ value, label }) => [value, label])),
    }
    choices[name] = values.map(({ value }) => value)
  }
  return { spec: { ...updatesList, filters }, choices }
}

const unowned = { value: nobody, label: 'Nobody' }

/** What a change affects. */
export function kindOf({ change }: Pick<QueueItem, 'change'>): UpdateKind {
  return change?.effect ?? 'unknown'
}

/** A suggestion in words, with the frequency code of its claim: "Corrected claim (frequency 7)". */
export function stepWords(
  kind: NonNullable<QueueChange['step']>,
  frequency: string | undefined,
): string {
  const words = updateSteps[stepOf({ change: { update_ids: [], step: kind } })]
  return frequency === undefined ? words : `${words} (frequency ${frequency})`
}

/** What is suggested for a change. */
export function stepOf({ change }: Pick<QueueItem, 'change'>): UpdateStep {
  const step = change?.step ?? 'unknown'
  if (step === 'nothing') return 'ignore'
  if (step === 'corrected') return 'correct'
  return step === 'void-and-new' ? 'replace' : step
}
