import { and, asc, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ClaimCreationRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, claimCreations } from '#lib/sandbox/db/schema.ts'
import { isDropped, waitingCategory } from './bundled-capture.ts'
import { bundleKey, characteristicsOf } from './grouping.ts'
import { refreshBilledCreation } from './post-billed-updates.ts'
import { reevaluate } from './reevaluate.ts'

export type CaptureChange = {
  /** The row before the write, with its link to a claim creation; undefined for a new capture. */
  before: CaptureRow | undefined
  /** The row after the write, with its extracted columns. */
  after: CaptureRow
  /** Epoch milliseconds by the sandbox's clock. */
  now: number
}

/**
 * Links a written capture to its claim creation. Evaluates this claim creation again, and also the
 * one that the capture left. A billed capture keeps its claim creation. It runs in the caller's
 * transaction, which holds the write lock. Without the lock, two writers of one group could each
 * open a claim creation for it.
 */
export async function rebundle(tx: Db, { before, after, now }: CaptureChange): Promise<void> {
  await evaluateAll(tx, await settle(tx, before, after, now), now)
}

/**
 * The same for several captures that were already written, in this order. All captures are linked
 * first. Then each claim creation is evaluated once, so that none is billed with only a part of its
 * captures.
 */
export async function rebundleTogether(
  tx: Db,
  captureIds: readonly string[],
  now: number,
): Promise<void> {
  const touched: string[] = []
  for (const id of captureIds) {
    // Read the row again: when a claim creation follows one capture to a new group, its other
    // captures move too.
    const [row] = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.id, id))
    touched.push(...(await settle(tx, row, row!, now)))
  }
  await evaluateAll(tx, touched, now)
}

/**
 * Links a capture to its claim creation and returns the ids of the unbilled claim creations to
 * evaluate again.
 */
async function settle(
  tx: Db,
  before: CaptureRow | undefined,
  after: CaptureRow,
  now: number,
): Promise<string[]> {
  const linkId = before?.claim_creation_id ?? ''
  const [link] =
    linkId === '' ? [] : await tx.select().from(claimCreations).where(eq(claimCreations.id, linkId))
  if (link && link.created_encounter_id !== '') {
    await refreshBilledCreation(tx, link.id, now)
    // A claim status means that the capture is in the claim. A capture that was left out can still
    // be billed in another claim.
    if (before?.claim_status || isDropped(after)) return []
  }
  const target = await placeCapture(tx, after, link, now)
  const targetId = target?.id ?? ''
  if (targetId !== linkId) {
    await tx
      .update(chargeCaptures)
      .set({ claim_creation_id: targetId })
      .where(eq(chargeCaptures.id, after.id))
    // The filters of the billed claim creation must no longer match by this capture.
    if (link && link.created_encounter_id !== '') await refreshBilledCreation(tx, link.id, now)
  }
  const isLeft = link && link.created_encounter_id === '' && link.id !== targetId
  return [...(isLeft ? [link.id] : []), ...(target ? [target.id] : [])]
}

async function evaluateAll(tx: Db, creationIds: readonly string[], now: number): Promise<void> {
  for (const id of new Set(creationIds)) {
    const [creation] = await tx.select().from(claimCreations).where(eq(claimCreations.id, id))
    await reevaluate(tx, creation!, now)
  }
}

/**
 * The claim creation for a capture: its current one, an open one of its group, or a new one. A
 * billed claim creation takes no more captures. ASSUMED: bundling-late-charge
 */
async function placeCapture(
  tx: Db,
  capture: CaptureRow,
  link: ClaimCreationRow | undefined,
  now: number,
): Promise<ClaimCreationRow | undefined> {
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
  if (link && link.created_encounter_id === '' && (await isWholeGroup(tx, link.id, key))) {
    // All its captures moved to this group, so the claim creation moves too. ASSUMED:
    // bundling-rekey
    await tx.update(claimCreations).set({ bundle_key: key }).where(eq(claimCreations.id, link.id))
    return { ...link, bundle_key: key }
  }
  return openCreation(tx, capture, key, now)
}

/** True if all captures of a claim creation that are not left out now belong to this group. */
async function isWholeGroup(tx: Db, creationId: string, key: string): Promise<boolean> {
  const members = await tx
    .select()
    .from(chargeCaptures)
    .where(eq(chargeCaptures.claim_creation_id, creationId))
  return members.every((member) => isDropped(member) || bundleKey(member) === key)
}

async function openCreation(
  tx: Db,
  capture: CaptureRow,
  key: string,
  now: number,
): Promise<ClaimCreationRow> {
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
