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
  /** The row before the write: its links say where the capture was; undefined for a new capture. */
  before: CaptureRow | undefined
  /** The row as written, with its extracted columns. */
  after: CaptureRow
  /** Epoch milliseconds by the sandbox's clock. */
  now: number
}

/**
 * Puts a written capture into the claim creation that it belongs to and evaluates that one again, and the one that it
 * left. A capture that was billed already keeps its place.
 * Runs in the caller's transaction, which holds the write lock: two writers of one group would otherwise each open a
 * claim creation for it.
 */
export async function rebundle(tx: Db, { before, after, now }: CaptureChange): Promise<void> {
  await evaluateAll(tx, await settle(tx, before, after, now), now)
}

/**
 * The same for captures that were all written before, in this order: each finds its place first, and then each claim
 * creation is evaluated once, so that none is billed with a part of what was written.
 */
export async function rebundleTogether(tx: Db, captureIds: readonly string[], now: number): Promise<void> {
  const touched: string[] = []
  for (const id of captureIds) {
    // Read afresh: a claim creation that follows one capture of a group takes the others along.
    const [row] = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.id, id))
    touched.push(...(await settle(tx, row, row!, now)))
  }
  await evaluateAll(tx, touched, now)
}

/** Links a capture to its claim creation and answers the unbilled claim creations that this touches. */
async function settle(tx: Db, before: CaptureRow | undefined, after: CaptureRow, now: number): Promise<string[]> {
  const linkId = before?.claim_creation_id ?? ''
  const [link] = linkId === '' ? [] : await tx.select().from(claimCreations).where(eq(claimCreations.id, linkId))
  if (link && link.created_encounter_id !== '') {
    await refreshBilledCreation(tx, link.id, now)
    // claim_status marks the captures that the claim was made of; one that had dropped out before may still be billed anew.
    if (before?.claim_status || isDropped(after)) return []
  }
  const target = await placeCapture(tx, after, link, now)
  const targetId = target?.id ?? ''
  if (targetId !== linkId) {
    await tx.update(chargeCaptures).set({ claim_creation_id: targetId }).where(eq(chargeCaptures.id, after.id))
    // Nothing finds the billed claim creation by a capture that left it.
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
 * The claim creation for a capture: the one that it is in, an open one of its group, or a new one. A billed one takes
 * no more captures. ASSUMED: bundling-late-charge
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
    // All that it bundles was corrected in what it is grouped by: the claim creation follows. ASSUMED: bundling-rekey
    await tx.update(claimCreations).set({ bundle_key: key }).where(eq(claimCreations.id, link.id))
    return { ...link, bundle_key: key }
  }
  return openCreation(tx, capture, key, now)
}

/** Whether every capture that takes part in a claim creation belongs to this group by now. */
async function isWholeGroup(tx: Db, creationId: string, key: string): Promise<boolean> {
  const members = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.claim_creation_id, creationId))
  return members.every((member) => isDropped(member) || bundleKey(member) === key)
}

async function openCreation(tx: Db, capture: CaptureRow, key: string, now: number): Promise<ClaimCreationRow> {
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
