import {
  addDays,
  daysBetween,
  formatLocalDate,
  isLocalDate,
  type LocalDate,
} from '#lib/core/local-date.ts'
import { isGiven, listAt, textAt, valueAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from '#lib/rules/scrub/date-fields.ts'
import { leftWords, noLimitWords } from './left-words.ts'
import { insurancesOf, type Insurance } from './insurances.ts'
import {
  limitFor,
  limitWords,
  payerKind,
  type FoundLimit,
  type Limit,
  type Rulebook,
} from './rulebook.ts'

// The one clock of filing limits: the editor's check, the queue and the overview read it.

/** What the clock needs of a claim. All dates are local dates. */
export type FilingFacts = {
  /** A claim with revenue codes is institutional. */
  claim_type: 'institutional' | 'professional'
  /** The first day of each service line; the visit's for a line without one. */
  line_dates: LocalDate[]
  /** The last day of the visit and its lines. */
  through?: LocalDate | undefined
  /** The claim has a delay reason code. */
  has_delay_reason?: boolean | undefined
  /** The date of the primary payer's remittance, if known. Captures do not have it. */
  primary_remitted_on?: LocalDate | undefined
  /** The insurances that the claim goes to; none for a patient who pays. */
  insurances: Insurance[]
}

/** What is missing to know the last day: a limit, a date of service, or the primary's remittance. */
type Lack = 'limit' | 'date' | 'remittance'

/** How much time is left to file a claim with one payer. */
export type FilingClock = {
  state: 'passed' | 'near' | 'fine' | 'unknown'
  /** The whole days within which the last day is near: the smallest that fits. */
  within?: (typeof nearDays)[number] | undefined
  limit?: Limit
  /** The last day on which the payer must have the claim. */
  lastDay?: LocalDate
  /** Whole days from today to the last day; negative once it has passed. */
  daysLeft?: number
  lacks?: Lack
  /** Nobody entered the limit for this payer. */
  isDefault: boolean
  /** Where the limit comes from, as entered; '' without a limit. */
  source: string
}

const nearDays = [7, 14, 30] as const

/**
 * The facts of a claim: of its merged data, or of its captures' data together. The first one tells
 * the visit and the insurances. Any JSON is read.
 */
export function filingFacts(data: unknown, ...others: readonly unknown[]): FilingFacts {
  const all = [data, ...others]
  const lines = all.flatMap((each) =>
    listAt(each, 'service_lines').map((line) => ({ line, visit: each })),
  )
  const starts =
    lines.length > 0
      ? lines.map(({ line, visit }) => firstDay(line) ?? firstDay(visit))
      : [firstDay(data)]
  const ends = [...all, ...lines.map(({ line }) => line)].map(
    (each) => dateAt(each, 'end_date_of_service') ?? firstDay(each),
  )
  const through = ends
    .filter((date) => date !== undefined)
    .toSorted()
    .at(-1)
  return {
    claim_type: lines.some(({ line }) => textAt(line, 'revenue_code'))
      ? 'institutional'
      : 'professional',
    line_dates: [...new Set(starts.filter((date) => date !== undefined))].toSorted(),
    ...(through !== undefined && { through }),
    ...(isGiven(valueAt(data, 'delay_reason_code')) && { has_delay_reason: true }),
    insurances: insurancesOf(data),
  }
}

const firstDay = (value: unknown) => dateAt(value, 'date_of_service')

/**
 * How much time is left to file a claim with one of its payers, by the entered limits and the
 * defaults. `today` is a local date. A delay reason code changes nothing: the payer decides whether
 * it accepts the reason. For a secondary payer the days count from the primary's remittance, but
 * Medicare counts from the service for every place (42 CFR 424.44(a) has no exception for it).
 */
export function filingClock(
  facts: FilingFacts,
  insurance: Insurance,
  book: Rulebook,
  today: LocalDate,
): FilingClock {
  const isAfterPrimary = insurance.rank !== 'primary' && payerKind(insurance) !== 'medicare'
  const found: FoundLimit<Limit> | undefined = limitFor(
    insurance,
    isAfterPrimary ? 'secondary' : 'original',
    book,
  )
  if (!found) return { state: 'unknown', lacks: 'limit', isDefault: false, source: '' }
  const from = isAfterPrimary ? facts.primary_remitted_on : serviceDay(facts)
  if (from === undefined)
    return { state: 'unknown', lacks: isAfterPrimary ? 'remittance' : 'date', ...found }
  const lastDay = lastDayOf(found.limit, from)
  const daysLeft = daysBetween(today, lastDay)
  const within = nearDays.find((days) => daysLeft <= days)
  const state = daysLeft < 0 ? 'passed' : within === undefined ? 'fine' : 'near'
  return { state, ...(state === 'near' && { within }), lastDay, daysLeft, ...found }
}

/**
 * The clock of a claim: of the insurance whose limit passed or is near, with the fewest days left;
 * else of the first one. Undefined without an insurance.
 */
export function claimClock(
  facts: FilingFacts,
  book: Rulebook,
  today: LocalDate,
): { insurance: Insurance; clock: FilingClock } | undefined {
  const all = facts.insurances.map((insurance) => ({
    insurance,
    clock: filingClock(facts, insurance, book, today),
  }))
  const urgent = all
    .filter(({ clock }) => clock.state === 'passed' || clock.state === 'near')
    .toSorted((a, b) => (a.clock.daysLeft ?? 0) - (b.clock.daysLeft ?? 0))
  return urgent[0] ?? all[0]
}

/**
 * The last day of a limit. A calendar year ends on the same date of the next year; from February 29
 * on February 28.
 */
export function lastDayOf(limit: Limit, from: LocalDate): LocalDate {
  if (limit !== 'calendar-year') return addDays(from, limit)
  const [year, ...rest] = from.split('-')
  const date = [String(Number(year) + 1).padStart(4, '0'), ...rest].join('-')
  return isLocalDate(date) ? date : `${date.slice(0, 8)}28`
}

/**
 * The day from which a limit after the service counts, a local date; undefined without a date. CMS,
 * Medicare Claims Processing Manual, chapter 1, section 70: an institutional claim counts from its
 * through date, a professional one from each line's first date, so the earliest decides.
 */
export function serviceDay({
  claim_type,
  line_dates,
  through,
}: FilingFacts): LocalDate | undefined {
  return claim_type === 'institutional' ? (through ?? line_dates.at(-1)) : line_dates[0]
}

/** Words of a limit that nobody entered for the payer. */
export const defaultWords = 'default, not confirmed for this payer'

/**
 * A clock in one sentence, with the last day, the limit and its source: "14 days left to file, until
 * Fri Dec 4, 2026 (90 days, Contract § 4.1)".
 */
export function clockWords({ state, lastDay, daysLeft, lacks, ...clock }: FilingClock): string {
  if (lacks === 'limit') return noLimitWords
  if (lacks === 'date') return 'No date of service, so the last day to file is unknown'
  if (lacks === 'remittance')
    return 'The last day to file follows the primary payer’s remittance, whose date isn’t known here'
  const last = formatLocalDate(lastDay ?? '')
  const until = state === 'passed' ? `; the last day was ${last}` : `, until ${last}`
  return `${leftWords(daysLeft)}${until} (${limitSource(clock)})`
}

// "1 calendar year, 42 CFR 424.44(a), default, not confirmed for this payer"
function limitSource({
  limit,
  source,
  isDefault,
}: Pick<FilingClock, 'limit' | 'source' | 'isDefault'>): string {
  return [limit === undefined ? '' : limitWords(limit), source, isDefault ? defaultWords : '']
    .filter(Boolean)
    .join(', ')
}
