import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { type JsonObject, isJsonObject, parseExact, sameJson } from '#lib/core/json.ts'
import { mergeCaptureData } from '#lib/rules/bundle-merge.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import type { Characteristics } from '#lib/sandbox/bundling/grouping.ts'
import { rebundleTogether } from '#lib/sandbox/bundling/rebundle.ts'
import { filterColumns } from '#lib/sandbox/charge-captures/save-charge-capture.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, claimCreations, encounters } from '#lib/sandbox/db/schema.ts'
import { followsRecords } from '#lib/sandbox/encounters/claim-status.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import {
  type FilledPatient,
  currentRecords,
  withDateOfService,
  filledData,
  recordsOfCapture,
} from './fill.ts'

/** The numbers of captures and encounters that followed a change. */
export type Followed = { charge_captures: number; encounters: number }

/**
 * Updates the captures and encounters that were made from a patient's records. Submitted and
 * adjudicated encounters do not change, and neither do their captures. Captures without an
 * encounter are bundled again. All rows are written before any bundling, so that a claim never
 * mixes old and new records. ASSUMED: auto-update-captures
 */
export async function followRecords(tx: Db, patientId: string, now: number): Promise<Followed> {
  const captures = await tx
    .select()
    .from(chargeCaptures)
    .where(eq(chargeCaptures.pre_encounter_patient_id, patientId))
    .orderBy(asc(chargeCaptures.created_at), asc(chargeCaptures.seq))
  // A capture with a claim status is part of a claim.
  const billed = captures.filter((capture) => capture.claim_status !== '')
  const rows = await tx
    .select()
    .from(encounters)
    .where(
      or(
        and(
          eq(encounters.claim_creation_id, ''),
          eq(encounters.pre_encounter_patient_id, patientId),
        ),
        inArray(encounters.claim_creation_id, [
          '-',
          ...billed.map((capture) => capture.claim_creation_id),
        ]),
      ),
    )
    .orderBy(asc(encounters.created_at), asc(encounters.seq))
  let followedEncounters = 0
  for (const row of rows.filter(followsRecords)) {
    const members = billed.filter((capture) => capture.claim_creation_id === row.claim_creation_id)
    if (await (members.length > 0 ? followBundled(tx, row, members) : followCreated(tx, row)))
      followedEncounters += 1
  }
  const closed = new Set(
    rows.filter((row) => !followsRecords(row)).map((row) => row.claim_creation_id),
  )
  const followed: string[] = []
  for (const capture of captures) {
    const isClosed = capture.claim_status !== '' && closed.has(capture.claim_creation_id)
    if (!isClosed && (await followCapture(tx, capture, now))) followed.push(capture.id)
  }
  await rebundleTogether(tx, followed, now)
  return { charge_captures: followed.length, encounters: followedEncounters }
}

/**
 * Updates an encounter of the create endpoint: its filled members and the day of its appointment.
 */
async function followCreated(tx: Db, row: EncounterRow): Promise<boolean> {
  const patient = await currentRecords(
    tx,
    row.pre_encounter_patient_id,
    row.pre_encounter_appointment_ids,
  )
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
 * Updates an encounter that bundling made: the stored data of these captures is filled again, and
 * all captures' data is merged as at first. Data of captures without records does not change. The
 * claim creation's input follows.
 */
async function followBundled(
  tx: Db,
  row: EncounterRow,
  members: readonly CaptureRow[],
): Promise<boolean> {
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
  // A changed capture can change which capture's value the merge takes.
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
  const [creation] = await tx
    .select()
    .from(claimCreations)
    .where(eq(claimCreations.id, row.claim_creation_id))
  const characteristics = {
    ...(JSON.parse(creation!.characteristics) as Characteristics),
    patient_external_id: patientExternalId,
  }
  // The bundle key does not change: captures without records are billed under the id that they were
  // grouped by.
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
  return encounterColumns(
    { external_id: row.external_id, patient_external_id },
    data as FilterableData,
  )
}

/** Writes the capture without bundling it: other captures of its bundle may not be updated yet. */
async function followCapture(tx: Db, capture: CaptureRow, now: number): Promise<boolean> {
  const patient = await recordsOfCapture(tx, capture)
  const before = parseExact(capture.data)
  const data = patient && filledData(before, patient)
  if (!data || sameJson(data, before)) return false
  const header = {
    patient_external_id: patient.mrn,
    charge_external_id: capture.charge_external_id,
  }
  const columns = await filterColumns(tx, header, data as FilterableData)
  await tx
    .update(chargeCaptures)
    .set({
      data: JSON.stringify(data),
      patient_external_id: patient.mrn,
      ...columns,
      updated_at: now,
    })
    .where(eq(chargeCaptures.id, capture.id))
  return true
}
