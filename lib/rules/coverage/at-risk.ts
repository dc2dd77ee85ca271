import type { LocalDate } from '#lib/core/local-date.ts'
import { coverageOn, uncovered } from './coverage.ts'
import type { CoverageState, CoverageView } from './coverage.ts'
import { holdsDay, isLoaded, isUsable, isWaiting } from './span.ts'
import type { CoverageSpan } from './span.ts'

/** What of an unlinked charge capture decides whether its payer will pay: names and ids of records, nothing of the patient. */
export type CaptureFacts = {
  id: string
  external_id?: string | undefined
  date?: LocalDate | undefined
  /** Whole cents; undefined where no line states a charge. */
  cents?: number | undefined
  payer_id?: string | undefined
  billing_npi?: string | undefined
  rendering_npi?: string | undefined
  facility_npi?: string | undefined
  facility_id?: string | undefined
}

/** A contract as far as it decides whether a day is under contract. */
export type ContractTerms = {
  contract_id: string
  type: string
  status: string
  effective_date?: LocalDate | undefined
  expiration_date?: LocalDate | undefined
  /** The service facilities of an institutional contract; undefined where they could not be read. */
  facility_ids?: ReadonlySet<string> | undefined
}

/** A provider on a roster, or a facility, with its spans for one payer and one contracting provider. */
export type Covered = { id: string; spans: readonly CoverageSpan[] }

/** Everything that is known about one payer and one contracting provider. */
export type PairCover = {
  contracts: readonly ContractTerms[]
  /** By NPI: those on the roster of an effective contract. Only those that captures name need be here. */
  providers: ReadonlyMap<string, Covered>
  /** By id: facilities that have spans. */
  facilities: ReadonlyMap<string, readonly CoverageSpan[]>
  /** False where part of a roster could not be read, so that who is missing may be on it. */
  isRosterWhole: boolean
  areFacilitiesWhole: boolean
}

/** How what a capture names stands: as coverage tells, or it is not on the contract at all. */
export type NeedState = CoverageState | 'not-listed'

/** One thing that keeps a capture from being paid. */
export type Need = {
  kind: 'provider' | 'facility'
  /** The record's id; where a provider is on no roster, the NPI that the capture gives. */
  id: string
  state: NeedState
  /** The span that holds the day and waits: for the payer, or to be sent. */
  span_id?: string
  /** The first day after the capture's own from which the payer will pay, where one is loaded. */
  covered_from?: LocalDate
  /** The contract whose roster or facilities it is missing from. */
  contract_id?: string
}

/** Why nobody can say whether a capture will be paid. */
export const unjudgedReasons = ['no-payer', 'no-billing-npi', 'no-date', 'no-contract', 'not-in-force', 'nobody-named', 'not-read', 'unreadable'] as const
export type UnjudgedReason = (typeof unjudgedReasons)[number]

/** What was found about one capture: nothing needed means that it will be paid as far as coverage goes. */
export type Judgement = { pair: PairCover; needs: Need[] } | { unjudged: UnjudgedReason }

/**
 * Whether a capture that is in no claim yet would be denied for lack of cover on its date of service. The payer looks at
 * the contract in force on that day, then at the rendering provider's span and the facility's, each for this payer and
 * this contracting provider. `candidates` are the pairs of the capture's payer id and billing NPI.
 * Source: field knowledge of denials for "not eligible on the date" (CARC B7), which come in clusters, one a missing span.
 */
export function judgeCapture(facts: CaptureFacts, candidates: readonly PairCover[], facilityIdOf: (npi: string) => string | undefined, view: CoverageView): Judgement {
  if (!facts.payer_id) return { unjudged: 'no-payer' }
  if (!facts.billing_npi) return { unjudged: 'no-billing-npi' }
  const { date } = facts
  if (!date) return { unjudged: 'no-date' }
  if (candidates.length === 0) return { unjudged: 'no-contract' }
  const found = candidates.map((pair) => judgeByPair(facts, date, pair, facilityIdOf, view))
  // A payer id may stand for several payers: the one that would pay counts.
  return found.reduce((best, next) => (rank(next) < rank(best) ? next : best))
}

function rank(judgement: Judgement): number {
  if ('needs' in judgement) return judgement.needs.length
  return judgement.unjudged === 'not-read' ? 10 : 20
}

function judgeByPair(facts: CaptureFacts, date: LocalDate, pair: PairCover, facilityIdOf: (npi: string) => string | undefined, view: CoverageView): Judgement {
  const contracts = pair.contracts.filter((contract) => isInForce(contract, date))
  if (contracts.length === 0) return { unjudged: 'not-in-force' }
  const facilityId = facts.facility_id ?? (facts.facility_npi === undefined ? undefined : facilityIdOf(facts.facility_npi))
  if (!facts.rendering_npi && facilityId === undefined) return { unjudged: 'nobody-named' }
  const provider = facts.rendering_npi ? providerNeed(facts.rendering_npi, date, pair, contracts, view) : undefined
  const facility = facilityId === undefined ? undefined : facilityNeed(facilityId, date, pair, contracts, view)
  const needs = [provider, facility].filter((need) => need !== undefined && need !== 'not-read')
  // One lack that is known is enough to be denied; without one, what was not read leaves it open.
  if (needs.length === 0 && (provider === 'not-read' || facility === 'not-read')) return { unjudged: 'not-read' }
  return { pair, needs }
}

/** True when the contract is effective and the day lies within it; both ends belong to it. */
export function isInForce({ status, effective_date, expiration_date }: ContractTerms, day: LocalDate): boolean {
  return status === 'effective' && effective_date !== undefined && effective_date <= day && (!expiration_date || day <= expiration_date)
}

function providerNeed(npi: string, date: LocalDate, pair: PairCover, contracts: readonly ContractTerms[], view: CoverageView): Need | 'not-read' | undefined {
  const provider = pair.providers.get(npi)
  if (provider) return needOf('provider', provider.id, provider.spans, date, view)
  return pair.isRosterWhole ? { kind: 'provider', id: npi, state: 'not-listed', contract_id: contracts[0]!.contract_id } : 'not-read'
}

/**
 * An institutional contract names its facilities. Under a professional one a facility counts once it has spans with the
 * payer: many payers enrol no facilities for professional services, and then there is nothing to lack.
 */
function facilityNeed(id: string, date: LocalDate, pair: PairCover, contracts: readonly ContractTerms[], view: CoverageView): Need | 'not-read' | undefined {
  const spans = pair.facilities.get(id)
  const institutional = contracts.filter((contract) => contract.type === 'institutional')
  const isListed = institutional.some((contract) => contract.facility_ids?.has(id))
  if (!isListed && institutional.length === contracts.length) {
    if (institutional.some((contract) => contract.facility_ids === undefined)) return 'not-read'
    return { kind: 'facility', id, state: 'not-listed', contract_id: contracts[0]!.contract_id }
  }
  if (!pair.areFacilitiesWhole && !(spans && !isLacking(spans, date, view))) return 'not-read'
  if (!isListed && spans === undefined) return undefined
  return needOf('facility', id, spans ?? [], date, view)
}

function needOf(kind: Need['kind'], id: string, spans: readonly CoverageSpan[], date: LocalDate, view: CoverageView): Need | undefined {
  const state = coverageOn(spans, date, view)
  if (!uncovered.has(state)) return undefined
  const holding = spans.filter((span) => holdsDay(span, date))
  const waiting = holding.find((span) => isWaiting(span, view.asOf)) ?? holding[0]
  const from = coveredAfter(spans, date, view.asOf)
  return { kind, id, state, ...(waiting ? { span_id: waiting.id } : {}), ...(from === undefined ? {} : { covered_from: from }) }
}

function isLacking(spans: readonly CoverageSpan[], date: LocalDate, view: CoverageView): boolean {
  return uncovered.has(coverageOn(spans, date, view))
}

/** The first day after `date` that a loaded span holds; undefined where none does. */
export function coveredAfter(spans: readonly CoverageSpan[], date: LocalDate, asOf: LocalDate): LocalDate | undefined {
  const starts = spans.filter((span) => isUsable(span) && isLoaded(span, asOf) && span.start_date! > date).map((span) => span.start_date!)
  return starts.toSorted()[0]
}
