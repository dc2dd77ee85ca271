import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { subscriber } from '#lib/contract/charge-capture-data/subscribers.ts'
import { preEncounterAppointment } from '#lib/contract/pre-encounter/appointments.ts'
import { preEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import { strictIssues } from '#lib/contract/strict-values.ts'
import { type Json, type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { preEncounterAppointments, preEncounterPatients } from '#lib/sandbox/db/schema.ts'
import { schemaIssuesOf } from '#lib/sandbox/http/check-input.ts'
import { type Sandbox, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { notFound, refuseFields } from '#lib/sandbox/http/refusal.ts'
import { fillAfterChange } from './fill-from-records.ts'
import { followRecords } from './follow-records.ts'

const changes = z.record(z.string(), z.json())

/**
 * The body of POST /_sandbox/pre-encounter: one record and its new values. The members of an object
 * are merged.
 */
export const preEncounterChange = z.union([
  z.strictObject({ patient_id: z.string(), changes }),
  z.strictObject({ appointment_id: z.string(), changes }),
])
export type PreEncounterChange = z.infer<typeof preEncounterChange>

// Members that identify the record.
const fixed = ['id', 'organization_id', 'patient_id', 'version', 'updated_at'] as const
// Coverage is stored beside the record, not in it.
const cover = {
  subscriber_primary: subscriber.nullable(),
  subscriber_secondary: subscriber.nullable(),
}

/**
 * Changes a pre-encounter record. Captures and encounters that were made from it follow. 404 and
 * 422 as usual.
 */
export async function changePreEncounter(
  sandbox: Sandbox,
  change: PreEncounterChange,
): Promise<object> {
  const now = sandbox.now()
  const set = change.changes as JsonObject
  const named = fixed.filter((member) => Object.hasOwn(set, member))
  if (named.length > 0)
    throw refuseFields(
      named.map((member) => ({ path: `changes.${member}`, message: 'cannot be changed' })),
    )
  return inWriteTransaction(sandbox, async ({ db: tx }) => {
    const { patientId, record } =
      'patient_id' in change
        ? await changePatient(tx, change.patient_id, set, now)
        : await changeAppointment(tx, change.appointment_id, set, now)
    return { record, updated: await followRecords(tx, patientId, now) }
  })
}

async function changePatient(tx: Db, id: string, set: JsonObject, now: number) {
  const [row] = await tx.select().from(preEncounterPatients).where(eq(preEncounterPatients.id, id))
  if (!row) throw notFound(id)
  const { subscriber_primary, subscriber_secondary, ...members } = set
  checkCover({
    ...(subscriber_primary === undefined ? {} : { subscriber_primary }),
    ...(subscriber_secondary === undefined ? {} : { subscriber_secondary }),
  })
  const record = nextVersion(row.body, members, now)
  const patient = checked(preEncounterPatient, record)
  const fill = parseExact(row.fill)
  await tx
    .update(preEncounterPatients)
    .set({
      mrn: patient.mrn,
      name: foldName(`${patient.name.given[0] ?? ''} ${patient.name.family}`),
      birth_date: patient.birth_date,
      body: JSON.stringify(record),
      fill: JSON.stringify(fillAfterChange(isJsonObject(fill) ? fill : {}, patient, set)),
    })
    .where(eq(preEncounterPatients.id, id))
  return { patientId: id, record }
}

async function changeAppointment(tx: Db, id: string, set: JsonObject, now: number) {
  const [row] = await tx
    .select()
    .from(preEncounterAppointments)
    .where(eq(preEncounterAppointments.id, id))
  if (!row) throw notFound(id)
  const record = nextVersion(row.body, set, now)
  const appointment = checked(preEncounterAppointment, record)
  await tx
    .update(preEncounterAppointments)
    .set({
      start_timestamp: appointment.start_timestamp,
      status: appointment.status ?? '',
      body: JSON.stringify(record),
    })
    .where(eq(preEncounterAppointments.id, id))
  return { patientId: row.patient_id, record }
}

function nextVersion(body: string, set: JsonObject, now: number): JsonObject {
  const record = JSON.parse(body) as JsonObject
  return {
    ...merged(record, set),
    version: Number(record.version) + 1,
    updated_at: new Date(now).toISOString(),
  }
}

function merged(before: JsonObject, set: JsonObject): JsonObject {
  const entries = Object.entries(set).map(([member, value]): [string, Json] => {
    const old = before[member]
    return [member, isJsonObject(old) && isJsonObject(value) ? merged(old, value) : value]
  })
  return { ...before, ...Object.fromEntries(entries) }
}

function checked<T extends z.ZodType>(schema: T, record: JsonObject): z.infer<T> {
  const parsed = schema.safeParse(record)
  const issues = parsed.success ? strictIssues(schema, record) : schemaIssuesOf(parsed.error)
  if (issues.length > 0 || !parsed.success)
    throw refuseFields(issues.map(({ path, message }) => ({ path: `changes.${path}`, message })))
  return parsed.data
}

function checkCover(members: JsonObject): void {
  const schema = z.object(cover).partial()
  const parsed = schema.safeParse(members)
  const issues = parsed.success ? strictIssues(schema, members) : schemaIssuesOf(parsed.error)
  if (issues.length > 0)
    throw refuseFields(issues.map(({ path, message }) => ({ path: `changes.${path}`, message })))
}
