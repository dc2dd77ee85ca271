import { asc, eq, sql } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { type Json, parseExact } from '#lib/core/json.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ClaimCreationRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, chargeCaptureUpdates, claimCreations } from '#lib/sandbox/db/schema.ts'
import { creationColumns, describingCapture } from './creation-columns.ts'
import { describeChanges, listChanges } from './describe-changes.ts'
import { characteristicsOf } from './grouping.ts'

/** The members of a capture that a client writes. Omitted members count as equal. */
type Written = { data: Json } & Partial<
  Pick<
    CaptureRow,
    | 'status'
    | 'patient_external_id'
    | 'charge_external_id'
    | 'ehr_source_url'
    | 'originating_system'
    | 'claim_creation_category'
  >
> & { metadata?: Json; attachment_external_document_ids?: Json }

/** The HL7 message types that carry charges. An ADT message is about the patient and the stay. */
const chargeMessages: readonly string[] = ['BAR', 'DFT']

/**
 * The text of an update: what one write to a billed capture changed. A message type that carries no
 * charges is named first. Undefined if the write changed nothing.
 */
export function updateMessage(
  before: Written,
  after: Written,
  messageType: string | null,
): string | undefined {
  const { data: dataBefore, ...headerBefore } = before
  const { data: dataAfter, ...headerAfter } = after
  const described = describeChanges([
    ...listChanges(headerBefore, headerAfter),
    ...listChanges(dataBefore, dataAfter),
  ])
  if (described === undefined) return undefined
  const lead =
    messageType === null || chargeMessages.includes(messageType)
      ? ''
      : `${messageType}, no charge message: `
  return lead + described
}

/**
 * The billed claim creation of a capture; undefined if there is none. Read it before a write, which
 * may bill the capture.
 */
export async function billedCreationOf(
  tx: Db,
  capture: CaptureRow,
): Promise<ClaimCreationRow | undefined> {
  if (capture.claim_creation_id === '') return undefined
  const [creation] = await tx
    .select()
    .from(claimCreations)
    .where(eq(claimCreations.id, capture.claim_creation_id))
  return creation && creation.created_encounter_id !== '' ? creation : undefined
}

export type BilledWrite = {
  creation: ClaimCreationRow
  before: CaptureRow
  after: CaptureRow
  /** The HL7 message type of the write; null for a manual write. */
  messageType: string | null
  now: number
}

/**
 * Records a write to a capture of a billed claim creation. Each write that changes something adds
 * one entry, which later writes do not change. If the write moved the capture to another claim
 * creation, no entry is added, because the capture is billed there. ASSUMED: update-after-billing
 */
export async function recordUpdate(
  tx: Db,
  { creation, before, after, messageType, now }: BilledWrite,
): Promise<void> {
  const message = updateMessage(writtenOf(before), writtenOf(after), messageType)
  if (message === undefined) return
  const [current] = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.id, after.id))
  if (current?.claim_creation_id !== creation.id) return
  await tx.insert(chargeCaptureUpdates).values({
    id: randomUUID(),
    charge_capture_id: after.id,
    claim_creation_id: creation.id,
    message,
    hl7_message_type: messageType,
    created_at: now,
  })
  await refreshBilledCreation(tx, creation.id, now)
}

/**
 * Updates a billed claim creation from its captures: the counts of updates, the characteristics and
 * the columns that filters read.
 */
export async function refreshBilledCreation(
  tx: Db,
  creationId: string,
  now: number,
): Promise<void> {
  const members = await tx
    .select()
    .from(chargeCaptures)
    .where(eq(chargeCaptures.claim_creation_id, creationId))
    .orderBy(asc(chargeCaptures.created_at), asc(chargeCaptures.seq))
  const [count] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      unresolved: sql<number>`(count(*) filter (where not ${chargeCaptureUpdates.resolved}))::int`,
    })
    .from(chargeCaptureUpdates)
    .where(eq(chargeCaptureUpdates.claim_creation_id, creationId))
  const first = describingCapture(members)
  await tx
    .update(claimCreations)
    .set({
      ...creationColumns(members),
      ...(first ? { characteristics: JSON.stringify(characteristicsOf(first)) } : {}),
      updates: Number(count?.all ?? 0),
      unresolved_updates: Number(count?.unresolved ?? 0),
      updated_at: now,
    })
    .where(eq(claimCreations.id, creationId))
}

function writtenOf(row: CaptureRow): Written {
  return {
    status: row.status,
    patient_external_id: row.patient_external_id,
    charge_external_id: row.charge_external_id,
    ehr_source_url: row.ehr_source_url,
    originating_system: row.originating_system,
    claim_creation_category: row.claim_creation_category,
    // A missing list is answered as an empty one, so the two are no difference.
    metadata: parseExact(row.metadata ?? '[]'),
    attachment_external_document_ids: parseExact(row.attachment_external_document_ids ?? '[]'),
    data: parseExact(row.data),
  }
}
