import { eq } from 'drizzle-orm'
import { errorJson } from '#lib/sandbox/charge-captures/read-charge-captures.ts'
import type { ClaimCreationRow, ErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { claimCreations } from '#lib/sandbox/db/schema.ts'
import { isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/** One claim creation with its errors and merged input. */
export const getClaimCreation: Handler<'getClaimCreation'> = async ({ sandbox, caller, input }) => {
  const id = input.params.charge_capture_claim_creation_id
  const [row] = await sandbox.db.select().from(claimCreations).where(eq(claimCreations.id, id))
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi))
    throw notFound(id)
  const [text] = await creationsAsJson(sandbox.run, [row])
  return text!
}

/** The JSON texts of claim creations by `seq`, in the given order. */
export async function creationsBySeq(run: RunSql, seqs: readonly number[]): Promise<string[]> {
  if (seqs.length === 0) return []
  const rows = await run<ClaimCreationRow>(
    'select * from claim_creations where seq = any($1::bigint[])',
    [seqs],
  )
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  return creationsAsJson(
    run,
    seqs.flatMap((seq) => bySeq.get(seq) ?? []),
  )
}

/** The JSON texts of claim creations with all their errors, including manually resolved ones. */
async function creationsAsJson(run: RunSql, rows: readonly ClaimCreationRow[]): Promise<string[]> {
  const errors = await run<ErrorRow>(
    'select * from claim_creation_errors where claim_creation_id = any($1::text[]) order by seq',
    [rows.map((row) => row.id)],
  )
  const errorsOf = Map.groupBy(errors, (error) => error.claim_creation_id)
  return rows.map((row) => creationJson(row, errorsOf.get(row.id) ?? []))
}

/** The JSON text of a claim creation. The merged input is inserted as stored. */
function creationJson(row: ClaimCreationRow, errors: readonly ErrorRow[]): string {
  const header = JSON.stringify({
    id: row.id,
    created_encounter_id: row.created_encounter_id || null,
    status: row.status,
    most_recent_claim_preview_id: row.most_recent_claim_preview_id,
  })
  const list = errors.map(errorJson).join(',')
  return `${header.slice(0, -1)},"characteristics":${row.characteristics},"errors":[${list}],"encounter_creation_input":${row.encounter_creation_input ?? 'null'}}`
}
