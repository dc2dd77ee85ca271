import { and, asc, eq, inArray } from 'drizzle-orm'
import type { PreEncounterAppointment } from '#lib/contract/pre-encounter/appointments.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { type Json, type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import type { AppointmentRow, PatientRow } from '#lib/sandbox/db/records-schema.ts'
import { preEncounterAppointments, preEncounterPatients } from '#lib/sandbox/db/schema.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { referrerOf } from './record-values.ts'

/**
 * A patient whose `fill` combines the patient and the appointments, and the day of the first
 * appointment.
 */
export type FilledPatient = PatientRow & { firstAppointment: string }

/** The pre-encounter patient with the appointments applied; 404 with the id that is not found. */
export async function preEncounterRecords(
  tx: Db,
  patientId: string,
  appointmentIds: readonly string[],
): Promise<FilledPatient> {
  const found = await foundRecords(tx, patientId, appointmentIds)
  if (!found) throw notFound(patientId)
  const missing = appointmentIds.find((id) => !found.appointments.some((row) => row.id === id))
  if (missing !== undefined) throw notFound(missing)
  return withAppointments(found.patient, found.appointments)
}

/** The same for records that existed before; undefined if the patient was deleted. */
export async function currentRecords(
  tx: Db,
  patientId: string,
  appointmentIds: readonly string[],
): Promise<FilledPatient | undefined> {
  const found = await foundRecords(tx, patientId, appointmentIds)
  return found && withAppointments(found.patient, found.appointments)
}

/**
 * The same for the records that a capture was made from; undefined for a capture without
 * pre-encounter records.
 */
export async function recordsOfCapture(
  tx: Db,
  capture: CaptureRow,
): Promise<FilledPatient | undefined> {
  if (capture.pre_encounter_patient_id === null) return undefined
  return currentRecords(
    tx,
    capture.pre_encounter_patient_id,
    JSON.parse(capture.pre_encounter_appointment_ids ?? '[]') as string[],
  )
}

async function foundRecords(tx: Db, patientId: string, appointmentIds: readonly string[]) {
  const [patient] = await tx
    .select()
    .from(preEncounterPatients)
    .where(eq(preEncounterPatients.id, patientId))
  if (!patient) return undefined
  const appointments = await tx
    .select()
    .from(preEncounterAppointments)
    .where(
      and(
        inArray(preEncounterAppointments.id, ['', ...appointmentIds]),
        eq(preEncounterAppointments.patient_id, patientId),
      ),
    )
    .orderBy(asc(preEncounterAppointments.start_timestamp))
  return { patient, appointments }
}

/**
 * An appointment's attending doctor of type REFERRING replaces the patient's own referring
 * provider. ASSUMED: pre-encounter-appointment-referrer
 */
function withAppointments(
  patient: PatientRow,
  appointments: readonly AppointmentRow[],
): FilledPatient {
  const firstAppointment = appointments[0]?.start_timestamp.slice(0, 10) ?? ''
  const doctors = appointments.map(
    (row) => (JSON.parse(row.body) as PreEncounterAppointment).attending_doctor,
  )
  const doctor = doctors.find((each) => each?.type === 'REFERRING')
  if (!doctor) return { ...patient, firstAppointment }
  const fill = parseExact(patient.fill)
  return {
    ...patient,
    firstAppointment,
    fill: JSON.stringify({
      ...(isJsonObject(fill) ? fill : {}),
      referring_provider: referrerOf(doctor),
    }),
  }
}

/**
 * The data with its seven members from the patient's records; members without a value in the
 * records are left out.
 */
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

/**
 * The data with a date of service: its own, or the day of the first appointment. The appointment's
 * day is not stored with the data, so it follows the appointment. ASSUMED:
 * encounter-date-from-appointment
 */
export function withDateOfService(
  data: JsonObject,
  { firstAppointment }: { firstAppointment: string },
): JsonObject {
  const isDated =
    Boolean(data.date_of_service) ||
    (Array.isArray(data.service_lines) &&
      data.service_lines.some((line) => isJsonObject(line) && line.date_of_service))
  return isDated || firstAppointment === '' ? data : { ...data, date_of_service: firstAppointment }
}
