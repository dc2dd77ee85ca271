import { and, eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { ErrorRow, NewErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { claimCreationErrors } from '#lib/sandbox/db/schema.ts'
import type { BundleError } from './evaluate.ts'

type KeptError = Pick<ErrorRow, 'charge_capture_id' | 'cause' | 'field_in_error'>

/** What makes an error of one evaluation the same as one of the next. */
const keyOf = (error: KeptError | BundleError) => `${error.charge_capture_id}|${error.cause}|${error.field_in_error}`

/**
 * Brings the stored errors of a claim creation to those just found: one that persists keeps its id, and stays resolved
 * while its message is unchanged; one that is no longer found is kept as resolved, with nobody's name until somebody
 * says that they fixed it, and found again later it is a new one. Where nothing was tried, open ones go
 * away, and resolved ones stay as they are.
 * ASSUMED: bundling-error-identity
 */
export async function writeErrors(
  tx: Db,
  creationId: string,
  found: readonly BundleError[],
  now: number,
  isTried: boolean,
): Promise<void> {
  const stored = await tx
    .select()
    .from(claimCreationErrors)
    .where(and(eq(claimCreationErrors.claim_creation_id, creationId), eq(claimCreationErrors.is_cleared, false)))
  const byKey = new Map(stored.map((row) => [keyOf(row), row]))
  const fresh: NewErrorRow[] = []
  for (const error of found) {
    const known = byKey.get(keyOf(error))
    byKey.delete(keyOf(error))
    if (!known) fresh.push({ ...error, id: randomUUID(), claim_creation_id: creationId, created_at: now })
    else if (known.message !== error.message) {
      await tx
        .update(claimCreationErrors)
        .set({ message: error.message, resolved: false, resolved_by: null, resolution_reason: null })
        .where(eq(claimCreationErrors.id, known.id))
    }
  }
  const gone = [...byKey.values()].filter((row) => isTried || !row.resolved)
  const isGone = inArray(
    claimCreationErrors.id,
    gone.map((row) => row.id),
  )
  if (gone.length > 0)
    await (isTried
      ? tx.update(claimCreationErrors).set({ resolved: true, is_cleared: true }).where(isGone)
      : tx.delete(claimCreationErrors).where(isGone))
  if (fresh.length > 0) await tx.insert(claimCreationErrors).values(fresh)
}
