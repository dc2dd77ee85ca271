import type { ClaimCreationRow, ErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { creationJson } from './creation-json.ts'

/** The JSON texts of claim creations by their `seq`s, in the order given. */
export async function creationsBySeq(run: RunSql, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await run<ClaimCreationRow>('select * from claim_creations where seq = any($1::bigint[])', [seqs])
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return creationsAsJson(
    run,
    seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}

/** The JSON texts of claim creations, each with all its errors, those resolved by hand included. */
export async function creationsAsJson(run: RunSql, rows: readonly ClaimCreationRow[]): Promise<string[]> {
  const errors = await run<ErrorRow>(
    'select * from claim_creation_errors where claim_creation_id = any($1::text[]) order by seq',
    [rows.map((row) => row.id)],
  )
  const errorsOf = Map.groupBy(errors, (error) => error.claim_creation_id)
  return rows.map((row) => creationJson(row, errorsOf.get(row.id) ?? []))
}
