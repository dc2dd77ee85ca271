import type { LocalDate } from '#lib/core/local-date.ts'
import type { FacilitySpanRow, ProviderSpanRow } from '#lib/sandbox/db/contracts-schema.ts'
import { type Caller, isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, type Sandbox, sandboxDay } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/** One facility span. */
export const getFacilityCredentialingSpan: Handler<'getFacilityCredentialingSpan'> = ({
  sandbox,
  caller,
  input,
}) => readSpan(sandbox, caller, facilityKind, input.params.facility_credentialing_span_id)

/** One span of a rendering provider. */
export const getProviderCredentialingSpan: Handler<'getProviderCredentialingSpan'> = ({
  sandbox,
  caller,
  input,
}) => readSpan(sandbox, caller, providerKind, input.params.provider_credentialing_span_id)

type ReadSpan = ReadProviderSpan | ReadFacilitySpan

/** One of the two kinds of spans: its table, its query and its JSON. */
export type SpanKind = {
  table: string
  select: string
  toJson: (row: ReadSpan, today: string) => string
}

const parties = `join organization_providers p on p.id = s.contracting_provider_id join payers b on b.payer_uuid = s.payer_uuid`

export const providerKind: SpanKind = {
  table: 'provider_spans',
  select: `select s.*, p.body as provider_body, b.body as payer_body, r.body as rendering_body from provider_spans s ${parties}
    join organization_providers r on r.id = s.rendering_provider_id`,
  toJson: (row, today) => providerSpanJson(row as ReadProviderSpan, today),
}

export const facilityKind: SpanKind = {
  table: 'facility_spans',
  select: `select s.*, p.body as provider_body, b.body as payer_body, f.body as facility_body from facility_spans s ${parties}
    join service_facilities f on f.id = s.service_facility_id`,
  toJson: (row, today) => facilitySpanJson(row as ReadFacilitySpan, today),
}

/**
 * One span; 404 if there is none, if it was deleted or if the key may not see it. ASSUMED:
 * span-soft-delete
 */
export async function spanById(
  sandbox: Sandbox,
  caller: Caller,
  kind: SpanKind,
  id: string,
): Promise<ReadSpan> {
  // PostgreSQL text cannot hold NUL.
  const [row] = id.includes('\u0000')
    ? []
    : await sandbox.run<ReadSpan>(`${kind.select} where s.id = $1 and s.is_enabled`, [id])
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi))
    throw notFound(id)
  return row
}

/** The JSON text of one span. */
export async function readSpan(
  sandbox: Sandbox,
  caller: Caller,
  kind: SpanKind,
  id: string,
): Promise<string> {
  return kind.toJson(await spanById(sandbox, caller, kind, id), sandboxDay(sandbox))
}

/** The JSON texts of spans by `seq`, in the given order. */
export async function spansBySeq(
  sandbox: Sandbox,
  kind: SpanKind,
  seqs: readonly number[],
): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await sandbox.run<ReadSpan>(`${kind.select} where s.seq = any($1::bigint[])`, [seqs])
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const today = sandboxDay(sandbox)
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => kind.toJson(row, today))
}

/** The JSON texts of the records that a span names. */
type Parties = { provider_body: string; payer_body: string }
export type ReadProviderSpan = ProviderSpanRow & Parties & { rendering_body: string }
export type ReadFacilitySpan = FacilitySpanRow & Parties & { facility_body: string }

/** The JSON text of a rendering provider's span, with its status on a day. */
export function providerSpanJson(row: ReadProviderSpan, today: LocalDate): string {
  const own = `"provider_credentialing_span_id":${JSON.stringify(row.id)},"rendering_provider":${row.rendering_body},"regions":${row.regions}`
  return `{${own},"medallion_payer_enrollment_id":null,"source":${JSON.stringify(row.source)},${shared(row, today)}}`
}

/** The JSON text of a service facility's span, with its status on a day. */
function facilitySpanJson(row: ReadFacilitySpan, today: LocalDate): string {
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

/** The dates that determine a span's status; null or missing if not known. */
export type SpanDates = {
  start_date?: LocalDate | null | undefined
  end_date?: LocalDate | null | undefined
  submitted_date?: LocalDate | null | undefined
  payer_loaded_date?: LocalDate | null | undefined
}

export type SpanStatus = 'work_in_progress' | 'pending' | 'effective' | 'expired'

/**
 * The status of a span on a day. It is expired after its end date, effective once it has started
 * and the payer has loaded it, pending once it was submitted or loaded, and otherwise work in
 * progress. Future dates do not count. ASSUMED: span-status
 */
export function spanStatus(
  { start_date, end_date, submitted_date, payer_loaded_date }: SpanDates,
  today: LocalDate,
): SpanStatus {
  const hasCome = (date: LocalDate | null | undefined) => Boolean(date) && date! <= today
  if (end_date && end_date < today) return 'expired'
  if (hasCome(payer_loaded_date) && hasCome(start_date)) return 'effective'
  return hasCome(submitted_date) || hasCome(payer_loaded_date) ? 'pending' : 'work_in_progress'
}
