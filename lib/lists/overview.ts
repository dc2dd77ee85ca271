import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { nobody, type QueueKind, type QueuePart, type QueueState, type QueueView } from './queue.ts'

// The manager's first page: what the server counts and the browser draws.

/** Claim creations and their charges in whole cents. */
export type Worth = { claims: number; cents: number }

/** The open work at the end of a local day; for today, the open work now. */
export type DayCount = Worth & { day: LocalDate }

/**
 * The work of one person on the days that have any. `claims` are those in error that the partner
 * accepted after this person was the last to save one of their captures, with their charges in
 * `cents`; `captures` are the charge captures that the person saved, whatever came of them. By hand
 * the person resolved `errors`, and `changes` after billing that are still resolved.
 */
export type PersonWork = {
  account_id: string
  name: string
  days: (Worth & { day: LocalDate; captures: number; errors: number; changes: number })[]
}

/**
 * The answer of `readTeamWork`: the last days, oldest first, and the people with work on them, most
 * first.
 */
export type TeamWork = { days: LocalDate[]; work: PersonWork[] }

/**
 * What came of a person's work from a day on: the claims that the partner accepted, and what they
 * resolved by hand.
 */
export function clearedOf(
  { days }: Pick<PersonWork, 'days'>,
  from: LocalDate = '',
): Worth & { by_hand: number } {
  const sum = { claims: 0, cents: 0, by_hand: 0 }
  for (const { day, claims, cents, errors, changes } of days) {
    if (day < from) continue
    sum.claims += claims
    sum.cents += cents
    sum.by_hand += errors + changes
  }
  return sum
}

/** The open work that a person owns. */
export type PersonRow = {
  /** Null for what nobody owns. */
  account_id: string | null
  name: string
  errors: number
  /** In error, with every error resolved. */
  resolved: number
  held: number
  updates: number
  /** The charges of all that they own, in whole cents. */
  cents: number
  /** The earliest date of service. */
  oldest?: LocalDate
}

/**
 * An age of errors, in days since the service; `min` and `max` are the dates of service, both
 * included.
 */
export type AgeRow = Worth & { key: string; label: string; min?: LocalDate; max?: LocalDate }

/**
 * The claims in error of the payers, facilities or providers with the most charges, of all `others`
 * together, and of those that name none. A claim whose captures name two is in the row of each.
 */
export type PartRows = {
  /** `value` is what the filter of the queue takes. */
  rows: (Worth & { value: string; label: string })[]
  others: Worth & { parts: number }
  unnamed: Worth
}

/**
 * How one kind moved since the end of an earlier day. `added` and `now` are those of the lists,
 * without snoozed claims; `before`, `gone` and `moved` (up or down) count snoozed ones too. `gone`
 * have left the kind, whatever became of them.
 */
export type Movement = { before: number; now: number; added: number; gone: number; moved: number }

/** The kinds whose movement the overview shows. */
export const movingKinds = ['error', 'held', 'updated'] as const satisfies readonly QueueKind[]
type MovingKind = (typeof movingKinds)[number]

/**
 * Charge captures that are billable and in no claim, as the partner listed them at `read_at` (ISO).
 * `without_charge` of them have no charge, and `unreadable` more are in no sum, so that the truth
 * may be larger. `oldest` is the earliest date of service.
 */
export type Unlinked = {
  read_at: string
  captures: number
  cents: number
  without_charge: number
  unreadable: number
  oldest?: LocalDate
}

/**
 * The claims in error that the partner has accepted, by the day on which this console saw it.
 * `since` is the first day on which it counted; a day of before is missing. The days are those of
 * the console's machine, not of the browser.
 */
export type Cleared = { since: LocalDate; days: (Worth & { day: LocalDate })[] }

/**
 * A day before the first look, by the embedded sandbox's own records: the claims that came into
 * error, those of them that were accepted, and those in error at its end.
 */
export type RecordedDay = { day: LocalDate; added: number; cleared: number; open: number }

/**
 * The claims that came into error on a day, and those in error that the partner accepted. Null is
 * not known: nobody looked on that day, or an earlier version did not count it. `source` says who
 * saw the day.
 */
export type FlowDay = {
  day: LocalDate
  source: 'watched' | 'records' | 'not-watched'
  added: number | null
  cleared: number | null
}

/** The open claims at the end of a day; null is not known. */
export type OpenDay = { day: LocalDate; is_recorded: boolean } & Record<MovingKind, number | null>

/** The answer of `readOverview`. */
export type Overview = {
  state: QueueState
  today: LocalDate
  errors: Worth
  /** In error at the partner although every error is resolved. */
  resolved: Worth & { oldest?: LocalDate }
  /**
   * `past` has the visits of before `today`, `to_come` those of today and later, `undated` those
   * without a date.
   */
  held: Worth & { past: Worth; to_come: Worth; undated: Worth }
  /**
   * Null until the partner's list was read to its end: `is_unlinked_read` is false while that goes
   * on.
   */
  unlinked: Unlinked | null
  is_unlinked_read: boolean
  /** The partner's list is being read; `unlinked` is the reading before. */
  is_unlinked_reading: boolean
  /** `cents` is the net change in charges; `up` and `down` are its two sides. */
  updates: Worth & { unassigned: number; up: number; down: number }
  /**
   * Unbilled claims past their limit and near it; `first` is the last day of the next one to pass.
   * For the payers without a limit nobody knows; those on a default have one that nobody confirmed.
   */
  filing: {
    past: Worth
    near: Worth
    first?: LocalDate
    payers_without_limit: number
    claims_without_limit: number
    payers_on_default: number
  }
  ages: AgeRow[]
  causes: { key: string; words: string; claims: number; cents: number; trend: number[] }[]
  parts: Record<QueuePart, PartRows>
  holds: ({ key: string; words: string } & Worth)[]
  /**
   * The changes since the newest earlier day with a reading; null without one. Of the errors that
   * are gone the partner accepted `accepted` claims (null if it was not counted all the time), and
   * people resolved those of `by_hand`.
   */
  since: {
    day: LocalDate
    kinds: Record<MovingKind, Movement>
    accepted: number | null
    by_hand: number
  } | null
  /** Null before the first count. */
  cleared: Cleared | null
  /** The last 14 days, oldest first; empty before the first count. */
  flow: FlowDay[]
  /**
   * The last 14 days, oldest first; days before the first reading are missing, or by the embedded
   * sandbox's own records, which have the errors alone.
   */
  days: OpenDay[]
  people: PersonRow[]
}

// The list behind each number.

/** The address of a list of the queue with filters by name. */
export function queueHref(
  view: QueueView,
  filters: { [name: string]: string | undefined } = {},
): string {
  const path = view === 'causes' ? '/queue' : view === 'updates' ? '/updates' : `/queue/${view}`
  const given = Object.entries(filters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

const partFilters = { payers: 'payer', facilities: 'facility', providers: 'provider' } as const

/** The claims in error of one payer, facility or provider. */
export function partHref(part: QueuePart, value: string): string {
  return queueHref('causes', { [partFilters[part]]: value })
}

/** The claims in error of one age. */
export function ageHref({ key, min, max }: Pick<AgeRow, 'key' | 'min' | 'max'>): string {
  if (key === undatedAge) return queueHref('causes', { is_undated: 'true' })
  return queueHref('causes', { date_of_service_min: min, date_of_service_max: max })
}

/** The age of claims without a date of service. */
export const undatedAge = 'none'

/** The claims on hold whose visit was, is to come, or has no date. */
export function heldHref(visit: 'past' | 'to_come' | 'undated', today: LocalDate): string {
  if (visit === 'undated') return queueHref('held', { is_undated: 'true' })
  return queueHref(
    'held',
    visit === 'past' ? { date_of_service_max: addDays(today, -1) } : { date_of_service_min: today },
  )
}

/** The claims past their filing limit, or near it. */
export function filingHref(which: 'past' | 'near'): string {
  return queueHref('filing-soon', { is_late: String(which === 'past') })
}

/** The list of the partner that `Unlinked` counts. */
export const unlinkedHref = '/charge-captures?status=billable&exclude_charges_linked_to_claims=true'

/** The claims of one kind; with a day those that were first seen after it. */
export function kindHref(kind: QueueKind, after?: LocalDate): string {
  const view = { error: 'causes', resolved: 'resolved', held: 'held', updated: 'updates' } as const
  return queueHref(view[kind], after === undefined ? {} : { first_seen_min: addDays(after, 1) })
}

/** What a person owns of a view, or what nobody owns of it. */
export function ownerHref(view: QueueView, { account_id }: Pick<PersonRow, 'account_id'>): string {
  if (view === 'assigned' && account_id === null) return queueHref('unassigned')
  return queueHref(view, { owner: account_id ?? nobody })
}
