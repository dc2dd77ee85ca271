'use server'

import { z } from 'zod'
import { readRecords, searchAppointments, searchPatients } from './finding/find-pre-encounter.ts'
import { id } from './inputs.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'

// It becomes a part of a filter text, whose own signs it may not hold.
const recordId = id

// Pre-encounter patients and appointments. What is searched for travels in the action's body: it names patients.

/** `{text}` -> Result<LookUpReply<PatientLine>>: patients by last name, MRN, birth date or id. */
export async function findPatients(input: unknown): Promise<Pending> {
  const text = z.string().trim().min(2).max(100)
  return asReply(runAction({ task: 'listPatients', input: z.strictObject({ text }), verb: searchPatients }, input))
}

/** `{patient_id}` -> Result<LookUpReply<AppointmentLine>>: the patient's appointments, the latest first. */
export async function findAppointments(input: unknown): Promise<Pending> {
  return asReply(
    runAction(
      { task: 'listAppointments', input: z.strictObject({ patient_id: recordId }), verb: searchAppointments },
      input,
    ),
  )
}

/** `{patient_id, appointment_ids}` -> Result<PreEncounterReply>: the records, and what the partner will fill from them. */
export async function readPreEncounter(input: unknown): Promise<Pending> {
  const records = z.strictObject({ patient_id: id, appointment_ids: z.array(id).max(20) })
  return asReply(runAction({ task: 'getPatient', input: records, verb: readRecords }, input))
}
