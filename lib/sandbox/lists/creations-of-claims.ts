import type { RunSql } from '#lib/sandbox/db/run-sql.ts'

/**
 * The claim creations with a resulting claim or encounter of these ids.
 * ASSUMED: claim-ids-either
 */
export async function creationsOfClaims(run: RunSql, ids: readonly string[]): Promise<string[]> {
  const rows = await run<{ id: string }>(
    `select id from claim_creations where created_encounter_id <> '' and created_encounter_id = any($1::text[])
     union select id from claim_creations where claim_id <> '' and claim_id = any($1::text[])`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
