import { daysBetween, type LocalDate } from '#lib/core/local-date.ts'
import { lastDayOf, serviceDay, type FilingFacts } from './filing-clock.ts'
import type { NamedPayer } from './insurances.ts'
import {
  limitFor,
  payerKind,
  type CorrectedFrom,
  type FoundLimit,
  type Limit,
  type Rulebook,
} from './rulebook.ts'

/** The limit of a payer for corrected claims, applied to one claim. */
export type CorrectedLimit = FoundLimit<Limit> & {
  of: CorrectedFrom
  /** The day it counts from, a local date; undefined if it is not known. */
  from: LocalDate | undefined
  lastDay: LocalDate | undefined
  /** Nobody entered what the limit counts from. */
  isAssumed: boolean
}

/**
 * Until when the payer takes a corrected claim; undefined without a limit. `remitted_on` is the
 * local date of the payer's decision. A limit counts from there unless the rulebook says from the
 * service.
 */
export function correctedLimit(
  facts: FilingFacts,
  payer: NamedPayer,
  remitted_on: LocalDate | undefined,
  book: Rulebook,
): CorrectedLimit | undefined {
  const found = limitFor(payer, 'corrected', book)
  if (!found) return undefined
  const of = found.counted_from ?? 'remittance'
  const from = of === 'service' ? serviceDay(facts) : remitted_on
  const lastDay = from === undefined ? undefined : lastDayOf(found.limit, from)
  return { ...found, of, from, lastDay, isAssumed: found.counted_from === undefined }
}

/**
 * True for a professional claim to Medicare Part B, which takes no corrected claim: it reopens its
 * decision within one year, 42 CFR 405.980(c)(1).
 */
export function isMedicarePartB({ claim_type, insurances }: FilingFacts): boolean {
  const payer = insurances.find(({ rank }) => rank === 'primary')
  return (
    payer !== undefined &&
    claim_type === 'professional' &&
    payerKind(payer) === 'medicare' &&
    payer.plan_type !== 'MA'
  )
}

/** How a denied claim goes to its payer again, and until when. */
export type ResendBy = {
  way: 'corrected' | 'reopening' | 'appeal'
  /** A local date; undefined if `lacks` is missing to know it. */
  lastDay?: LocalDate
  lacks?: 'limit' | 'date' | 'decision'
  /** A default, or nobody entered what it counts from. */
  isUnconfirmed: boolean
}

/**
 * Until when a denied claim can go to its primary payer again: as a corrected claim, as a reopening
 * where the payer takes none, and as an appeal once that limit has passed or none was entered.
 * `denied_on` is the local date of the payer's decision; `today` is a local date.
 */
export function resendBy(
  facts: FilingFacts,
  denied_on: LocalDate | undefined,
  book: Rulebook,
  today: LocalDate,
): ResendBy {
  const payer = facts.insurances.find(({ rank }) => rank === 'primary') ?? {}
  if (isMedicarePartB(facts))
    return { way: 'reopening', ...counted(denied_on, 'calendar-year'), isUnconfirmed: false }
  const corrected = correctedLimit(facts, payer, denied_on, book)
  const isPassed = corrected?.lastDay !== undefined && daysBetween(today, corrected.lastDay) < 0
  const appeal = limitFor(payer, 'appeal', book)
  if (appeal && (isPassed || !corrected))
    return {
      way: 'appeal',
      ...counted(denied_on, appeal.limit),
      isUnconfirmed: appeal.isDefault,
    }
  if (!corrected) return { way: 'corrected', lacks: 'limit', isUnconfirmed: false }
  const { lastDay, of, isDefault, isAssumed } = corrected
  return {
    way: 'corrected',
    ...(lastDay === undefined
      ? { lacks: of === 'service' ? ('date' as const) : ('decision' as const) }
      : { lastDay }),
    isUnconfirmed: isDefault || isAssumed,
  }
}

function counted(day: LocalDate | undefined, limit: Limit): Pick<ResendBy, 'lastDay' | 'lacks'> {
  return day === undefined ? { lacks: 'decision' } : { lastDay: lastDayOf(limit, day) }
}
