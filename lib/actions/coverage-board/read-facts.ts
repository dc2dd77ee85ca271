import 'server-only'
import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import { statesOf } from '#lib/contract/states-of.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { chargesOf, nameOf, toChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import {
  linesOfBusiness,
  type CaptureFacts,
  type ContractTerms,
  type OtherClaim,
} from '#lib/rules/coverage/facts.ts'
import { partsOf } from '#lib/rules/coverage/capture-parts.ts'
import { insurancesOf } from '#lib/rules/filing/insurances.ts'
import { filingFacts, type FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import type { CoverageSpan } from '#lib/rules/coverage/span.ts'

// Each function reads one item of the partner and keeps only the members that decide coverage. It
// returns undefined if one of them is missing.

export type ContractFacts = ContractTerms & {
  /** `alias` is the payer id under which the clearinghouse takes its claims, if it is another. */
  payer: { uuid: string; id: string; name: string; alias?: string | undefined }
  provider: { id: string; npi: string; name: string }
  /** The roster's number of providers as the partner states it. */
  count: number
}

/**
 * Where a capture stands in billing: `not-to-bill`, `self-pay` and `unknown` ones are not checked.
 */
export type CaptureState = 'billable' | 'planned' | 'not-to-bill' | 'self-pay' | 'unknown'
export type CaptureRead = CaptureFacts & {
  rendering_name?: string | undefined
  filing: FilingFacts
  state: CaptureState
  others: OtherInsurance[]
}

/** An insurance after the primary one. */
type OtherInsurance = Pick<OtherClaim, 'rank' | 'payer_id' | 'plan' | 'insurance_type'>
export type FacilityRead = {
  id: string
  npi: string | undefined
  name: string
  state: string | undefined
}
export type SpanOf = { owner: string; payer_uuid: string; provider_id: string; span: CoverageSpan }

export function toContractFacts(item: unknown): ContractFacts | undefined {
  const contract_id = textOf(memberAt(item, 'contract_id'))
  const payer = {
    uuid: textOf(memberAt(item, 'payer', 'payer_uuid')),
    id: textOf(memberAt(item, 'payer', 'payer_id')),
    name: textOf(memberAt(item, 'payer', 'payer_name')),
    alias: textOf(memberAt(item, 'payer', 'availity_claims_payer_id')),
  }
  const party = memberAt(item, 'contracting_provider')
  const provider = {
    id: textOf(memberAt(party, 'organization_provider_id')),
    npi: textOf(memberAt(party, 'npi')),
    name: nameOf(party),
  }
  if (contract_id === undefined || payer.uuid === undefined || provider.id === undefined)
    return undefined
  const count = memberAt(item, 'provider_count')
  return {
    contract_id,
    type: textOf(memberAt(item, 'type')) ?? '',
    status: textOf(memberAt(item, 'contract_status')) ?? '',
    effective_date: day(memberAt(item, 'effective_date')),
    expiration_date: day(memberAt(item, 'expiration_date')),
    states: statesOf(memberAt(item, 'regions')),
    lines: Object.fromEntries(
      linesOfBusiness.map((line) => [line, typesOf(memberAt(item, `${line}_insurance_types`))]),
    ),
    payer: {
      uuid: payer.uuid,
      id: payer.id ?? '',
      name: payer.name ?? payer.id ?? payer.uuid,
      alias: payer.alias === payer.id ? undefined : payer.alias,
    },
    provider: {
      id: provider.id,
      npi: provider.npi ?? '',
      name: provider.name ?? provider.npi ?? provider.id,
    },
    count: typeof count === 'number' ? count : 0,
  }
}

function typesOf(types: unknown): 'all' | 'none' | string[] | undefined {
  const type = memberAt(types, 'type')
  if (type === 'allApply') return 'all'
  if (type === 'noneApply') return 'none'
  if (type !== 'theseApply') return undefined
  return itemsOf(memberAt(types, 'value')).filter((code) => typeof code === 'string')
}

/**
 * The facts of a capture that decide coverage and the last day to file. Of the patient they have
 * the state alone, which names nobody (45 CFR 164.514(b)(2)(i)(B)).
 */
export function toCaptureFacts(item: unknown): CaptureRead | undefined {
  const row = toChargeCaptureRow(item)
  if (row.unreadable) return undefined
  const data = memberAt(item, 'charge_capture_data')
  const rendering = memberAt(data, 'rendering_provider')
  return {
    ...coverFacts(data, memberAt(item, 'date_of_service') ?? memberAt(data, 'date_of_service')),
    id: row.id,
    external_id: row.external_id,
    date: day(row.date_of_service),
    cents: chargesOf(data),
    rendering_name: nameOf(rendering),
    others: othersIn(data),
    isPlanned: row.status === 'planned',
    state: memberAt(data, 'billable_status') === 'NOT_BILLABLE' ? 'not-to-bill' : stateOf(row),
  }
}

/**
 * The facts of a capture's data, or of an encounter with its lines, that decide coverage and the
 * last day to file. `date` is the date of service.
 */
export function coverFacts(data: unknown, date: unknown) {
  const filing = filingFacts(data)
  const card = memberAt(data, 'subscriber_primary', 'insurance_card')
  return {
    payer_id: textOf(memberAt(card, 'payer_id')),
    billing_npi: textOf(memberAt(data, 'billing_provider', 'npi')),
    rendering_npi: textOf(memberAt(data, 'rendering_provider', 'npi')),
    facility_npi: textOf(memberAt(data, 'service_facility', 'npi')),
    facility_id: textOf(memberAt(data, 'service_facility_id')),
    facility_state: textOf(memberAt(data, 'service_facility', 'address', 'state')),
    billing_state: textOf(memberAt(data, 'billing_provider', 'address', 'state')),
    patient_state: textOf(memberAt(data, 'patient', 'address', 'state')),
    supervising_npi: textOf(memberAt(data, 'supervising_provider', 'npi')),
    is_institutional: filing.claim_type === 'institutional',
    plan: filing.insurances.find(({ rank }) => rank === 'primary'),
    insurance_type: textOf(memberAt(card, 'insurance_type')),
    filing,
    parts: partsOf(data, day(date)),
  }
}

function othersIn(data: unknown): OtherInsurance[] {
  return insurancesOf(data).flatMap(({ rank, ...plan }) =>
    rank === 'primary'
      ? []
      : {
          rank,
          payer_id: plan.payer_id,
          plan,
          insurance_type: textOf(
            memberAt(data, `subscriber_${rank}`, 'insurance_card', 'insurance_type'),
          ),
        },
  )
}

/** The claims of a judged capture to its other insurances. */
export function otherClaims({
  others,
  filing: _,
  rendering_name: __,
  state,
  ...facts
}: CaptureRead): OtherClaim[] {
  if (state !== 'billable' && state !== 'planned') return []
  return others.map((other) => ({ ...facts, ...other }))
}

function stateOf({
  status = '',
  responsible_party,
}: {
  status?: string
  responsible_party?: string
}): CaptureState {
  if (isDroppedStatus(status)) return 'not-to-bill'
  if (status !== 'billable' && status !== 'planned') return 'unknown'
  return responsible_party === 'SELF_PAY' ? 'self-pay' : status
}

/** One provider of a roster with its spans for the contract's provider and payer. */
export function toRosterFacts(
  item: unknown,
): { id: string; npi: string; name: string; spans: CoverageSpan[] } | undefined {
  const provider = memberAt(item, 'provider')
  const id = textOf(memberAt(provider, 'organization_provider_id'))
  const spans = itemsOf(memberAt(item, 'credentialing_spans')).map(toProviderSpan)
  if (id === undefined || spans.includes(undefined)) return undefined
  const npi = textOf(memberAt(provider, 'npi')) ?? ''
  return {
    id,
    npi,
    name: nameOf(provider) ?? npi,
    spans: spans.filter((span) => span !== undefined),
  }
}

/** A facility's span and the facility's id. */
export function toFacilitySpan(item: unknown): SpanOf | undefined {
  const owner = textOf(memberAt(item, 'service_facility', 'organization_service_facility_id'))
  const payer_uuid = textOf(memberAt(item, 'payer', 'payer_uuid'))
  const provider_id = textOf(memberAt(item, 'contracting_provider', 'organization_provider_id'))
  const span = toSpan(item, 'facility_credentialing_span_id')
  return owner === undefined || payer_uuid === undefined || provider_id === undefined || !span
    ? undefined
    : { owner, payer_uuid, provider_id, span }
}

/** A service facility's id, NPI, name and state. */
export function toFacility(item: unknown): FacilityRead | undefined {
  const id = textOf(memberAt(item, 'organization_service_facility_id'))
  return id === undefined
    ? undefined
    : {
        id,
        npi: textOf(memberAt(item, 'npi')),
        name: textOf(memberAt(item, 'name')) ?? id,
        state: textOf(memberAt(item, 'address', 'state')),
      }
}

/**
 * The service facilities of an institutional contract by id, each with its assigned `wanted`
 * providers, or undefined if it names none. Returns undefined if the reply has no readable
 * facilities.
 */
export function toContractFacilities(
  contract: unknown,
  wanted: ReadonlySet<string>,
): Map<string, Set<string> | undefined> | undefined {
  const facilities = memberAt(contract, 'contract_service_facilities')
  if (!Array.isArray(facilities)) return undefined
  const found = new Map<string, Set<string> | undefined>()
  for (const facility of facilities) {
    const id = textOf(memberAt(facility, 'service_facility_id'))
    if (id === undefined) return undefined
    const named = itemsOf(memberAt(facility, 'provider_ids')).filter(
      (provider) => typeof provider === 'string',
    )
    // A list may have 60,000 providers; only those that captures name are kept.
    found.set(
      id,
      named.length > 0 ? new Set(named.filter((provider) => wanted.has(provider))) : undefined,
    )
  }
  return found
}

function toProviderSpan(item: unknown): CoverageSpan | undefined {
  const span = toSpan(item, 'provider_credentialing_span_id')
  return span && { ...span, states: statesOf(memberAt(item, 'regions')) }
}

function toSpan(item: unknown, idName: string): CoverageSpan | undefined {
  const id = textOf(memberAt(item, idName))
  if (id === undefined) return undefined
  const dates = ['start_date', 'end_date', 'submitted_date', 'payer_loaded_date'].map((name) =>
    memberAt(item, name),
  )
  // Otherwise an unreadable date would count as missing, and an unreadable end date as an open end.
  if (dates.some((value) => value !== null && value !== undefined && day(value) === undefined))
    return undefined
  const [start_date, end_date, submitted_date, payer_loaded_date] = dates.map(day)
  return {
    id,
    start_date,
    end_date,
    submitted_date,
    payer_loaded_date,
    is_enabled: memberAt(item, 'is_enabled') !== false,
    status: textOf(memberAt(item, 'credentialing_status')),
  }
}

function day(value: unknown): string | undefined {
  return typeof value === 'string' && isLocalDate(value) ? value : undefined
}
