import { toNumber, type Json } from '#lib/core/json.ts'
import { addDays, daysBetween, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { BilledDiff } from './billed-change.ts'
import { diffSigns } from './change-signs.ts'

/**
 * What payers paid for a billed claim, in whole cents; 0 for one that no payer has decided on or
 * that is denied.
 */
export type Paid = { kind: 'paid'; cents: number } | { kind: 'not-paid' } | { kind: 'unknown' }

/** Why a change may leave money with us that a payer should have back. */
export type OverpaymentRisk = {
  why:
    | 'charges-fell'
    | 'nothing-left'
    | 'patient-pays'
    | 'other-person'
    | 'other-provider'
    | 'other-payer'
    | 'not-compared'
  /**
   * The fall of the charges that fell, in whole cents; 0 where that is not the reason or not known.
   */
  fell_cents: number
  /** What payers paid, in whole cents; missing if it is not known. */
  paid_cents?: number
}

// The partner's claim statuses after a payer's decision to pay, and those in which no payer has
// paid.
const paidStatuses = new Set([
  'paid',
  'paid_incorrectly',
  'finalized_paid',
  'era_received',
  'era_requires_review',
])
const unpaidStatuses = new Set([
  'biller_received',
  'coded',
  'submitted_to_payer',
  'missing_information',
  'not_billable',
  'waiting_for_provider',
  'held_by_customer',
  'rejected',
  'denied',
  'finalized_denied',
])
const payments = [
  'primary_paid_amount_cents',
  'secondary_paid_amount_cents',
  'tertiary_paid_amount_cents',
]

/**
 * What payers paid for an encounter as the partner has it. An amount counts whatever the status
 * says; a status that is not known, and an encounter that could not be read (undefined), are
 * `unknown`, never "not paid".
 */
export function paidOf(encounter: unknown): Paid {
  const claims = itemsOf(memberAt(encounter, 'claims'))
  if (claims.length === 0) return { kind: 'unknown' }
  const cents = claims
    .flatMap((claim) => itemsOf(memberAt(claim, 'service_lines')))
    .reduce<number>((sum, line) => sum + paidOnLine(line), 0)
  const statuses = claims.map((claim) => textOf(memberAt(claim, 'status')) ?? '')
  if (cents > 0 || statuses.some((status) => paidStatuses.has(status)))
    return { kind: 'paid', cents }
  return statuses.every((status) => unpaidStatuses.has(status))
    ? { kind: 'not-paid' }
    : { kind: 'unknown' }
}

function paidOnLine(line: unknown): number {
  const byPayers = payments.reduce((sum, name) => sum + centsOf(memberAt(line, name)), 0)
  return Math.max(byPayers, centsOf(memberAt(line, 'paid_amount_cents')))
}

function centsOf(value: unknown): number {
  const cents = toNumber(value as Json | undefined) // a member of parsed JSON
  return Number.isSafeInteger(cents) ? cents! : 0
}

/**
 * True if the encounter of this change must be read: without a fall no payment can become an
 * overpayment.
 */
export function mayLowerPaid(diff: BilledDiff | null): boolean {
  return riskOf(diff) !== undefined
}

/**
 * Why the change may be an overpayment: a payer paid the claim, or may have, and since then a
 * charge fell, nothing is left to bill, the patient or another payer owes it, it is of another person
 * or billing provider, or charges cannot be compared.
 * Undefined where no payer paid or nothing fell. That a charge fell does not prove an overpayment
 * (payers often pay a fixed rate): a person decides.
 */
export function overpaymentRisk(diff: BilledDiff | null, paid: Paid): OverpaymentRisk | undefined {
  if (paid.kind === 'not-paid') return undefined
  const risk = riskOf(diff)
  return risk && { ...risk, ...(paid.kind === 'paid' && { paid_cents: paid.cents }) }
}

function riskOf(diff: BilledDiff | null): Pick<OverpaymentRisk, 'why' | 'fell_cents'> | undefined {
  if (diff === null) return { why: 'not-compared', fell_cents: 0 }
  const lines = diff.changes.reduce((sum, { cents }) => sum + Math.min(cents, 0), 0)
  const fell_cents = Math.abs(Math.min(lines, diff.moved_cents, 0))
  const { is_nothing_left, pays, other } = diffSigns(diff)
  if (is_nothing_left) return { why: 'nothing-left', fell_cents }
  if (pays === 'patient') return { why: 'patient-pays', fell_cents }
  if (other) return { why: `other-${other}`, fell_cents }
  if (fell_cents > 0) return { why: 'charges-fell', fell_cents }
  return diff.is_exact ? undefined : { why: 'not-compared', fell_cents: 0 }
}

/**
 * An overpayment of Medicare or Medicaid has to be reported and returned within 60 days of the day
 * on which it was identified. Source: 42 U.S.C. 1320a-7k(d)(2); 42 CFR 401.305(b)(1) for Medicare
 * Parts A and B. A good-faith investigation that began in time can suspend the count for up to 180
 * days (42 CFR 401.305(b)(3)); whether it does is not a thing that we know. Other payers'
 * contracts, and state law, have their own times.
 */
export const returnWithinDays = 60

/** The last day to return an overpayment that was identified on a local date. */
export function returnBy(identifiedOn: LocalDate): LocalDate {
  return addDays(identifiedOn, returnWithinDays)
}

/** Whole days until that last day; 0 on it, negative after it. */
export function daysToReturn(identifiedOn: LocalDate, today: LocalDate): number {
  return daysBetween(today, returnBy(identifiedOn))
}

/**
 * What is missing so that a change can be resolved; undefined if nothing is. The dates are local
 * dates.
 */
export function missingReason(
  risk: OverpaymentRisk | undefined,
  own: OwnReason | undefined,
  today: LocalDate,
): string | undefined {
  if (risk === undefined && own === undefined) return undefined
  if (own === undefined || own.reason.trim() === '')
    return `${riskWords(risk)} Give this claim its own reason.`
  if (own.overpayment === null) return undefined
  const { cents, identified_on } = own.overpayment
  if (!Number.isSafeInteger(cents) || cents <= 0) return 'Enter the amount of the overpayment.'
  if (identified_on > today) return 'The day identified can’t be in the future.'
  return undefined
}

/**
 * A person's own reason for one claim: with the possible overpayment, or null for the statement
 * that there is none.
 */
export type OwnReason = {
  reason: string
  overpayment: { cents: number; identified_on: LocalDate } | null
}

/** The risk in words, as a sentence. */
export function riskWords(risk: Pick<OverpaymentRisk, 'why' | 'paid_cents'> | undefined): string {
  const paid =
    risk?.paid_cents === undefined
      ? 'a claim that a payer may have paid'
      : 'a claim that a payer has paid'
  if (risk?.why === 'nothing-left') return `Nothing is left to bill on ${paid}.`
  if (risk?.why === 'patient-pays') return `The patient now pays ${paid}.`
  if (risk?.why === 'other-person') return `Another person is now on ${paid}.`
  if (risk?.why === 'other-provider') return `Another provider now bills ${paid}.`
  if (risk?.why === 'other-payer') return `Another payer now owes ${paid}.`
  if (risk?.why === 'not-compared') return `The charges of ${paid} can’t be compared.`
  return `Charges fell on ${paid}.`
}
