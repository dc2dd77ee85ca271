import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { type JsonObject, isJsonObject, parseExact, sameJson } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { valueAt } from '#lib/rules/edit/read-json.ts'
import type { Characteristics } from '#lib/sandbox/bundling/grouping.ts'
import { rebundleTogether } from '#lib/sandbox/bundling/rebundle.ts'
import { filterColumns } from '#lib/sandbox/charge-captures/save-charge-capture.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, claimCreations, encounters } from '#lib/sandbox/db/schema.ts'
import { followsRecords } from '#lib/sandbox/encounters/claim-standing.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import { type FilledPatient, currentRecords, withDateOfService, filledData, recordsOfCapture } from './fill.ts'

/** How many captures and encounters followed a change. */
export type Followed = { charge_captures: number; encounters: number }

/**
 * Fills every capture and encounter that was made from a patient's records anew. What is submitted or adjudicated stays as
 * it is; a capture follows the encounter that it is part of, and those without one are bundled anew. All that follows is
 * written before anything is bundled: captures of one claim must not be seen with the records of two times.
 * ASSUMED: auto-update-captures
 */
export async function followRecords(tx: Db, patientId: string, now: number): Promise<Followed> {
  const captures = await tx
    .select()
    .from(chargeCaptures)
    .where(eq(chargeCaptures.pre_encounter_patient_id, patientId))
    .orderBy(asc(chargeCaptures.created_at), asc(chargeCaptures.seq))
  // A claim status marks the captures that a claim was made of.
  const billed = captures.filter((capture) => capture.claim_status !== '')
  const rows = await tx
    .select()
    .from(encounters)
    .where(
      or(
        and(eq(encounters.claim_creation_id, ''), eq(encounters.pre_encounter_patient_id, patientId)),
        inArray(encounters.claim_creation_id, ['-', ...billed.map((capture) => capture.claim_creation_id)]),
      ),
    )
    .orderBy(asc(encounters.created_at), asc(encounters.seq))
  let followedEncounters = 0
  for (const row of rows.filter(followsRecords)) {
    const members = billed.filter((capture) => capture.claim_creation_id === row.claim_creation_id)
    if (await (members.length > 0 ? followBundled(tx, row, members) : followCreated(tx, row))) followedEncounters += 1
  }
  const closed = new Set(rows.filter((row) => !followsRecords(row)).map((row) => row.claim_creation_id))
  const followed: string[] = []
  for (const capture of captures) {
    const isClosed = capture.claim_status !== '' && closed.has(capture.claim_creation_id)
    if (!isClosed && (await followCapture(tx, capture, now))) followed.push(capture.id)
  }
  await rebundleTogether(tx, followed, now)
  return { charge_captures: followed.length, encounters: followedEncounters }
}

/** An encounter of the create endpoint: its own data, and the day of its appointment. */
async function followCreated(tx: Db, row: EncounterRow): Promise<boolean> {
  const patient = await currentRecords(tx, row.pre_encounter_patient_id, row.pre_encounter_appointment_ids)
  const before = parseExact(row.input)
  const input = patient && filledData(before, patient)
  if (!input) return false
  const columns = columnsOf(row, patient.mrn, withDateOfService(input, patient))
  if (sameJson(input, before) && columns.date_of_service === row.date_of_service) return false
  await tx
    .update(encounters)
    .set({ input: JSON.stringify(input), ...columns })
    .where(eq(encounters.id, row.id))
  return true
}

/**
 * An encounter made by bundling: what each of these captures gave to it is filled anew, and all of it merged as it was at
 * first. What a capture of the bundle said that is not made from records stays. The claim creation's input follows.
 */
async function followBundled(tx: Db, row: EncounterRow, members: readonly CaptureRow[]): Promise<boolean> {
  const before = parseExact(row.input)
  const parts = row.parts === null ? undefined : parseExact(row.parts)
  const given: JsonObject = isJsonObject(parts) ? parts : { [members[0]!.id]: before }
  const filled = { ...given }
  let source: FilledPatient | undefined
  for (const capture of members) {
    const patient = await recordsOfCapture(tx, capture)
    if (!patient) continue
    source ??= patient
    filled[capture.id] = filledData(filled[capture.id] ?? null, patient)
  }
  const input = mergeCaptureData(Object.values(filled))
  // What one capture gave may change where another's word stands in the merged whole.
  if (!source || sameJson(filled, given)) return false
  const text = JSON.stringify(input)
  const named = valueAt(input, 'patient.external_id')
  const patientExternalId = typeof named === 'string' && named !== '' ? named : source.mrn
  await tx
    .update(encounters)
    .set({
      input: text,
      parts: parts === undefined ? null : JSON.stringify(filled),
      ...columnsOf(row, patientExternalId, input),
    })
    .where(eq(encounters.id, row.id))
  const [creation] = await tx.select().from(claimCreations).where(eq(claimCreations.id, row.claim_creation_id))
  const characteristics = {
    ...(JSON.parse(creation!.characteristics) as Characteristics),
    patient_external_id: patientExternalId,
  }
  // Its key stays: what was sent whole is billed under the id that it was grouped by.
  await tx
    .update(claimCreations)
    .set({
      encounter_creation_input: text,
      patient_external_id: patientExternalId,
      characteristics: JSON.stringify(characteristics),
    })
    .where(eq(claimCreations.id, row.claim_creation_id))
  return true
}

function columnsOf(row: EncounterRow, patient_external_id: string, data: JsonObject) {
  return encounterColumns({ external_id: row.external_id, patient_external_id }, data as FilterableData)
}

/** Writes the capture only: what it is bundled with may not have followed yet. */
async function followCapture(tx: Db, capture: CaptureRow, now: number): Promise<boolean> {
  const patient = await recordsOfCapture(tx, capture)
  const before = parseExact(capture.data)
  const data = patient && filledData(before, patient)
  if (!data || sameJson(data, before)) return false
  const header = { patient_external_id: patient.mrn, charge_external_id: capture.charge_external_id }
  const columns = await filterColumns(tx, header, data as FilterableData)
  await tx
    .update(chargeCaptures)
    .set({ data: JSON.stringify(data), patient_external_id: patient.mrn, ...columns, updated_at: now })
    .where(eq(chargeCaptures.id, capture.id))
  return true
}
