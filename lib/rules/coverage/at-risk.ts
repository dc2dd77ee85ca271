import { plainState } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { CapturePart } from './capture-parts.ts'
import type { CoverageView } from './coverage.ts'
import { findCoverageGap, type Days, type CoverageGap } from './coverage-gap.ts'
import { reachOf, type ServicePlace } from './regions.ts'
import type { CoverageSpan } from './span.ts'

/** What of an unlinked charge capture decides whether its payer will pay: names and ids of records, nothing of the patient. */
export type CaptureFacts = {
  id: string
  external_id?: string | undefined
  /** Its own date of service, or the first of its lines. */
  date?: LocalDate | undefined
  /** Whole cents; undefined where no line states a charge. */
  cents?: number | undefined
  payer_id?: string | undefined
  billing_npi?: string | undefined
  rendering_npi?: string | undefined
  facility_npi?: string | undefined
  facility_id?: string | undefined
  /** The states of the facility's and the billing provider's addresses, as the capture gives them. */
  facility_state?: string | undefined
  billing_state?: string | undefined
  /** At least one: what is judged apart. */
  parts: readonly CapturePart[]
}

/** A contract as far as it decides whether a service is under contract. */
export type ContractTerms = {
  contract_id: string
  type: string
  status: string
  effective_date?: LocalDate | undefined
  expiration_date?: LocalDate | undefined
  /** The states to which it extends; undefined for all, null where nobody can tell. */
  states?: readonly string[] | null | undefined
  /**
   * The service facilities of an institutional contract by id, each with the providers who may work there; undefined
   * for one that names nobody. No map where they could not be read.
   */
  facilities?: ReadonlyMap<string, ReadonlySet<string> | undefined> | undefined
}

/** A provider on a roster, or a facility, with its spans for one payer and one contracting provider. */
export type Covered = { id: string; spans: readonly CoverageSpan[] }

/** Everything that is known about one payer and one contracting provider. */
export type PairCover = {
  contracts: readonly ContractTerms[]
  /** By NPI: those on the roster of an effective contract. Only those that captures name reason be here. */
  providers: ReadonlyMap<string, Covered>
  /** By id: facilities that have spans. */
  facilities: ReadonlyMap<string, readonly CoverageSpan[]>
  /** False where part of a roster could not be read, so that who is missing may be on it. */
  isRosterWhole: boolean
  areFacilitiesWhole: boolean
}

/** What the organization's records tell of facilities that captures name. */
export type FacilityBook = { idOf: (npi: string) => string | undefined; stateOf: (id: string) => string | undefined }

/**
 * How what a capture names stands: as its spans tell; `not-listed`: it is not on the contract at all; `not-at-facility`: on
 * the contract, but not among the providers whom it names for the facility.
 */
export type DenialState = CoverageGap['state'] | 'not-listed' | 'not-at-facility'

/** One thing that keeps, or may keep, a capture from being paid. */
export type DenialReason = Omit<CoverageGap, 'state'> & {
  kind: 'provider' | 'facility'
  /** The record's id; where a provider is on no roster, the NPI that the capture gives. */
  id: string
  state: DenialState
  /** The contract whose roster or facilities it is missing from. */
  contract_id?: string
  /** The facility at which the provider may not work. */
  facility_id?: string
}

/** Why nobody can say whether a capture will be paid. */
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

/** What was found about one part of a capture: nothing needed means that it will be paid as far as coverage goes. */
export type PartFound =
  | { part: CapturePart; reasons: readonly DenialReason[] }
  | { part: CapturePart; unjudged: UnjudgedReason }

/** What was found about one capture: by which pair, and of each of its parts. */
export type Judgement = { pair: PairCover; parts: PartFound[] } | { unjudged: UnjudgedReason }

/** What is said of a capture: it will be denied at least in part, it may be, nobody can say, or nothing is lacking. */
export type Verdict = 'will-deny' | 'may-deny' | 'unjudged' | 'fine'

/** What is said of a part: one gap that is certain is enough to be denied. */
export function verdictOf(found: PartFound): Verdict {
  if ('unjudged' in found) return 'unjudged'
  if (found.reasons.length === 0) return 'fine'
  return found.reasons.some((reason) => reason.is_certain) ? 'will-deny' : 'may-deny'
}

/** What is said of a capture by its parts: the worst, and what is known before what is not. */
export function verdictOfAll(parts: readonly PartFound[]): Verdict {
  const verdicts = new Set(parts.map(verdictOf))
  return (['will-deny', 'may-deny', 'unjudged'] as const).find((verdict) => verdicts.has(verdict)) ?? 'fine'
}

/**
 * Whether a capture that is in no claim yet would be denied for gap of cover on its days. The payer looks at the contract
 * in force on the day, then at the rendering provider's span and the facility's, each for this payer and this contracting
 * provider, and the provider's for the state in which the service took place. `candidates` are the pairs of the capture's
 * payer id and billing NPI.
 * Source: field knowledge of denials for "not eligible on the date" (CARC B7), which come in clusters, one a missing span.
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
  const facilityId = facts.facility_id ?? (facts.facility_npi === undefined ? undefined : book.idOf(facts.facility_npi))
  const facilityState = facts.facility_state ?? (facilityId === undefined ? undefined : book.stateOf(facilityId))
  const found = candidates.map((pair) => ({
    pair,
    parts: facts.parts.map((part) =>
      judgePart(part, { facts, facilityId, place: placeOf(part, facilityState, facts.billing_state), pair, view }),
    ),
  }))
  // A payer id may stand for several payers: the one that would pay counts.
  return found.reduce((best, next) => (rank(next.parts) < rank(best.parts) ? next : best))
}

// The pair may pay all the same; no day is said by the capture, whoever the payer is.
const openReasons: ReadonlySet<UnjudgedReason> = new Set(['not-read', 'region-unknown', 'no-date'])

// What a pair would pay comes first, then what it may pay, so that no denial is called certain while another payer is open; of two that both gap, the one that lacks less.
function rank(parts: readonly PartFound[]): number {
  const mayPay = parts.every((found) => !('unjudged' in found) || openReasons.has(found.unjudged))
  const order = { fine: 0, 'may-deny': 1, 'will-deny': 3, unjudged: mayPay ? 2 : 4 }[verdictOfAll(parts)]
  return order * 1_000_000 + parts.reduce((sum, found) => sum + ('reasons' in found ? found.reasons.length : 0), 0)
}

/**
 * The place that the payer counts. Without a facility the service was at the billing provider's own address, as far as
 * anybody can tell: a capture may simply not name one.
 * Source: X12 837: a service facility is named only where it is another address than the billing provider's.
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
    facts.rendering_npi ? providerReason(facts.rendering_npi, { from, to }, contracts, asked) : undefined,
    facilityId === undefined ? undefined : facilityReason(facilityId, { from, to }, contracts, asked),
  ]
  const reasons = found.filter((reason) => reason !== undefined && reason !== 'not-read')
  // One gap that is known is enough to be denied; without one, what was not read leaves it open.
  if (reasons.length === 0 && found.includes('not-read')) return { part, unjudged: 'not-read' }
  // Without a contract that is surely for the state nothing is safe, whoever is covered.
  if (reasons.length === 0 && contracts.every(({ states }) => reachOf(states, place) === 'unsure'))
    return { part, unjudged: 'region-unknown' }
  return { part, reasons }
}

/** True when the contract is effective and the day lies within it; both ends belong to it. */
export function isInForce({ status, effective_date, expiration_date }: ContractTerms, day: LocalDate): boolean {
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
      ? { kind: 'provider', id: npi, state: 'not-listed', is_certain: true, contract_id: contracts[0]!.contract_id }
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
 * The institutional contract that names others for the facility and not this provider; undefined where some contract lets
 * the provider work there. Never certain: the roster says that the provider is under the contract, the facility's list does not.
 * Source: the partner's interface, of a contract's facility: "The providers who are authorized under the contract."
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
 * An institutional contract names its facilities. Under a professional one a facility counts once it has spans with the
 * payer: many payers enrol no facilities for professional services, and then there is nothing to gap.
 */
function facilityReason(id: string, days: Days, contracts: readonly ContractTerms[], { pair, view }: Asked): Found {
  const spans = pair.facilities.get(id)
  const institutional = contracts.filter((contract) => contract.type === 'institutional')
  const isListed = institutional.some((contract) => contract.facilities?.has(id))
  if (!isListed && institutional.length === contracts.length) {
    if (institutional.some((contract) => contract.facilities === undefined)) return 'not-read'
    return { kind: 'facility', id, state: 'not-listed', is_certain: true, contract_id: contracts[0]!.contract_id }
  }
  if (!isListed && spans === undefined && pair.areFacilitiesWhole) return undefined
  // A facility's spans name no states: it stands in one.
  const gap = findCoverageGap(spans ?? [], days, undefined, view)
  if (gap && !pair.areFacilitiesWhole) return 'not-read'
  return gap && { kind: 'facility', id, ...gap }
}
