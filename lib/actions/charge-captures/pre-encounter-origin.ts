import 'server-only'
import {
  findPreEncounterNote,
  notePreEncounterCapture,
} from '#lib/console/records/pre-encounter-captures.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { isJsonObject, type JsonObject } from '#lib/core/json.ts'

// Which captures follow pre-encounter records: see decision 0012.

/**
 * How it is known that a capture follows pre-encounter records: it was `made` from them here, it is
 * `named` in the capture itself, or it was `seen` that the partner overwrote a save. The last is a
 * conclusion, not a fact.
 */
export type PreEncounterOrigin = {
  source: 'made' | 'named' | 'seen'
  patient_id: string | null
  appointment_ids: string[]
}

/** The evidence that a capture follows pre-encounter records; null without evidence. */
export async function preEncounterOrigin(
  connection: Connection,
  capture: JsonObject,
): Promise<PreEncounterOrigin | null> {
  const note =
    typeof capture.id === 'string'
      ? await findPreEncounterNote(connection.id, capture.id)
      : undefined
  return note ?? namedOrigin(capture)
}

/** Writes down that a capture was made here from records: the request that made it names them. */
export async function noteMadeFromRecords(
  connection: Connection,
  id: string,
  request: JsonObject,
): Promise<void> {
  if (typeof request.pre_encounter_patient_id !== 'string') return
  await notePreEncounterCapture(connection.id, id, {
    source: 'made',
    patient_id: request.pre_encounter_patient_id,
    appointment_ids: textsOf(request.pre_encounter_appointment_ids),
  })
}

/**
 * Learns from a save: where the partner put other values into members that its records fill than
 * were sent to it, the capture follows records. `unverified` are the paths that came back
 * otherwise.
 */
export async function noteOverwritten(
  connection: Connection,
  id: string,
  unverified: readonly string[],
): Promise<void> {
  const isOverwritten = unverified.some((path) =>
    preEncounterFilledMembers.some(
      (member) => path === `data.${member}` || path.startsWith(`data.${member}.`),
    ),
  )
  if (isOverwritten)
    await notePreEncounterCapture(connection.id, id, {
      source: 'seen',
      patient_id: null,
      appointment_ids: [],
    })
}

// The interface describes no such member of a capture; a partner that grows one is believed.
function namedOrigin(capture: JsonObject): PreEncounterOrigin | null {
  const data = isJsonObject(capture.charge_capture_data) ? capture.charge_capture_data : {}
  const holder = [capture, data].find(
    (each) =>
      typeof each.pre_encounter_patient_id === 'string' && each.pre_encounter_patient_id !== '',
  )
  return holder
    ? {
        source: 'named',
        patient_id: holder.pre_encounter_patient_id as string,
        appointment_ids: textsOf(holder.pre_encounter_appointment_ids),
      }
    : null
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
