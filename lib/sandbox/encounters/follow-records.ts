import { eq } from 'drizzle-orm'
import { isJsonObject, type JsonObject, parseExact, sameJson } from '#lib/core/json.ts'
import { refreshBilledCreation } from '../bundling/post-billed-updates.ts'
import type { FilterableData } from '../db/capture-columns.ts'
import type { CaptureRow } from '../db/captures-schema.ts'
import type { EncounterRow } from '../db/creations-schema.ts'
import type { Tx } from '../db/open.ts'
import { chargeCaptures, encounters } from '../db/schema.ts'
import { currentRecords, filledData } from '../handlers/pre-encounter-fill.ts'
import { changeCapture, filterColumns } from '../handlers/save-capture.ts'
import { isOpen } from './claim-standing.ts'
import { encounterColumns } from './encounter-columns.ts'

/** How many captures and encounters followed a change. */
export type Followed = { charge_captures: number; encounters: number }

/**
 * Fills every capture and encounter that was made from a patient's records anew. What is submitted or adjudicated stays as
 * it is; a capture follows the encounter that it is part of, and one without an encounter is bundled anew.
 * ASSUMED: auto-update-captures
 */
export async function followRecords(tx: Tx, patientId: string, now: number): Promise<Followed> {
  const rows = await tx.select().from(encounters).where(eq(encounters.pre_encounter_patient_id, patientId))
  const followed: Followed = { charge_captures: 0, encounters: 0 }
  for (const row of rows.filter((each) => isOpen(each.claim_status))) {
    if (await followEncounter(tx, row)) followed.encounters += 1
  }
  const closed = new Set(rows.filter((row) => !isOpen(row.claim_status)).map((row) => row.claim_creation_id))
  const captures = await tx.select().from(chargeCaptures).where(eq(chargeCaptures.pre_encounter_patient_id, patientId))
  for (const capture of captures) {
    // A claim status marks the captures that a claim was made of.
    const isClosed = capture.claim_status !== '' && closed.has(capture.claim_creation_id)
    if (!isClosed && (await followCapture(tx, capture, now))) followed.charge_captures += 1
  }
  return followed
}

async function followEncounter(tx: Tx, row: EncounterRow): Promise<boolean> {
  const patient = await currentRecords(tx, row.pre_encounter_patient_id, row.pre_encounter_appointment_ids)
  const before = parseExact(row.input)
  const input = patient && filledData(before, patient)
  if (!input || sameJson(input, before)) return false
  const header = { external_id: row.external_id, patient_external_id: patient.mrn }
  await tx
    .update(encounters)
    .set({ input: JSON.stringify(input), parts: filledParts(row.parts, patient), ...encounterColumns(header, input as FilterableData) })
    .where(eq(encounters.id, row.id))
  return true
}

// Captures of one bundle agree on the seven members, so each part gets the same.
function filledParts(parts: string | null, patient: { fill: string }): string | null {
  const exact = parts === null ? null : parseExact(parts)
  if (!isJsonObject(exact)) return parts
  const filled: JsonObject = Object.fromEntries(Object.entries(exact).map(([id, part]) => [id, filledData(part, patient)]))
  return JSON.stringify(filled)
}

async function followCapture(tx: Tx, capture: CaptureRow, now: number): Promise<boolean> {
  const patient = await currentRecords(tx, capture.pre_encounter_patient_id ?? '', JSON.parse(capture.pre_encounter_appointment_ids ?? '[]') as string[])
  const before = parseExact(capture.data)
  const data = patient && filledData(before, patient)
  if (!data || sameJson(data, before)) return false
  const header = { patient_external_id: patient.mrn, charge_external_id: capture.charge_external_id }
  const columns = await filterColumns(tx, header, data as FilterableData)
  const change = { data: JSON.stringify(data), patient_external_id: patient.mrn, ...columns, updated_at: now }
  if (capture.claim_status === '') {
    await changeCapture(tx, capture, change, now)
  } else {
    // Its encounter changed with it, so nothing differs from what was billed.
    await tx.update(chargeCaptures).set(change).where(eq(chargeCaptures.id, capture.id))
    await refreshBilledCreation(tx, capture.claim_creation_id, now)
  }
  return true
}
