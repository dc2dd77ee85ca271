import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { preEncounterCaptures as table } from '#lib/console/schema.ts'

/** A capture that follows pre-encounter records, how we know it, and the records if known. */
export type PreEncounterNote = {
  source: 'made' | 'seen'
  patient_id: string | null
  appointment_ids: string[]
}

/**
 * Records that a capture follows pre-encounter records. `made` is certain, so it is never
 * overwritten.
 */
export async function notePreEncounterCapture(
  connectionId: string,
  chargeCaptureId: string,
  { source, patient_id, appointment_ids }: PreEncounterNote,
): Promise<void> {
  const row = {
    connectionId,
    chargeCaptureId,
    source,
    patientId: patient_id,
    appointmentIds: appointment_ids,
    notedAt: new Date(now()),
  }
  const db = await consoleDb()
  const { source: newSource, patientId, appointmentIds } = row
  await db
    .insert(table)
    .values(row)
    .onConflictDoUpdate({
      target: [table.connectionId, table.chargeCaptureId],
      set: { source: newSource, patientId, appointmentIds },
      setWhere: sql`${table.source} = 'seen'`,
    })
}

/** The note about a capture; undefined without one. */
export async function findPreEncounterNote(
  connectionId: string,
  chargeCaptureId: string,
): Promise<PreEncounterNote | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table.connectionId, connectionId), eq(table.chargeCaptureId, chargeCaptureId)))
  return (
    row && { source: row.source, patient_id: row.patientId, appointment_ids: row.appointmentIds }
  )
}
