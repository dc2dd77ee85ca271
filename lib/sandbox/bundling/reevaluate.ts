import { asc, eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ClaimCreationRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, claimCreations, claims, encounters } from '#lib/sandbox/db/schema.ts'
import type { BundledCapture } from './bundled-capture.ts'
import { creationColumns } from './creation-columns.ts'
import { evaluateBundle } from './evaluate.ts'
import { loadLookups } from './lookups.ts'
import { makeEncounter } from './make-encounter.ts'
import { writeErrors } from './write-errors.ts'

/** A capture row as bundling reads it. */
function toBundledCapture(row: Omit<BundledCapture, 'data'> & { data: string }): BundledCapture {
  return { ...row, data: parseExact(row.data) }
}

// No place is further ahead of UTC than 14 hours.
const furthestAheadMs = 14 * 3_600_000

/**
 * Evaluates an unbilled claim creation again and writes the result; a successful one gets its
 * encounter and claim.
 */
export async function reevaluate(tx: Db, creation: ClaimCreationRow, now: number): Promise<void> {
  const rows = await tx
    .select()
    .from(chargeCaptures)
    .where(eq(chargeCaptures.claim_creation_id, creation.id))
    .orderBy(asc(chargeCaptures.created_at), asc(chargeCaptures.seq))
  const captures = rows.map(toBundledCapture)
  // ASSUMED: bundling-latest-day
  const latestDay = localDateAt(now + furthestAheadMs, 'UTC')
  const result = evaluateBundle(captures, await loadLookups(tx, captures, latestDay))
  await writeErrors(tx, creation.id, result.errors, now, result.input !== null)
  const members = rows.filter((row) => result.participants.some((capture) => capture.id === row.id))
  const made =
    result.status === 'successful'
      ? await writeEncounter(tx, creation.id, members, result.input, now)
      : undefined
  await tx
    .update(claimCreations)
    .set({
      ...creationColumns(rows),
      // A claim creation whose last capture left keeps the values that it was grouped by.
      ...(rows.length > 0 ? { characteristics: JSON.stringify(result.characteristics) } : {}),
      status: result.status,
      encounter_creation_input: result.input === null ? null : inputText(members, result.input),
      created_encounter_id: made?.encounter.id ?? '',
      claim_id: made?.claim.id ?? '',
      claim_status: made?.claim.status ?? '',
      // A dry run has a claim preview.
      most_recent_claim_preview_id:
        result.status === 'successful-dry-run'
          ? (creation.most_recent_claim_preview_id ?? randomUUID())
          : null,
      updated_at: now,
    })
    .where(eq(claimCreations.id, creation.id))
}

async function writeEncounter(
  tx: Db,
  creationId: string,
  members: CaptureRow[],
  input: JsonObject | null,
  now: number,
) {
  const made = makeEncounter({
    creationId,
    members,
    input: inputText(members, input),
    data: input ?? {},
    now,
    newId: randomUUID,
  })
  await tx.insert(encounters).values(made.encounter)
  await tx.insert(claims).values(made.claim)
  await tx
    .update(chargeCaptures)
    .set({ claim_status: made.claim.status })
    .where(
      inArray(
        chargeCaptures.id,
        members.map((member) => member.id),
      ),
    )
  return made
}

/** The merged data as text. The text of a single capture is passed on unchanged. */
function inputText(members: readonly CaptureRow[], input: unknown): string {
  return members.length === 1 ? members[0]!.data : JSON.stringify(input)
}
