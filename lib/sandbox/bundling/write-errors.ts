import { and, eq, inArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { ErrorRow, NewErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { claimCreationErrors } from '#lib/sandbox/db/schema.ts'
import type { BundleError } from './evaluate.ts'

type StoredError = Pick<ErrorRow, 'charge_capture_id' | 'cause' | 'field_in_error'>

/** Identifies an error over several evaluations. */
const keyOf = (error: StoredError | BundleError) =>
  `${error.charge_capture_id}|${error.cause}|${error.field_in_error}`

/**
 * Updates the stored errors of a claim creation to the errors that an evaluation found.
 * - An error that is found again keeps its id, and stays resolved while its message does not change.
 * - An error that is no longer found becomes resolved, without a name until a person resolves it. If it is found again
 *   later, it is a new error.
 * - If the captures were not merged (`isTried` is false), unresolved errors are deleted and resolved ones do not change.
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
    .where(
      and(
        eq(claimCreationErrors.claim_creation_id, creationId),
        eq(claimCreationErrors.is_cleared, false),
      ),
    )
  const byKey = new Map(stored.map((row) => [keyOf(row), row]))
  const fresh: NewErrorRow[] = []
  for (const error of found) {
    const known = byKey.get(keyOf(error))
    byKey.delete(keyOf(error))
    if (!known)
      fresh.push({ ...error, id: randomUUID(), claim_creation_id: creationId, created_at: now })
    else if (known.message !== error.message) {
      await tx
        .update(claimCreationErrors)
        .set({
          message: error.message,
          resolved: false,
          resolved_by: null,
          resolution_reason: null,
        })
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
