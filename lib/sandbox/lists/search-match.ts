import { sql } from 'drizzle-orm'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import { chargeCaptures as c } from '#lib/sandbox/db/schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { creationsOfClaims } from './creations-of-claims.ts'
import { containing, type Match, textArray } from './match.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * search_term: a part of the patient's name, date of birth or external id or of the charge's external id, in any letter
 * case; or a whole charge id or claim id.
 * ASSUMED: search-by-part
 */
export async function searchMatch(term: string, run: RunSql): Promise<Match | undefined> {
  const text = foldName(term)
  if (text === '') return undefined
  const byText = sql`${c.search_text} like ${containing(text)}`
  if (!uuid.test(text)) return { condition: byText, rare: true }
  const creations = await creationsOfClaims(run, [text])
  const byClaim = creations.length > 0 ? sql` or ${c.claim_creation_id} = any(${textArray(creations)})` : sql``
  return { condition: sql`${byText} or ${c.id} = ${text}${byClaim}`, rare: true }
}
