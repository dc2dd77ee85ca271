import { plainState } from '#lib/contract/states-of.ts'
import type { CapturePart } from './capture-parts.ts'
import type { NamedPayer } from '#lib/rules/filing/insurances.ts'
import { payerKind } from '#lib/rules/filing/rulebook.ts'
import type { CoverageView } from './coverage.ts'
import { decidingContracts } from './contract-reasons.ts'
import { findCoverageGap, type Days } from './coverage-gap.ts'
import type {
  CaptureFacts,
  ContractTerms,
  DenialReason,
  Doubt,
  FacilityBook,
  OtherClaim,
  PairCover,
  UnjudgedReason,
} from './facts.ts'
import { reachOf, type ServicePlace } from './regions.ts'

/** The result for one part of a capture. Without reasons, coverage does not stop the payment. */
export type PartFound =
  | { part: CapturePart; reasons: readonly DenialReason[] }
  | { part: CapturePart; unjudged: UnjudgedReason }

/** The result for one capture: its pair, and each of its parts. */
export type Judgement = { pair: PairCover; parts: PartFound[] } | { unjudged: UnjudgedReason }

/**
 * The verdict on a capture, on its worst part: denied, paid only once a span is loaded, possibly
 * denied, not judged, or fine.
 */
export type Verdict = 'will-deny' | 'hold' | 'may-deny' | 'unjudged' | 'fine'

/** The verdicts that a reason can give, worst first. */
export const riskVerdicts = ['will-deny', 'hold', 'may-deny'] as const
export type RiskVerdict = (typeof riskVerdicts)[number]

/** What one reason makes of a service. A service that waits is not denied while nobody bills it. */
export function verdictOfReason({
  waits_for,
  is_certain,
}: Pick<DenialReason, 'waits_for' | 'is_certain'>): RiskVerdict {
  if (waits_for) return 'hold'
  return is_certain ? 'will-deny' : 'may-deny'
}

/** The verdict on a part. Its worst reason decides. */
export function verdictOf(found: PartFound): Verdict {
  if ('unjudged' in found) return 'unjudged'
  const verdicts = new Set(found.reasons.map(verdictOfReason))
  return riskVerdicts.find((verdict) => verdicts.has(verdict)) ?? 'fine'
}

/**
 * The verdict on a capture: the worst verdict of its parts; a denial comes before an unjudged part.
 */
export function verdictOfAll(parts: readonly PartFound[]): Verdict {
  const verdicts = new Set(parts.map(verdictOf))
  return [...riskVerdicts, 'unjudged' as const].find((verdict) => verdicts.has(verdict)) ?? 'fine'
}

/**
 * Judges whether an unlinked capture would be denied because cover is missing on its days. The
 * payer checks the contract in force on the day, then the spans of the rendering provider and the
 * facility, each for this payer and contracting provider, and the provider's span also for the
 * state of the service. `candidates` are the pairs with the capture's payer id and billing NPI.
 * Source: field knowledge of denials for "not eligible on the date" (CARC B7), which come in
 * clusters, one for each missing span.
 */
export function judgeCapture(
  facts: CaptureFacts,
  candidates: readonly PairCover[],
  book: FacilityBook,
  view: CoverageView,
): Judgement {
  if (!facts.payer_id) return { unjudged: 'no-payer' }
  if (!facts.billing_npi) return { unjudged: 'no-billing-npi' }
  if (facts.parts.every(({ from }) => from === undefined)) return { unjudged: 'no-date' }
  if (candidates.length === 0) return { unjudged: 'no-contract' }
  const facilityId =
    facts.facility_id ??
    (facts.facility_npi === undefined ? undefined : book.idOf(facts.facility_npi))
  const facilityState =
    facts.facility_state ?? (facilityId === undefined ? undefined : book.stateOf(facilityId))
  const found = candidates.map((pair) => ({
    pair,
    parts: facts.parts.map((part) =>
      judgePart(part, {
        facts,
        facilityId,
        place: placeOf(part, facilityState, facts.billing_state),
        pair,
        view: { ...view, retroactiveDays: view.retroactiveDays ?? retroactiveDays(facts.plan) },
      }),
    ),
  }))
  // A payer id may belong to several payers: the pair that would pay counts.
  return found.reduce((best, next) => (rank(next.parts) < rank(best.parts) ? next : best))
}

/**
 * Judges the claim to an insurance after the primary one, as a claim of its own. Its reasons carry
 * its rank: they say nothing about the primary claim.
 */
export function judgeOther(
  claim: OtherClaim,
  ...rest: [candidates: readonly PairCover[], book: FacilityBook, view: CoverageView]
): Judgement {
  const judgement = judgeCapture(claim, ...rest)
  if ('unjudged' in judgement) return judgement
  const parts = judgement.parts.map((found) =>
    'unjudged' in found
      ? found
      : { ...found, reasons: found.reasons.map((each) => ({ ...each, rank: claim.rank })) },
  )
  return { ...judgement, parts }
}

// 42 CFR 424.521(a)(1): Medicare pays up to 30 days before the effective date. Other payers set it by
// contract, and what they set is not known here.
function retroactiveDays(plan: NamedPayer = {}): number | undefined {
  return payerKind(plan) === 'medicare' ? 30 : undefined
}

// With these reasons the pair may still pay. A missing date is missing for every payer.
const openReasons: ReadonlySet<UnjudgedReason> = new Set(['not-read', 'region-unknown', 'no-date'])

// A pair that would pay comes first, then one that may pay, so no denial is certain while another
// payer is open. Among pairs with reasons, the one with fewer reasons comes first.
function rank(parts: readonly PartFound[]): number {
  const mayPay = parts.every((found) => !('unjudged' in found) || openReasons.has(found.unjudged))
  const order = { fine: 0, 'may-deny': 1, hold: 2, 'will-deny': 4, unjudged: mayPay ? 3 : 5 }[
    verdictOfAll(parts)
  ]
  return (
    order * 1_000_000 +
    parts.reduce((sum, found) => sum + ('reasons' in found ? found.reasons.length : 0), 0)
  )
}

/**
 * The place that the payer counts. Without a facility we assume the billing provider's address: the
 * capture may simply not name the facility. Source: X12 837: a service facility is named only if
 * its address differs from the billing provider's.
 */
function placeOf(
  part: CapturePart,
  facilityState: string | undefined,
  billingState: string | undefined,
): ServicePlace | undefined {
  const state = facilityState ?? billingState
  return state === undefined
    ? undefined
    : { state: plainState(state), isSure: facilityState !== undefined && part.isAtFacility }
}

type Asked = {
  facts: CaptureFacts
  facilityId: string | undefined
  place: ServicePlace | undefined
  pair: PairCover
  view: CoverageView
}
type Found = DenialReason | 'not-read' | undefined

function judgePart(part: CapturePart, asked: Asked): PartFound {
  const { facts, facilityId, pair, place } = asked
  const { from, to = from } = part
  if (from === undefined || to === undefined) return { part, unjudged: 'no-date' }
  const days = { from, to }
  const decided = decidingContracts(pair, days, facts, place)
  if (typeof decided === 'string') return { part, unjudged: decided }
  const { contracts, reasons: ofContracts } = decided
  if (contracts.length === 0) return { part, reasons: ofContracts }
  // A facility's claim is paid under the facility's contract, whoever attends.
  const rendering = facts.is_institutional ? undefined : facts.rendering_npi
  if (!rendering && facilityId === undefined)
    return ofContracts.length > 0
      ? { part, reasons: ofContracts }
      : { part, unjudged: 'nobody-named' }
  const found: Found[] = [
    rendering
      ? softened(providerReason(rendering, days, contracts, asked), part, asked)
      : undefined,
    rendering && part.isAtPatient ? patientStateReason(rendering, days, asked) : undefined,
    facilityId === undefined
      ? undefined
      : softened(facilityReason(facilityId, days, contracts, asked), part, asked),
  ]
  const own = found.filter((reason) => reason !== undefined && reason !== 'not-read')
  const reasons = [...ofContracts, ...own]
  // One known reason is enough for a denial. Without one, unread data leaves the part unjudged.
  if (reasons.length === 0 && found.includes('not-read')) return { part, unjudged: 'not-read' }
  // Without a contract that certainly covers the state, no part is fine.
  if (reasons.length === 0 && contracts.every(({ states }) => reachOf(states, place) === 'unsure'))
    return { part, unjudged: 'region-unknown' }
  return { part, reasons }
}

// X12 005010 SBR09: PPO, point of service and indemnity plans pay providers outside their network
// too.
const openPlans = new Set(['12', '13', '15'])

/**
 * A certain reason becomes a doubt where the payer may pay all the same. An emergency is paid
 * without a contract, 45 CFR 149.110; a supervised service is billed under the supervisor.
 */
function softened(reason: Found, part: CapturePart, asked: Asked): Found {
  if (!reason || reason === 'not-read' || verdictOfReason(reason) !== 'will-deny') return reason
  const { facts } = asked
  const doubt: Doubt | undefined = part.isEmergency
    ? 'emergency'
    : reason.kind === 'provider' && isSupervisorCovered(part, asked)
      ? 'supervised'
      : reason.state === 'not-listed' && openPlans.has(facts.plan?.plan_type ?? '')
        ? 'out-of-network'
        : undefined
  return doubt ? { ...reason, is_certain: false, doubt } : reason
}

function isSupervisorCovered(
  { from, to = from }: CapturePart,
  { facts, pair, place, view }: Asked,
): boolean {
  const supervisor = pair.providers.get(facts.supervising_npi ?? '')
  if (!supervisor || from === undefined || to === undefined) return false
  return findCoverageGap(supervisor.spans, { from, to }, place, view) === undefined
}

/**
 * Cover that reaches the facility's state but not the patient's: for telehealth and at home the
 * payer may count either. Undefined if the provider is not covered at the facility, which is a
 * reason of its own.
 */
function patientStateReason(npi: string, days: Days, { facts, pair, place, view }: Asked): Found {
  const provider = pair.providers.get(npi)
  if (!provider || facts.patient_state === undefined) return undefined
  const state = plainState(facts.patient_state)
  if (state === place?.state || findCoverageGap(provider.spans, days, place, view)) return undefined
  const gap = findCoverageGap(provider.spans, days, { state, isSure: true }, view)
  if (gap?.state !== 'other-state') return undefined
  return { kind: 'provider', id: provider.id, ...gap, is_certain: false, doubt: 'patient-state' }
}

function providerReason(
  npi: string,
  days: Days,
  contracts: readonly ContractTerms[],
  { pair, place, view, facilityId }: Asked,
): Found {
  const provider = pair.providers.get(npi)
  if (!provider)
    return pair.isRosterWhole
      ? {
          kind: 'provider',
          id: npi,
          state: 'not-listed',
          is_certain: true,
          contract_id: contracts[0]!.contract_id,
        }
      : 'not-read'
  const { id, spans } = provider
  const gap = findCoverageGap(spans, days, place, view)
  if (gap) return { kind: 'provider', id, ...gap }
  const contract = facilityId === undefined ? undefined : contractWithout(id, facilityId, contracts)
  return (
    contract && {
      kind: 'provider',
      id,
      state: 'not-at-facility',
      is_certain: false,
      contract_id: contract.contract_id,
      facility_id: facilityId!,
    }
  )
}

/**
 * The institutional contract that lists other providers at the facility but not this one; undefined
 * if any contract allows the provider there. This is never certain: the provider is on the
 * contract's roster but not on the facility's list. Source: the partner's interface, of a
 * contract's facility: "The providers who are authorized under the contract."
 */
function contractWithout(
  providerId: string,
  facilityId: string,
  contracts: readonly ContractTerms[],
): ContractTerms | undefined {
  const isOpen = contracts.some(
    ({ type, facilities }) =>
      type !== 'institutional' ||
      !facilities ||
      (facilities.has(facilityId) && (facilities.get(facilityId)?.has(providerId) ?? true)),
  )
  return isOpen ? undefined : contracts.find(({ facilities }) => facilities?.has(facilityId))
}

/**
 * An institutional contract lists its facilities. Under a professional contract a facility counts
 * only if it has spans with the payer: many payers enrol no facilities for professional services.
 */
function facilityReason(
  id: string,
  days: Days,
  contracts: readonly ContractTerms[],
  { pair, view }: Asked,
): Found {
  const spans = pair.facilities.get(id)
  const institutional = contracts.filter((contract) => contract.type === 'institutional')
  const isListed = institutional.some((contract) => contract.facilities?.has(id))
  if (!isListed && institutional.length === contracts.length) {
    if (institutional.some((contract) => contract.facilities === undefined)) return 'not-read'
    return {
      kind: 'facility',
      id,
      state: 'not-listed',
      is_certain: true,
      contract_id: contracts[0]!.contract_id,
    }
  }
  if (!isListed && spans === undefined && pair.areFacilitiesWhole) return undefined
  // A facility's spans have no states, because the facility is in one state.
  const gap = findCoverageGap(spans ?? [], days, undefined, view)
  if (gap && !pair.areFacilitiesWhole) return 'not-read'
  return gap && { kind: 'facility', id, ...gap }
}
