import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { copiedId } from '#lib/core/copied-id.ts'
import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { birthDateOf, plainPart } from '#lib/lists/search-text.ts'
import { call } from '#lib/partner/call.ts'
import {
  appointmentLine,
  type AppointmentLine,
  type PatientLine,
  patientLine,
  recordFills,
} from '#lib/rules/pre-encounter-record.ts'
import { registeredPerson } from '#lib/rules/new-records/registered-person.ts'
import { isNotOffered, type LookUpReply } from './look-up.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { isUuid } from '#lib/core/uuid.ts'

const shown = 20
const narrowed = 100

type ListOperation = 'listPatients' | 'listAppointments'

/**
 * Finds patients by last name, MRN, birth date or id, the last changed first. Only a short line of
 * each leaves the server.
 */
export async function searchPatients(
  { text }: { text: string },
  context: ActionContext,
): Promise<Result<LookUpReply<PatientLine>>> {
  const { filters, words } = patientSearch(text)
  let lines: PatientLine[] = []
  for (const filter of filters) {
    const found = await readLines(
      'listPatients',
      { filters: filter, limit: words.length > 0 ? narrowed : shown, sort_direction: 'desc' },
      (item) => patientLine(item.patient),
      context,
    )
    if (!found.ok || !found.value.is_available) return found
    lines = found.value.items.filter(({ name }) => hasWords(folded(name), words)).slice(0, shown)
    if (lines.length > 0) break
  }
  return given('listPatients', lines, context)
}

/** The appointments of one patient, the latest first. */
export async function searchAppointments(
  { patient_id }: { patient_id: string },
  context: ActionContext,
): Promise<Result<LookUpReply<AppointmentLine>>> {
  const query = {
    filters: `appointment.patientId|eq|${patient_id}`,
    limit: narrowed,
    sort_direction: 'desc' as const,
  }
  const found = await readLines(
    'listAppointments',
    query,
    (item) => appointmentLine(item.appointment),
    context,
  )
  return found.ok && found.value.is_available
    ? given('listAppointments', found.value.items, context)
    : found
}

type Chosen = { patient_id: string; appointment_ids: string[] }

/**
 * Returns the chosen records and the values of the members that the partner fills from them.
 * `missing` are ids of appointments that are not there.
 */
export async function readRecords({ patient_id, appointment_ids }: Chosen, context: ActionContext) {
  const { connection } = context
  const [patient, ...appointments] = await Promise.all([
    call(connection, operations.getPatient, { params: { patient_id } }),
    ...appointment_ids.map((appointment_id) =>
      call(connection, operations.getAppointment, { params: { appointment_id } }),
    ),
  ])
  await recordAct(context, 'read', 'getPatient', [patient_id, ...appointment_ids], {
    outcome: outcomeOf(patient),
  })
  if (!patient.ok) return patient
  const failed = appointments.find(
    (reply) => !reply.ok && reply.error.name !== 'EntityNotFoundError',
  )
  if (failed && !failed.ok) return failed
  const record = JSON.parse(patient.value.text) as Json
  const found = appointments.flatMap((reply) =>
    reply.ok ? [JSON.parse(reply.value.text) as Json] : [],
  )
  const lines = found.flatMap((each) => appointmentLine(each) ?? [])
  const line = patientLine(record) ?? {
    id: patient_id,
    mrn: null,
    name: 'No name',
    sorted_name: 'No name',
    birth_date: null,
    address: null,
  }
  return ok({
    patient: line,
    fills: recordFills(record, found),
    registered: registeredPerson(record),
    appointments: lines,
    missing: appointment_ids.filter((id) => !lines.some((each) => each.id === id)),
  })
}

async function readLines<Line>(
  operation: ListOperation,
  query: { filters: string; limit: number; sort_direction: 'desc' },
  toLine: (item: { [member: string]: Json }) => Line | undefined,
  { connection }: ActionContext,
): Promise<Result<LookUpReply<Line>>> {
  const reply = await call(connection, operations[operation], { query })
  if (!reply.ok)
    return isNotOffered(reply.error.status) ? ok({ is_available: false, items: [] }) : reply
  const page = JSON.parse(reply.value.text) as Json
  const items = isJsonObject(page) && Array.isArray(page.items) ? page.items : []
  return ok({
    is_available: true,
    items: items.flatMap((item) => (isJsonObject(item) ? (toLine(item) ?? []) : [])),
  })
}

// The audit log records the access before the records are returned.
async function given<Line extends { id: string }>(
  operation: ListOperation,
  lines: Line[],
  context: ActionContext,
): Promise<Result<LookUpReply<Line>>> {
  await recordAct(
    context,
    'read',
    operation,
    lines.map((line) => line.id),
  )
  return ok({ is_available: true, items: lines })
}

/**
 * The requests for a typed text: filters to try in turn, and words that the full name must contain.
 */
export type PatientSearch = { filters: string[]; words: string[] }

/**
 * Turns a typed text into `filters` of the pre-encounter patient list: an id, a birth date, a part
 * of the MRN if it has a digit, else a name. The list joins filters by "and" and searches text only
 * in the family name. Of several words the last, then the first is tried as the family name; the
 * rest is matched against the results, like every spelling of a name with an apostrophe or a hyphen.
 */
export function patientSearch(text: string): PatientSearch {
  // Commas, bars and semicolons separate the filters.
  const plain = copiedId(text.replaceAll(/[,|;]+/g, ' '))
  if (isUuid(plain)) return { filters: [`patient.id|eq|${plain.toLowerCase()}`], words: [] }
  const date = birthDateOf(plain)
  if (date !== undefined) return { filters: [`patient.birthDate|eq|${date}`], words: [] }
  const words = plain.split(/\s+/).filter(Boolean)
  if (/\d/.test(plain)) return { filters: [`patient.mrn|contains|${plain}`], words: [] }
  const families = [...new Set([words.at(-1), words[0]])].filter((word) => word !== undefined)
  const asked = families.map(plainPart)
  return {
    filters: asked.map((family) => `patient.name.family|contains|${family}`),
    words: words.length > 1 || asked[0] !== plain ? foldedWords(plain) : [],
  }
}
