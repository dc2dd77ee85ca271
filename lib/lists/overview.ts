import type { LocalDate } from '#lib/core/local-date.ts'
import type { QueueKind, QueueState } from './queue.ts'

// The manager's first page: what the server counts and the browser draws.

/** Claim creations and their charges in whole cents. */
export type Worth = { claims: number; cents: number }

/** What was open at the end of a local day; today's is what is open now. */
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

/** What a person owns. */
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

/** How one kind moved since the end of an earlier day. */
export type Movement = { before: number; now: number; added: number; cleared: number }

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
  /** What changed since the newest earlier day with a reading; null without one. */
  since: { day: LocalDate; kinds: Record<QueueKind, Movement> } | null
  /** The last 14 days, oldest first; days before the first reading are missing. */
  days: ({ day: LocalDate } & Record<QueueKind, number>)[]
  people: PersonRow[]
}
