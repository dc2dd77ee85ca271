import { and, desc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { isJsonObject, parseExact, type Json } from '#lib/core/json.ts'
import { at } from '#lib/rules/edit/read-json.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ClaimCreationRow, EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, chargeCaptureUpdates, claimCreations, encounters } from '#lib/sandbox/db/schema.ts'
import { memberColumns } from './creation-columns.ts'
import { describeChanges, listChanges } from './describe-changes.ts'
import { patientOfKey } from './grouping.ts'

type Billed = { data: Json; patient_external_id: string }
type Current = Pick<CaptureRow, 'status' | 'patient_external_id'> & { data: Json }

/** The message that names how a billed capture differs from what was billed; undefined when it does not. */
export function updateMessage(billed: Billed, current: Current): string | undefined {
  // Only billable captures are ever billed, so that is what the status was.
  const header = listChanges(
    { status: 'billable', patient_external_id: billed.patient_external_id },
    { status: current.status, patient_external_id: current.patient_external_id },
  )
  return describeChanges([...header, ...listChanges(billed.data, current.data)])
}

/**
 * Records that a billed capture now differs from its encounter: at most one unresolved update a capture, rewritten while
 * it is unresolved and removed when nothing differs any more. The claim creation stays as it is.
 * ASSUMED: update-after-billing
 */
export async function recordUpdate(
  tx: Db,
  creation: ClaimCreationRow,
  capture: CaptureRow,
  now: number,
): Promise<void> {
  const [encounter] = await tx.select().from(encounters).where(eq(encounters.id, creation.created_encounter_id))
  const data = encounter ? billedPart(encounter, capture.id) : null
  const billed = { data, patient_external_id: billedPatient(creation, capture, data) }
  const message = updateMessage(billed, { ...capture, data: parseExact(capture.data) })
  const ofCapture = eq(chargeCaptureUpdates.charge_capture_id, capture.id)
  const [latest] = await tx
    .select()
    .from(chargeCaptureUpdates)
    .where(ofCapture)
    .orderBy(desc(chargeCaptureUpdates.seq))
    .limit(1)
  const [open] = await tx
    .select()
    .from(chargeCaptureUpdates)
    .where(and(ofCapture, eq(chargeCaptureUpdates.resolved, false)))
  if (message === undefined) {
    if (open) await tx.delete(chargeCaptureUpdates).where(eq(chargeCaptureUpdates.id, open.id))
  } else if (open) {
    await tx.update(chargeCaptureUpdates).set({ message }).where(eq(chargeCaptureUpdates.id, open.id))
  } else if (latest?.message !== message) {
    // The same difference, once resolved, is not raised again by a save that changes nothing more.
    await tx.insert(chargeCaptureUpdates).values({
      id: randomUUID(),
      charge_capture_id: capture.id,
      claim_creation_id: creation.id,
      message,
      created_at: now,
    })
  }
  await refreshBilledCreation(tx, creation.id, now)
}

/** Counts a claim creation's unresolved updates again and follows its captures in the columns that filters read. */
export async function refreshBilledCreation(tx: Db, creationId: string, now: number): Promise<void> {
  const members = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.claim_creation_id, creationId))
  const [count] = await tx
    .select({ unresolved: sql<number>`count(*)::int` })
    .from(chargeCaptureUpdates)
    .where(and(eq(chargeCaptureUpdates.claim_creation_id, creationId), eq(chargeCaptureUpdates.resolved, false)))
  await tx
    .update(claimCreations)
    .set({ ...memberColumns(members), unresolved_updates: Number(count?.unresolved ?? 0), updated_at: now })
    .where(eq(claimCreations.id, creationId))
}

/** What a capture gave to its encounter. */
function billedPart(encounter: EncounterRow, captureId: string): Json {
  if (encounter.parts === null) return parseExact(encounter.input)
  const parts = parseExact(encounter.parts)
  return isJsonObject(parts) && Object.hasOwn(parts, captureId) ? parts[captureId]! : null
}

/**
 * The patient external id that a capture has in its claim. One that is made from records has theirs, which follows them;
 * one that was sent whole keeps the id that it was grouped by, also when the rest of its claim has a new one.
 */
function billedPatient(creation: ClaimCreationRow, capture: CaptureRow, data: Json): string {
  const own = capture.pre_encounter_patient_id === null ? undefined : at(data, 'patient.external_id')
  return typeof own === 'string' ? own : (patientOfKey(creation.bundle_key) ?? creation.patient_external_id)
}
