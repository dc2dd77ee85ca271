import type { LocalDate } from '#lib/core/local-date.ts'
import type { Insurance, NamedPayer } from '#lib/rules/filing/insurances.ts'
import type { CapturePart } from './capture-parts.ts'
import type { CoverageGap } from './coverage-gap.ts'
import type { CoverageSpan } from './span.ts'

// What is known of a capture, its contracts, rosters and spans, and the reasons found in it.

/** The lines of business whose insurance types every contract states. */
export const linesOfBusiness = ['commercial', 'medicare', 'medicaid'] as const
export type LineOfBusiness = (typeof linesOfBusiness)[number]

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
  /** The state of the patient's address, where the payer may count it; a state names nobody. */
  patient_state?: string | undefined
  supervising_npi?: string | undefined
  /** A capture with revenue codes goes on an institutional claim. */
  is_institutional?: boolean | undefined
  /** The primary card's payer and plan type. */
  plan?: NamedPayer | undefined
  /** The primary card's type of insurance, a code as contracts list them. */
  insurance_type?: string | undefined
  /** At least one part; each is judged separately. */
  parts: readonly CapturePart[]
}

/** The place of an insurance after the primary one. */
export type OtherRank = Exclude<Insurance['rank'], 'primary'>

/**
 * The claim of a capture that goes to an insurance after the primary one, once the primary has
 * paid: the facts of the capture with that insurance's payer and plan.
 */
export type OtherClaim = CaptureFacts & { rank: OtherRank }

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
   * The insurance types that the contract covers in each line of business: all, none, or these
   * codes. A line that could not be read is missing, and no witness.
   */
  lines?: { [line in LineOfBusiness]?: 'all' | 'none' | readonly string[] } | undefined
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
  /** The contracting provider's NPI, if known. */
  npi?: string | undefined
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
 * What is wrong with a contract: it ended before the day, begins after it, is for other states, for
 * another line of business or for another kind of claim, or is the rendering provider's own.
 */
export type ContractState =
  | 'contract-ended'
  | 'contract-later'
  | 'other-region'
  | 'other-line'
  | 'other-claim-type'
  | 'individual'

/**
 * The state of a provider, facility or contract: its coverage state; `not-listed` if it is not on
 * the contract; `not-at-facility` if it is on the contract but not among the providers listed at
 * the facility.
 */
export type DenialState = CoverageGap['state'] | ContractState | 'not-listed' | 'not-at-facility'

/**
 * Why a payer may pay without the cover that is missing: the supervisor has it, it was an
 * emergency, or the plan pays providers outside its network. `patient-state`: the cover is for the
 * facility's state, and the payer may count the patient's.
 */
export type Doubt = 'supervised' | 'emergency' | 'out-of-network' | 'patient-state'

/** One reason for which a capture will or may be denied, or waits. */
export type DenialReason = Omit<CoverageGap, 'state'> & {
  kind: 'provider' | 'facility' | 'contract'
  /** The record's id, or the capture's NPI for a provider who is on no roster. */
  id: string
  state: DenialState
  doubt?: Doubt
  /** The line of business that the contract does not have. Only with `other-line`. */
  line?: LineOfBusiness
  /** The day on which the contract ended or begins. */
  contract_day?: LocalDate
  /** The contract that lacks the provider or facility, or whose terms do not fit. */
  contract_id?: string
  /** The facility at which the provider may not work. */
  facility_id?: string
  /** The claim to an insurance after the primary one has this reason, not the primary claim. */
  rank?: OtherRank
}

/** Why a capture could not be judged. */
export const unjudgedReasons = [
  'no-payer',
  'no-billing-npi',
  'no-date',
  'no-contract',
  'not-in-force',
  'region-unknown',
  'nobody-named',
  'not-read',
  'unreadable',
] as const
export type UnjudgedReason = (typeof unjudgedReasons)[number]
