import { and, eq, inArray } from 'drizzle-orm'
import { preEncounterFilledMembers } from '#lib/contract/charge-captures.operations.ts'
import { isJsonObject, type Json, type JsonObject, parseExact } from '#lib/core/json.ts'
import type { PatientRow } from '../db/records-schema.ts'
import type { Tx } from '../db/open.ts'
import { preEncounterAppointments, preEncounterPatients } from '../db/schema.ts'
import { notFound, refuseFields } from '../http/refusal.ts'

/** 422 when `data` sets a member that the pre-encounter records fill. */
export function refuseFilledMembers(data: Record<string, unknown>): void {
  const set = preEncounterFilledMembers.filter((member) => data[member] !== undefined && data[member] !== null)
  if (set.length > 0) {
    throw refuseFields(set.map((member) => ({ path: `data.${member}`, message: 'must not be set: the pre-encounter records fill it' })))
  }
}

/** The pre-encounter patient, once it and all of its appointments are found; 404 with the id that is not. */
export async function preEncounterRecords(tx: Tx, patientId: string, appointmentIds: readonly string[]): Promise<PatientRow> {
  const [patient] = await tx.select().from(preEncounterPatients).where(eq(preEncounterPatients.id, patientId))
  if (!patient) throw notFound(patientId)
  const found = await tx
    .select({ id: preEncounterAppointments.id })
    .from(preEncounterAppointments)
    .where(and(inArray(preEncounterAppointments.id, ['', ...appointmentIds]), eq(preEncounterAppointments.patient_id, patientId)))
  const missing = appointmentIds.find((id) => !found.some((row) => row.id === id))
  if (missing !== undefined) throw notFound(missing)
  return patient
}

/** The data with the seven members as the patient's records give them; those that the records lack are left out. */
export function filledData(data: Json, patient: Pick<PatientRow, 'fill'>): JsonObject {
  const filled: JsonObject = isJsonObject(data) ? { ...data } : {}
  const fill = parseExact(patient.fill)
  for (const member of preEncounterFilledMembers) {
    delete filled[member]
    const value = isJsonObject(fill) ? fill[member] : undefined
    if (value !== undefined) filled[member] = value
  }
  return filled
}
