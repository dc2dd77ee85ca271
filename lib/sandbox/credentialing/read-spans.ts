import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import type { Caller } from '#lib/sandbox/http/keys.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { sandboxDay } from '#lib/sandbox/contracts/sandbox-day.ts'
import { facilitySpanJson, providerSpanJson, type ReadFacilitySpan, type ReadProviderSpan } from './span-json.ts'

type ReadSpan = ReadProviderSpan | ReadFacilitySpan

/** The two kinds of spans: where their rows are, and how one is shown. */
export type SpanKind = { table: string; select: string; toJson: (row: ReadSpan, today: string) => string }

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

/** One span in use; 404 when there is none, when it was deleted, or when the key may not see it. ASSUMED: span-soft-delete */
export async function spanById(sandbox: Sandbox, caller: Caller, kind: SpanKind, id: string): Promise<ReadSpan> {
  // A database's text cannot hold NUL.
  const [row] = id.includes('\u0000')
    ? []
    : await sandbox.run<ReadSpan>(`${kind.select} where s.id = $1 and s.is_enabled`, [id])
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi)) throw notFound(id)
  return row
}

/** The JSON text of one span. */
export async function readSpan(sandbox: Sandbox, caller: Caller, kind: SpanKind, id: string): Promise<string> {
  return kind.toJson(await spanById(sandbox, caller, kind, id), sandboxDay(sandbox))
}

/** The JSON texts of spans by their `seq`s, in the order given. */
export async function spansBySeq(sandbox: Sandbox, kind: SpanKind, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await sandbox.run<ReadSpan>(`${kind.select} where s.seq = any($1::bigint[])`, [seqs])
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const today = sandboxDay(sandbox)
  return seqs.flatMap((seq) => bySeq.get(seq) ?? []).map((row) => kind.toJson(row, today))
}
