import { and, asc, eq, ne, notInArray } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { CaptureRow } from '../db/captures-schema.ts'
import type { ClaimCreationRow } from '../db/creations-schema.ts'
import type { Tx } from '../db/open.ts'
import { chargeCaptures, claimCreations } from '../db/schema.ts'
import { isDropped, waitingCategory } from './bundled-capture.ts'
import { bundleKey, characteristicsOf } from './grouping.ts'
import { recordUpdate, refreshBilledCreation } from './post-billed-updates.ts'
import { reevaluate } from './reevaluate.ts'

export type CaptureChange = {
  /** The row before the write: its links say where the capture was; undefined for a new capture. */
  before: CaptureRow | undefined
  /** The row as written, with its extracted columns. */
  after: CaptureRow
  /** Epoch milliseconds by the sandbox's clock. */
  now: number
}

/**
 * Puts a written capture into the claim creation that it belongs to and evaluates that one again, and the one that it
 * left. A capture that was billed already keeps its place: the difference is recorded as an unresolved update.
 * Runs in the caller's transaction, which holds the write lock: two writers of one group would otherwise each open a
 * claim creation for it. Answers the capture's claim creation id, '' for none.
 */
export async function rebundle(tx: Tx, { before, after, now }: CaptureChange): Promise<string> {
  const linkId = before?.claim_creation_id ?? ''
  const [link] = linkId === '' ? [] : await tx.select().from(claimCreations).where(eq(claimCreations.id, linkId))
  if (link && link.created_encounter_id !== '') {
    // claim_status marks the captures that the claim was made of; one that had dropped out before may still be billed anew.
    if (before?.claim_status) {
      await recordUpdate(tx, link, after, now)
      return link.id
    }
    await refreshBilledCreation(tx, link.id, now)
    if (isDropped(after)) return link.id
  }
  const target = await placeCapture(tx, after, link, now)
  const targetId = target?.id ?? ''
  if (targetId !== linkId) {
    await tx.update(chargeCaptures).set({ claim_creation_id: targetId }).where(eq(chargeCaptures.id, after.id))
  }
  if (link && link.created_encounter_id === '' && link.id !== targetId) await reevaluate(tx, link, now)
  if (target) await reevaluate(tx, target, now)
  return targetId
}

/**
 * The claim creation for a capture: the one that it is in, an open one of its group, or a new one. A billed one takes
 * no more captures. ASSUMED: bundling-late-charge
 */
async function placeCapture(tx: Tx, capture: CaptureRow, link: ClaimCreationRow | undefined, now: number): Promise<ClaimCreationRow | undefined> {
  if (isDropped(capture)) return link
  // ASSUMED: bundling-waits
  if (!link && capture.claim_creation_category === waitingCategory) return undefined
  const key = bundleKey(capture)
  if (key === undefined) return undefined
  if (link && link.bundle_key === key && link.created_encounter_id === '') return link
  const [open] = await tx
    .select()
    .from(claimCreations)
    .where(and(eq(claimCreations.bundle_key, key), eq(claimCreations.created_encounter_id, '')))
    .orderBy(asc(claimCreations.seq))
    .limit(1)
  if (open) return open
  if (link && link.created_encounter_id === '' && (await isAlone(tx, link.id, capture.id))) {
    // Its only capture was corrected in what it is grouped by: the claim creation follows it. ASSUMED: bundling-rekey
    await tx.update(claimCreations).set({ bundle_key: key }).where(eq(claimCreations.id, link.id))
    return { ...link, bundle_key: key }
  }
  return openCreation(tx, capture, key, now)
}

async function isAlone(tx: Tx, creationId: string, captureId: string): Promise<boolean> {
  const others = await tx
    .select({ id: chargeCaptures.id })
    .from(chargeCaptures)
    .where(and(
      eq(chargeCaptures.claim_creation_id, creationId),
      ne(chargeCaptures.id, captureId),
      notInArray(chargeCaptures.status, ['not-billable', 'aborted', 'entered-in-error']),
    ))
    .limit(1)
  return others.length === 0
}

async function openCreation(tx: Tx, capture: CaptureRow, key: string, now: number): Promise<ClaimCreationRow> {
  const [row] = await tx
    .insert(claimCreations)
    .values({
      id: randomUUID(),
      created_at: now,
      updated_at: now,
      status: 'not-started',
      bundle_key: key,
      characteristics: JSON.stringify(characteristicsOf(capture)),
    })
    .returning()
  return row!
}
