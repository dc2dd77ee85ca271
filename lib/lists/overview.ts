import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { nobody, type QueueKind, type QueueState, type QueueView } from './queue.ts'

// The manager's first page: what the server counts and the browser draws.

/** Claim creations and their charges in whole cents. */
export type Worth = { claims: number; cents: number }

/** The open work at the end of a local day; for today, the open work now. */
export type DayCount = Worth & { day: LocalDate }

/**
 * The work of one person on the days that have any: charge captures saved, errors marked as resolved, and changes after
 * billing that are still resolved.
 */
export type PersonWork = {
  account_id: string
  name: string
  days: { day: LocalDate; captures: number; errors: number; changes: number }[]
}

/** The answer of `readTeamWork`: the last days, oldest first, and the people with work on them, most first. */
export type TeamWork = { days: LocalDate[]; work: PersonWork[] }

/** Everything that a person cleared from a day on. */
export function clearedOf({ days }: Pick<PersonWork, 'days'>, from: LocalDate = ''): number {
  return days.reduce(
    (sum, { day, captures, errors, changes }) => (day >= from ? sum + captures + errors + changes : sum),
    0,
  )
}

/** The open work that a person owns. */
export type PersonRow = {
  /** Null for what nobody owns. */
  account_id: string | null
  name: string
  errors: number
  held: number
  updates: number
  /** The charges of all that they own, in whole cents. */
  cents: number
  /** The earliest date of service. */
  oldest?: LocalDate
}

/** An age of errors, in days since the service; `min` and `max` are the dates of service, both included. */
export type AgeRow = Worth & { key: string; label: string; min?: LocalDate; max?: LocalDate }

/**
 * How one kind moved since the end of an earlier day. `added` and `now` are those of the lists, without snoozed claims;
 * `before`, `cleared` and `moved` (up or down) count snoozed ones too.
 */
export type Movement = { before: number; now: number; added: number; cleared: number; moved: number }

/** The answer of `readOverview`. */
export type Overview = {
  state: QueueState
  today: LocalDate
  errors: Worth
  held: Worth
  /** `cents` is the net change in charges; `up` and `down` are its two sides. */
  updates: Worth & { unassigned: number; up: number; down: number }
  /** `first` is the last day of the nearest limit. */
  filing: Worth & { first?: LocalDate }
  ages: AgeRow[]
  causes: { key: string; words: string; claims: number; cents: number; trend: number[] }[]
  holds: ({ key: string; words: string } & Worth)[]
  /** The changes since the newest earlier day with a reading; null without one. */
  since: { day: LocalDate; kinds: Record<QueueKind, Movement> } | null
  /** The last 14 days, oldest first; days before the first reading are missing. */
  days: ({ day: LocalDate } & Record<QueueKind, number>)[]
  people: PersonRow[]
}

// The list behind each number.

/** The address of a list of the queue with filters by name. */
export function queueHref(view: QueueView, filters: { [name: string]: string | undefined } = {}): string {
  const path = view === 'causes' ? '/queue' : view === 'updates' ? '/updates' : `/queue/${view}`
  const given = Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The claims in error of one age. */
export function ageHref({ key, min, max }: Pick<AgeRow, 'key' | 'min' | 'max'>): string {
  if (key === undatedAge) return queueHref('causes', { is_undated: 'true' })
  return queueHref('causes', { date_of_service_min: min, date_of_service_max: max })
}

/** The age of claims without a date of service. */
export const undatedAge = 'none'

/** The claims of one kind; with a day those that were first seen after it. */
export function kindHref(kind: QueueKind, after?: LocalDate): string {
  const view = { error: 'causes', held: 'held', updated: 'updates' } as const
  return queueHref(view[kind], after === undefined ? {} : { first_seen_min: addDays(after, 1) })
}

/** What a person owns of a view, or what nobody owns of it. */
export function ownerHref(view: QueueView, { account_id }: Pick<PersonRow, 'account_id'>): string {
  if (view === 'assigned' && account_id === null) return queueHref('unassigned')
  return queueHref(view, { owner: account_id ?? nobody })
}
