import { statesOf } from '#lib/contract/states-of.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { withoutBlanks, type BaseRow } from './rows.ts'

/**
 * A credentialing span as a coverage row holds it. Dates are local dates; a value that is no date
 * is left out.
 */
export type RowSpan = {
  id: string
  start_date?: string
  end_date?: string
  submitted_date?: string
  payer_loaded_date?: string
  /** Only where it is switched off. */
  is_enabled?: false
  /**
   * Only of a provider's, and where it is not for all states: null where the states cannot be read.
   */
  states?: readonly string[] | null
}

/**
 * A provider or a facility of a contract with its spans for the contract's own provider and payer.
 */
export type CoverageRow = BaseRow & {
  name?: string | undefined
  npi?: string | undefined
  spans: RowSpan[]
}

/**
 * The row of one rendering provider with its spans, from any JSON: what cannot be read is left out,
 * and nothing is thrown.
 */
export function toProviderCoverageRow(item: unknown): CoverageRow {
  const provider = memberAt(item, 'provider')
  const id = textOf(memberAt(provider, 'organization_provider_id'))
  if (id === undefined) return { id: '', unreadable: true, spans: [] }
  const spans = itemsOf(memberAt(item, 'credentialing_spans')).map((span) =>
    toRowSpan(span, 'provider_credentialing_span_id'),
  )
  return withoutBlanks({
    id,
    name: rosterName(provider),
    npi: textOf(memberAt(provider, 'npi')),
    spans,
  })
}

/** A span of a facility with the facility that it is about; undefined where it names none. */
export function toFacilitySpan(
  item: unknown,
): (FacilityName & { facility_id: string; span: RowSpan }) | undefined {
  const facility = memberAt(item, 'service_facility')
  const facility_id = textOf(memberAt(facility, 'organization_service_facility_id'))
  if (facility_id === undefined) return undefined
  return {
    facility_id,
    ...toFacilityName(facility),
    span: toRowSpan(item, 'facility_credentialing_span_id'),
  }
}

/** The name of a facility, where it is known. */
export type FacilityName = { name?: string | undefined; npi?: string | undefined }

export function toFacilityName(facility: unknown): FacilityName {
  return { name: textOf(memberAt(facility, 'name')), npi: textOf(memberAt(facility, 'npi')) }
}

/** The rows of facilities, each with the spans that are about it, in the order of the ids. */
export function toFacilityRows(
  ids: readonly string[],
  names: ReadonlyMap<string, FacilityName>,
  spans: readonly { facility_id: string; span: RowSpan }[],
): CoverageRow[] {
  const spansOf = Map.groupBy(spans, (span) => span.facility_id)
  return ids.map((id) =>
    withoutBlanks({ id, ...names.get(id), spans: (spansOf.get(id) ?? []).map(({ span }) => span) }),
  )
}

/** The ids of the facilities of an institutional contract, each once, in the contract's order. */
export function facilityIdsOf(contract: unknown): string[] {
  return [
    ...new Set(
      itemsOf(memberAt(contract, 'contract_service_facilities'))
        .map((facility) => textOf(memberAt(facility, 'service_facility_id')))
        .filter((id) => id !== undefined),
    ),
  ]
}

// As a roster is looked through: by last name.
function rosterName(provider: unknown): string | undefined {
  const names = [
    textOf(memberAt(provider, 'last_name')),
    textOf(memberAt(provider, 'first_name')),
  ].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : textOf(memberAt(provider, 'organization_name'))
}

function toRowSpan(item: unknown, idName: string): RowSpan {
  return withoutBlanks({
    id: textOf(memberAt(item, idName)) ?? '',
    start_date: dateAt(item, 'start_date'),
    end_date: dateAt(item, 'end_date'),
    submitted_date: dateAt(item, 'submitted_date'),
    payer_loaded_date: dateAt(item, 'payer_loaded_date'),
    is_enabled: memberAt(item, 'is_enabled') === false ? (false as const) : undefined,
    states:
      idName === 'provider_credentialing_span_id' ? statesOf(memberAt(item, 'regions')) : undefined,
  })
}

function dateAt(item: unknown, name: string): string | undefined {
  const value = textOf(memberAt(item, name))
  return value !== undefined && isLocalDate(value) ? value : undefined
}
