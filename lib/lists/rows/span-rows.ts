import { statesOf } from '#lib/contract/states-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { endsWithin, regionsOf } from './contract-rows.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf, withoutBlanks, type BaseRow } from './rows.ts'

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
  /** How it stands today in words, for a file. */
  coverage?: string
}

/**
 * The row of one facility span, from any JSON: what cannot be read is left out, and nothing is
 * thrown.
 */
export function toFacilitySpanRow(item: unknown): SpanRow {
  const id = textOf(memberAt(item, 'facility_credentialing_span_id'))
  const facility = memberAt(item, 'service_facility')
  return toRow(item, id, {
    covered: textOf(memberAt(facility, 'name')),
    covered_id: textOf(memberAt(facility, 'organization_service_facility_id')),
    covered_npi: textOf(memberAt(facility, 'npi')),
  })
}

/** The row of one span of a rendering provider, from any JSON. */
export function toProviderSpanRow(item: unknown): SpanRow {
  const id = textOf(memberAt(item, 'provider_credentialing_span_id'))
  const provider = memberAt(item, 'rendering_provider')
  return toRow(item, id, {
    covered: nameOf(provider),
    covered_id: textOf(memberAt(provider, 'organization_provider_id')),
    covered_npi: textOf(memberAt(provider, 'npi')),
    regions: regionsOf(memberAt(item, 'regions')),
    states: statesOf(memberAt(item, 'regions')) ?? undefined,
    source: textOf(memberAt(item, 'source')),
  })
}

/**
 * True if a span's end matches the filter `ends` on a day. A span without an end date never ends.
 */
export function spanEndsAs(item: unknown, ends: string, today: LocalDate): boolean {
  return endsWithin(textOf(memberAt(item, 'end_date')), ends, today)
}

function toRow(
  item: unknown,
  id: string | undefined,
  own: { [name in keyof SpanRow]?: SpanRow[name] | undefined },
): SpanRow {
  if (id === undefined) return { id: '', unreadable: true }
  const provider = memberAt(item, 'contracting_provider')
  return withoutBlanks({
    id,
    ...own,
    payer: textOf(memberAt(item, 'payer', 'payer_name')),
    payer_id: textOf(memberAt(item, 'payer', 'payer_id')),
    payer_uuid: textOf(memberAt(item, 'payer', 'payer_uuid')),
    provider: nameOf(provider),
    provider_id: textOf(memberAt(provider, 'organization_provider_id')),
    provider_npi: textOf(memberAt(provider, 'npi')),
    ...spanDatesOf(item),
    status: textOf(memberAt(item, 'credentialing_status')),
  } as SpanRow)
}

/** The dates of a span of either kind, from which its coverage is computed. */
export function spanDatesOf(item: unknown) {
  return {
    start_date: textOf(memberAt(item, 'start_date')),
    end_date: textOf(memberAt(item, 'end_date')),
    submitted_date: textOf(memberAt(item, 'submitted_date')),
    payer_loaded_date: textOf(memberAt(item, 'payer_loaded_date')),
    is_enabled: memberAt(item, 'is_enabled') === false ? (false as const) : undefined,
  }
}
