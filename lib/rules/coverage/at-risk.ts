import { plainState } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { CapturePart } from './capture-parts.ts'
import type { CoverageView } from './coverage.ts'
import { findCoverageGap, type Days, type CoverageGap } from './coverage-gap.ts'
import { reachOf, type ServicePlace } from './regions.ts'
import type { CoverageSpan } from './span.ts'

/**
 * The facts of an unlinked charge capture that decide whether its payer will pay: names and ids of
 * records, no patient data.
 */
export type CaptureFacts = {
  id: string
  external_id?: string | undefined
  /** True for a planned capture: it bills once it is set to billable. */
  isPlanned?: boolean | undefined
  /** The capture's date of service, otherwise the date of its first line. */
  date?: LocalDate | undefined
  /** Whole cents; undefined if no line has a charge. */
  cents?: number | undefined
  payer_id?: string | undefined
  billing_npi?: string | undefined
  rendering_npi?: string | undefined
  facility_npi?: string | undefined
  facility_id?: string | undefined
  /** The states of the facility's and the billing provider's addresses in the capture. */
  facility_state?: string | undefined
  billing_state?: string | undefined
  /** At least one part; each is judged separately. */
  parts: readonly CapturePart[]
}

/** The terms of a contract that decide whether a service is under contract. */
export type ContractTerms = {
  contract_id: string
  type: string
  status: string
  effective_date?: LocalDate | undefined
  expiration_date?: LocalDate | undefined
  /** The states of the contract; undefined for all states, null if unknown. */
  states?: readonly string[] | null | undefined
  /**
   * The service facilities of an institutional contract by id, each with the providers who may work
   * there, or undefined if it names none. The map is missing if the facilities could not be read.
   */
  facilities?: ReadonlyMap<string, ReadonlySet<string> | undefined> | undefined
}

/**
 * A provider on a roster, or a facility, with its spans for one payer and one contracting provider.
 */
export type Covered = { id: string; spans: readonly CoverageSpan[] }

/** Everything known about one payer and one contracting provider. */
export type PairCover = {
  contracts: readonly ContractTerms[]
  /**
   * The providers on the roster of an effective contract, by NPI. Only those that captures name are
   * needed.
   */
  providers: ReadonlyMap<string, Covered>
  /** The facilities that have spans, by id. */
  facilities: ReadonlyMap<string, readonly CoverageSpan[]>
  /** False if part of a roster could not be read: a missing provider may still be on it. */
  isRosterWhole: boolean
  areFacilitiesWhole: boolean
}

/** The organization's records of facilities that captures name. */
export type FacilityBook = {
  idOf: (npi: string) => string | undefined
  stateOf: (id: string) => string | undefined
}

/**
 * The state of a provider or facility: its coverage state; `not-listed` if it is not on the
 * contract; `not-at-facility` if it is on the contract but not among the providers listed at the
 * facility.
 */
export type DenialState = CoverageGap['state'] | 'not-listed' | 'not-at-facility'

/** One reason for which a capture will or may be denied. */
export type DenialReason = Omit<CoverageGap, 'state'> & {
  kind: 'provider' | 'facility'
  /** The record's id, or the capture's NPI for a provider who is on no roster. */
  id: string
  state: DenialState
  /** The contract whose roster or facilities lack the provider or facility. */
  contract_id?: string
  /** The facility at which the provider may not work. */
  facility_id?: string
}

/** Why a capture could not be judged. */
export const unjudgedReasons = [
  'no-payer',
  'no-billing-npi',
  'no-date',
  'no-contract',
  'not-in-force',
  'other-region',
  'region-unknown',
  'nobody-named',
  'not-read',
  'unreadable',
] as const
export type UnjudgedReason = (typeof unjudgedReasons)[number]

/** The result for one part of a capture. Without reasons, coverage does not stop the payment. */
export type PartFound =
  | { part: CapturePart; reasons: readonly DenialReason[] }
  | { part: CapturePart; unjudged: UnjudgedReason }

/** The result for one capture: its pair, and each of its parts. */
export type Judgement = { pair: PairCover; parts: PartFound[] } | { unjudged: UnjudgedReason }

/** The verdict on a capture: denied at least in part, possibly denied, not judged, or fine. */
export type Verdict = 'will-deny' | 'may-deny' | 'unjudged' | 'fine'

/** The verdict on a part. One certain reason is enough for a denial. */
export function verdictOf(found: PartFound): Verdict {
  if ('unjudged' in found) return 'unjudged'
  if (found.reasons.length === 0) return 'fine'
  return found.reasons.some((reason) => reason.is_certain) ? 'will-deny' : 'may-deny'
}

/**
 * The verdict on a capture: the worst verdict of its parts; a denial comes before an unjudged part.
 */
export function verdictOfAll(parts: readonly PartFound[]): Verdict {
  const verdicts = new Set(parts.map(verdictOf))
  return (
    (['will-deny', 'may-deny', 'unjudged'] as const).find((verdict) => verdicts.has(verdict)) ??
    'fine'
  )
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
        view,
      }),
    ),
  }))
  // A payer id may belong to several payers: the pair that would pay counts.
  return found.reduce((best, next) => (rank(next.parts) < rank(best.parts) ? next : best))
}

// With these reasons the pair may still pay. A missing date is missing for every payer.
const openReasons: ReadonlySet<UnjudgedReason> = new Set(['not-read', 'region-unknown', 'no-date'])

// A pair that would pay comes first, then one that may pay, so no denial is certain while another
// payer is open. Among pairs with reasons, the one with fewer reasons comes first.
function rank(parts: readonly PartFound[]): number {
  const mayPay = parts.every((found) => !('unjudged' in found) || openReasons.has(found.unjudged))
  const order = { fine: 0, 'may-deny': 1, 'will-deny': 3, unjudged: mayPay ? 2 : 4 }[
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
  const held = pair.contracts.filter((contract) => isInForce(contract, from))
  if (held.length === 0) return { part, unjudged: 'not-in-force' }
  const contracts = held.filter(({ states }) => reachOf(states, place) !== 'out')
  if (contracts.length === 0) return { part, unjudged: 'other-region' }
  if (!facts.rendering_npi && facilityId === undefined) return { part, unjudged: 'nobody-named' }
  const found: Found[] = [
    facts.rendering_npi
      ? providerReason(facts.rendering_npi, { from, to }, contracts, asked)
      : undefined,
    facilityId === undefined
      ? undefined
      : facilityReason(facilityId, { from, to }, contracts, asked),
  ]
  const reasons = found.filter((reason) => reason !== undefined && reason !== 'not-read')
  // One known reason is enough for a denial. Without one, unread data leaves the part unjudged.
  if (reasons.length === 0 && found.includes('not-read')) return { part, unjudged: 'not-read' }
  // Without a contract that certainly covers the state, no part is fine.
  if (reasons.length === 0 && contracts.every(({ states }) => reachOf(states, place) === 'unsure'))
    return { part, unjudged: 'region-unknown' }
  return { part, reasons }
}

/** True if the contract is effective and the day is within its dates, both included. */
export function isInForce(
  { status, effective_date, expiration_date }: ContractTerms,
  day: LocalDate,
): boolean {
  return (
    status === 'effective' &&
    effective_date !== undefined &&
    effective_date <= day &&
    (!expiration_date || day <= expiration_date)
  )
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
