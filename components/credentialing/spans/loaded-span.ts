import { type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import type { SpanRow } from '#lib/lists/rows/span-rows.ts'
import { termsOf, type SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { spanWays } from './span-kinds.ts'

/** A span as its page shows it: its JSON text, what can be changed of it, its row, and what the page has no place for. */
export type LoadedSpan = { text: string; record: JsonObject; terms: JsonObject; row: SpanRow; other: JsonObject }

const placed = new Set([
  'facility_credentialing_span_id',
  'provider_credentialing_span_id',
  'service_facility',
  'rendering_provider',
  'contracting_provider',
  'payer',
  'start_date',
  'end_date',
  'submitted_date',
  'payer_loaded_date',
  'credentialing_status',
  'is_enabled',
  'regions',
  'source',
  'medallion_payer_enrollment_id',
])

/** Reads a span's JSON text. What has the wrong type is left out, never thrown at. */
export function toLoadedSpan(kind: SpanKind, text: string): LoadedSpan {
  const parsed = parseExact(text)
  const record = isJsonObject(parsed) ? parsed : {}
  return {
    text,
    record,
    terms: termsOf(kind, record),
    row: spanWays[kind].toRow(record),
    other: Object.fromEntries(Object.entries(record).filter(([name]) => !placed.has(name))),
  }
}
