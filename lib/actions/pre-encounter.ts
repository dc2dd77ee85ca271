'use server'

import { z } from 'zod'
import { readRecords, searchAppointments, searchPatients } from './finding/find-pre-encounter.ts'
import { id } from './inputs.ts'
import { readAction } from './run-action.ts'

// Pre-encounter patients and appointments. The search term is in the action's body, because it names patients.

/** `{text}` -> Result<LookUpReply<PatientLine>>: patients by last name, MRN, birth date or id. */
export const findPatients = readAction({
  task: 'listPatients',
  input: z.strictObject({ text: z.string().trim().min(2).max(100) }),
  verb: searchPatients,
})

/** `{patient_id}` -> Result<LookUpReply<AppointmentLine>>: the patient's appointments, the latest first. */
export const findAppointments = readAction({
  task: 'listAppointments',
  // The id becomes a part of a filter text, whose own signs it may not hold.
  input: z.strictObject({ patient_id: id }),
  verb: searchAppointments,
})

/** `{patient_id, appointment_ids}` -> Result<PreEncounterReply>: the records, and what the partner will fill from them. */
export const readPreEncounter = readAction({
  task: 'getPatient',
  input: z.strictObject({ patient_id: id, appointment_ids: z.array(id).max(20) }),
  verb: readRecords,
})
