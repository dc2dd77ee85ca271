import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import type { FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import type { ResendBy } from '#lib/rules/filing/resend-clock.ts'
import { judgeCapture, verdictOfAll } from './at-risk.ts'
import type { CoverageView } from './coverage.ts'
import type { CaptureFacts, DenialReason, FacilityBook, PairCover } from './facts.ts'
import { holdsDay, type CoverageSpan } from './span.ts'

/** The partner's denial reasons that missing cover gives, in plain words. */
export const coverDenials: { [reason in string]?: string } = {
  Credentialing: 'Provider not credentialed',
  'No Effective Contract': 'No effective contract',
}

/**
 * A claim that its payer denied because cover was missing, with the facts that decide cover; `id`
 * is its encounter's, its parts are the denied lines. No patient data.
 */
export type DeniedClaim = CaptureFacts & {
  claim_id: string
  /** The payer's control number. */
  control_number?: string | undefined
  /** The partner's denial reason of the first denied line. */
  reason: string
  /** The claim was closed as denied. */
  is_final: boolean
  /** The local date of the payer's decision: the first remittance. */
  denied_on?: LocalDate | undefined
  filing: FilingFacts
}

/** The number of claims, and the charges of their denied lines in whole cents. */
export type ClaimAmount = { claims: number; cents: number; without_amount: number }

/** A denied claim whose span the payer loaded afterwards: it can go to the payer again. */
export type ReprocessClaim = Pick<
  DeniedClaim,
  'id' | 'claim_id' | 'external_id' | 'control_number' | 'cents' | 'reason' | 'is_final'
> & {
  /** The first day of the denied lines. */
  date: LocalDate
  /** Undefined if the partner has no remittance of it. */
  denied_on?: LocalDate | undefined
  /** When the payer loaded the last span that was missing. */
  loaded_on?: LocalDate | undefined
  rendering_npi?: string | undefined
  by: ResendBy
}

/**
 * The pair whose span was loaded after the claim's denial, and the day of the load; undefined if
 * the claim is not covered now, or was covered when it was denied. The payer decides before it
 * dates the remittance, so the day before the date counts; without a date, the day of the service.
 */
export function loadedSince(
  claim: DeniedClaim,
  candidates: readonly PairCover[],
  book: FacilityBook,
  view: CoverageView,
): { pair: PairCover; loaded_on?: LocalDate } | undefined {
  const now = judgeCapture(claim, candidates, book, view)
  if (!('pair' in now) || verdictOfAll(now.parts) !== 'fine') return undefined
  const then = claim.denied_on === undefined ? firstDay(claim)! : addDays(claim.denied_on, -1)
  const before = judgeCapture(claim, [withoutStatus(now.pair)], book, { ...view, asOf: then })
  if (!('pair' in before)) return undefined
  const reasons = before.parts.flatMap((found) => ('reasons' in found ? found.reasons : []))
  if (reasons.length === 0) return undefined
  const loads = reasons
    .flatMap((reason) => loadOf(spansOf(reason, now.pair), claim, then) ?? [])
    .toSorted()
  return { pair: now.pair, ...(loads.length > 0 && { loaded_on: loads.at(-1)! }) }
}

/** The first day of a claim's lines that has a date. */
export function firstDay({ parts }: Pick<CaptureFacts, 'parts'>): LocalDate | undefined {
  return parts.flatMap(({ from }) => from ?? []).toSorted()[0]
}

/** The sum of denied claims. */
export function sumClaims(claims: readonly { cents?: number | undefined }[]): ClaimAmount {
  return {
    claims: claims.length,
    cents: claims.reduce((sum, { cents = 0 }) => sum + cents, 0),
    without_amount: claims.filter(({ cents }) => cents === undefined).length,
  }
}

// The partner computes a span's status for today, so it is no witness of an earlier day.
function withoutStatus(pair: PairCover): PairCover {
  const bare = (spans: readonly CoverageSpan[]) => spans.map(({ status: _, ...span }) => span)
  return {
    npi: pair.npi,
    contracts: pair.contracts,
    providers: new Map(
      [...pair.providers].map(([npi, { id, spans }]) => [npi, { id, spans: bare(spans) }]),
    ),
    facilities: new Map([...pair.facilities].map(([id, spans]) => [id, bare(spans)])),
    isRosterWhole: pair.isRosterWhole,
    areFacilitiesWhole: pair.areFacilitiesWhole,
  }
}

function spansOf({ kind, id }: DenialReason, { providers, facilities }: PairCover) {
  if (kind === 'facility') return facilities.get(id) ?? []
  return [...providers.values()].find((provider) => provider.id === id)?.spans ?? []
}

function loadOf(
  spans: readonly CoverageSpan[],
  { parts }: DeniedClaim,
  after: LocalDate,
): LocalDate | undefined {
  return spans
    .filter((span) => parts.some(({ from }) => from !== undefined && holdsDay(span, from)))
    .flatMap(({ payer_loaded_date: day }) => (day && day > after ? day : []))
    .toSorted()[0]
}
