import { statesOf } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { endsWithin, regionsOf } from './contract-rows.ts'
import { at, nameOf, text } from './row-values.ts'
import { withoutBlanks, type BaseRow } from './rows.ts'

/** One credentialing span in its list: only what the columns show. Dates are local dates. */
export type SpanRow = BaseRow & {
  /** The facility, or the rendering provider. */
  covered?: string
  covered_id?: string
  covered_npi?: string
  payer?: string
  payer_id?: string
  payer_uuid?: string
  provider?: string
  provider_id?: string
  provider_npi?: string
  start_date?: string
  end_date?: string
  submitted_date?: string
  payer_loaded_date?: string
  /** The partner's own, from the dates. */
  status?: string
  /** Only where the span is switched off. */
  is_enabled?: false
  /** Of a provider's span: `National`, or the states. */
  regions?: string
  /** Of a provider's span, where it tells for which states it is. */
  states?: readonly string[]
  source?: string
}

/** The row of one facility span, from any JSON: what cannot be read is left out, and nothing is thrown. */
export function toFacilitySpanRow(item: unknown): SpanRow {
  const id = text(at(item, 'facility_credentialing_span_id'))
  const facility = at(item, 'service_facility')
  return toRow(item, id, {
    covered: text(at(facility, 'name')),
    covered_id: text(at(facility, 'organization_service_facility_id')),
    covered_npi: text(at(facility, 'npi')),
  })
}

/** The row of one span of a rendering provider, from any JSON. */
export function toProviderSpanRow(item: unknown): SpanRow {
  const id = text(at(item, 'provider_credentialing_span_id'))
  const provider = at(item, 'rendering_provider')
  return toRow(item, id, {
    covered: nameOf(provider),
    covered_id: text(at(provider, 'organization_provider_id')),
    covered_npi: text(at(provider, 'npi')),
    regions: regionsOf(at(item, 'regions')),
    states: statesOf(at(item, 'regions')) ?? undefined,
    source: text(at(item, 'source')),
  })
}

/** Whether a span ends as the filter `ends` asks, on a day. A span without a last day does not end. */
export function spanEndsAs(item: unknown, ends: string, today: LocalDate): boolean {
  return endsWithin(text(at(item, 'end_date')), ends, today)
}

function toRow(
  item: unknown,
  id: string | undefined,
  own: { [name in keyof SpanRow]?: SpanRow[name] | undefined },
): SpanRow {
  if (id === undefined) return { id: '', unreadable: true }
  const provider = at(item, 'contracting_provider')
  return withoutBlanks({
    id,
    ...own,
    payer: text(at(item, 'payer', 'payer_name')),
    payer_id: text(at(item, 'payer', 'payer_id')),
    payer_uuid: text(at(item, 'payer', 'payer_uuid')),
    provider: nameOf(provider),
    provider_id: text(at(provider, 'organization_provider_id')),
    provider_npi: text(at(provider, 'npi')),
    ...spanDatesOf(item),
    status: text(at(item, 'credentialing_status')),
  } as SpanRow)
}

/** What a span of either kind says about when it covers: what coverage is computed from. */
export function spanDatesOf(item: unknown) {
  return {
    start_date: text(at(item, 'start_date')),
    end_date: text(at(item, 'end_date')),
    submitted_date: text(at(item, 'submitted_date')),
    payer_loaded_date: text(at(item, 'payer_loaded_date')),
    is_enabled: at(item, 'is_enabled') === false ? (false as const) : undefined,
  }
}
