'use server'

import { z } from 'zod'
import { readRecords, searchAppointments, searchPatients } from './finding/find-pre-encounter.ts'
import { id } from './inputs.ts'
import { readAct } from './act.ts'

// Pre-encounter patients and appointments. The search term is in the action's body, because it
// names patients.

/** Patients by last name, MRN, birth date or id. */
export const findPatients = readAct('listPatients', {
  input: z.strictObject({ text: z.string().trim().min(2).max(100) }),
  run: searchPatients,
})

/** The patient's appointments, the latest first. */
export const findAppointments = readAct('listAppointments', {
  // The id becomes a part of a filter text, whose own signs it may not hold.
  input: z.strictObject({ patient_id: id }),
  run: searchAppointments,
})

/** A patient with the chosen appointments, and what the partner will fill from them. */
export const readPreEncounter = readAct('getPatient', {
  input: z.strictObject({ patient_id: id, appointment_ids: z.array(id).max(20) }),
  run: readRecords,
})
