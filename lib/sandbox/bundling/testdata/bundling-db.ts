import { eq } from 'drizzle-orm'
import type { Json } from '#lib/core/json.ts'
import { cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { captureColumns, type FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'
import {
  chargeCaptures,
  chargeCaptureUpdates,
  claimCreationErrors,
  claimCreations,
  encounters,
  organizationProviders,
  payers,
  serviceFacilities,
} from '#lib/sandbox/db/schema.ts'
import { billedCreationOf, recordUpdate } from '#lib/sandbox/bundling/post-billed-updates.ts'
import { rebundle } from '#lib/sandbox/bundling/rebundle.ts'

export const now = Date.parse('2026-11-20T12:00:00Z')

/**
 * A sandbox database in memory with the records of the clean capture, and functions for a client's
 * operations.
 */
export async function openBundlingDb() {
  const { db, close } = await openTestDb()
  const provider = (npi: string, is_billing: boolean) => ({
    id: npi,
    npi,
    is_billing,
    is_rendering: !is_billing,
    name: 'x',
    body: JSON.stringify({ npi }),
  })
  await db
    .insert(organizationProviders)
    .values([provider('1999999984', true), provider('1234567893', false)])
  await db.insert(serviceFacilities).values({
    id: 'north',
    npi: '1999999984',
    name: 'North Clinic',
    body: JSON.stringify({ name: 'North Clinic', aliases: [], status: 'active' }),
  })
  await db
    .insert(payers)
    .values({ payer_uuid: 'u', payer_id: 'NBH01', name: 'Northbridge Health Plan', body: '{}' })
  return { db, close, ...verbs(db) }
}

type Write = {
  changes?: Record<string, unknown>
  status?: string
  patient?: string
  category?: string
}

function verbs(db: Db) {
  const read = async (id: string) =>
    (await db.select().from(chargeCaptures).where(eq(chargeCaptures.id, id)))[0]!
  /**
   * Creates or replaces the capture, as the handlers do, and returns its claim creation with errors
   * and updates.
   */
  const save = async (
    id: string,
    { changes = {}, status = 'billable', patient = 'PAT-0042', category = 'office' }: Write = {},
  ) => {
    const data = cleanWith({ 'patient.external_id': patient, ...changes }) as Json
    const header = { charge_external_id: `CHG-${id}`, patient_external_id: patient }
    const columns = {
      ...header,
      ...captureColumns(header, data as FilterableData, () => undefined),
      status,
      claim_creation_category: category,
      data: JSON.stringify(data),
    }
    await db.transaction(async (tx) => {
      const [before] = (await tx
        .select()
        .from(chargeCaptures)
        .where(eq(chargeCaptures.id, id))) as CaptureRow[]
      const billed = before && (await billedCreationOf(tx as unknown as Db, before))
      const [after] = before
        ? await tx.update(chargeCaptures).set(columns).where(eq(chargeCaptures.id, id)).returning()
        : await tx
            .insert(chargeCaptures)
            .values({ ...columns, id, created_at: now, updated_at: now })
            .returning()
      const inside = tx as unknown as Db
      await rebundle(inside, { before, after: after!, now })
      if (billed)
        await recordUpdate(inside, {
          creation: billed,
          before: before!,
          after: after!,
          messageType: null,
          now,
        })
    })
    return creationOf(id)
  }
  const creationOf = async (id: string) => {
    const capture = await read(id)
    const [creation] = await db
      .select()
      .from(claimCreations)
      .where(eq(claimCreations.id, capture.claim_creation_id))
    const errors = await db
      .select()
      .from(claimCreationErrors)
      .where(eq(claimCreationErrors.claim_creation_id, capture.claim_creation_id))
      .orderBy(claimCreationErrors.seq)
    const updates = await db
      .select()
      .from(chargeCaptureUpdates)
      .where(eq(chargeCaptureUpdates.charge_capture_id, id))
      .orderBy(chargeCaptureUpdates.seq)
    return { capture, creation, errors, updates }
  }
  const encounterOf = async (creationId: string) =>
    db.select().from(encounters).where(eq(encounters.claim_creation_id, creationId))
  return { save, creationOf, encounterOf }
}
