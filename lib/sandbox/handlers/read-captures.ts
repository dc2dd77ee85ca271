import { eq } from 'drizzle-orm'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import type { ErrorRow, UpdateRow } from '#lib/sandbox/db/creations-schema.ts'
import { chargeCaptures } from '#lib/sandbox/db/schema.ts'
import { captureJson } from './capture-json.ts'

/** The JSON texts of captures by their `seq`s, in the order given. */
export async function capturesBySeq(run: RunSql, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await run<CaptureRow>('select * from charge_captures where seq = any($1::bigint[])', [seqs])
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return capturesAsJson(
    run,
    seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}

/** The JSON texts of captures, each with its error and updates. */
export async function capturesAsJson(run: RunSql, rows: readonly CaptureRow[]): Promise<string[]> {
  const ids = rows.map((row) => row.id)
  // ASSUMED: capture-error-first: the oldest unresolved error of its own is a capture's `error`.
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

/** One capture's row by id; undefined when there is none. */
export async function captureById(db: Db, id: string): Promise<CaptureRow | undefined> {
  const [row] = await db.select().from(chargeCaptures).where(eq(chargeCaptures.id, id))
  return row
}

/** One capture's JSON text by id, as it stands now; undefined when there is none. */
export async function captureText({ db, run }: { db: Db; run: RunSql }, id: string): Promise<string | undefined> {
  const row = await captureById(db, id)
  return row && (await capturesAsJson(run, [row]))[0]
}
