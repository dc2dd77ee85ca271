import { eq } from 'drizzle-orm'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ErrorRow, UpdateRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { chargeCaptures } from '#lib/sandbox/db/schema.ts'
import { isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/**
 * One capture; 404 if it does not exist or the key may not see it. ASSUMED: out-of-scope-not-found
 */
export const getChargeCapture: Handler<'getChargeCapture'> = async ({ sandbox, caller, input }) => {
  const id = input.params.charge_capture_id
  const row = await captureById(sandbox.db, id)
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi))
    throw notFound(id)
  const [text] = await capturesAsJson(sandbox.run, [row])
  return text!
}

/** The JSON texts of captures by `seq`, in the given order. */
export async function capturesBySeq(run: RunSql, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await run<CaptureRow>(
    'select * from charge_captures where seq = any($1::bigint[])',
    [seqs],
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return capturesAsJson(
    run,
    seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}

/** The JSON texts of captures with their errors and updates. */
async function capturesAsJson(run: RunSql, rows: readonly CaptureRow[]): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  // ASSUMED: capture-error-first: a capture's `error` is the oldest unresolved error of the capture
  // itself.
  const errors = await run<ErrorRow>(
    'select distinct on (charge_capture_id) * from claim_creation_errors where charge_capture_id = any($1::text[]) and not resolved order by charge_capture_id, seq',
    [ids],
  )
  const updates = await run<UpdateRow>(
    'select * from charge_capture_updates where charge_capture_id = any($1::text[]) order by seq',
    [ids],
  )
  const errorOf = new Map(errors.map((error) => [error.charge_capture_id, error]))
  const updatesOf = Map.groupBy(updates, (update) => update.charge_capture_id)
  return rows.map((row) => captureJson(row, errorOf.get(row.id), updatesOf.get(row.id) ?? []))
}

/** One capture's row by id; undefined if there is none. */
export async function captureById(db: Db, id: string): Promise<CaptureRow | undefined> {
  const [row] = await db.select().from(chargeCaptures).where(eq(chargeCaptures.id, id))
  return row
}

/** The current JSON text of one capture by id; undefined if there is none. */
export async function captureText(
  { db, run }: { db: Db; run: RunSql },
  id: string,
): Promise<string | undefined> {
  const row = await captureById(db, id)
  return row && (await capturesAsJson(run, [row]))[0]
}

/**
 * The JSON text of a ChargeCapture. Stored JSON is inserted as the client wrote it and never
 * parsed.
 */
function captureJson(
  row: CaptureRow,
  error: ErrorRow | undefined,
  updates: readonly UpdateRow[],
): string {
  const header = JSON.stringify({
    id: row.id,
    status: row.status,
    date_of_service: row.date_of_service || null,
    patient_external_id: row.patient_external_id,
    charge_external_id: row.charge_external_id,
    ehr_source_url: row.ehr_source_url,
    originating_system: row.originating_system,
    claim_creation_category: row.claim_creation_category || null,
    claim_creation_id: row.claim_creation_id || null,
  })
  return `${header.slice(0, -1)},"updates":[${updates.map(updateJson).join()}],"error":${error ? errorJson(error) : 'null'},"metadata":${row.metadata ?? '[]'},"charge_capture_data":${row.data}}`
}

/** The JSON text of a ChargeCaptureError. */
export function errorJson(row: ErrorRow): string {
  const {
    id,
    charge_capture_id,
    message,
    resolved,
    resolved_by,
    resolution_reason,
    field_in_error,
    claim_creation_id,
  } = row
  return JSON.stringify({
    id,
    charge_capture_id,
    message,
    resolved,
    resolved_by,
    resolution_reason,
    field_in_error,
    claim_creation_id,
  })
}

/** The JSON text of a ChargeCaptureUpdate. ASSUMED: update-message-type */
export function updateJson({ id, message, resolved, hl7_message_type }: UpdateRow): string {
  return JSON.stringify({ id, message, resolved, hl7_message_type })
}
