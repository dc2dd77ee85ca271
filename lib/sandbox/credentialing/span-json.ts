import type { LocalDate } from '#lib/core/local-date.ts'
import type { FacilitySpanRow, ProviderSpanRow } from '#lib/sandbox/db/contract-tables.ts'
import { spanStatus } from './span-status.ts'

/** Spans' rows beside the JSON texts of the records that they name. */
type Parties = { provider_body: string; payer_body: string }
export type ReadProviderSpan = ProviderSpanRow & Parties & { rendering_body: string }
export type ReadFacilitySpan = FacilitySpanRow & Parties & { facility_body: string }

/** The JSON text of a rendering provider's span as it stands on a day. */
export function providerSpanJson(row: ReadProviderSpan, today: LocalDate): string {
  const own = `"provider_credentialing_span_id":${JSON.stringify(row.id)},"rendering_provider":${row.rendering_body},"regions":${row.regions}`
  return `{${own},"medallion_payer_enrollment_id":null,"source":${JSON.stringify(row.source)},${shared(row, today)}}`
}

/** The JSON text of a service facility's span as it stands on a day. */
export function facilitySpanJson(row: ReadFacilitySpan, today: LocalDate): string {
  return `{"facility_credentialing_span_id":${JSON.stringify(row.id)},"service_facility":${row.facility_body},${shared(row, today)}}`
}

function shared(row: (ProviderSpanRow | FacilitySpanRow) & Parties, today: LocalDate): string {
  const { start_date, end_date, submitted_date, payer_loaded_date, is_enabled } = row
  const credentialing_status = spanStatus(row, today)
  const plain = JSON.stringify({
    start_date,
    end_date,
    submitted_date,
    credentialing_status,
    payer_loaded_date,
    is_enabled,
  })
  return `"contracting_provider":${row.provider_body},"payer":${row.payer_body},${plain.slice(1, -1)}`
}
