import { folded } from '#lib/core/folded.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import type { AppointmentRow, PatientRow } from '#lib/sandbox/db/records-schema.ts'
import type { Call, Handler } from '#lib/sandbox/http/handler.ts'
import { notFound, refuseFields } from '#lib/sandbox/http/refusal.ts'
import { pageJson, pageOf } from '#lib/sandbox/lists/pages.ts'

/** One pre-encounter patient. */
export const getPatient: Handler<'getPatient'> = async ({ sandbox, input }) => {
  const id = input.params.patient_id
  const [row] = await sandbox.run<PatientRow>(
    'select body from pre_encounter_patients where id = $1',
    [id],
  )
  if (!row) throw notFound(id)
  return row.body
}

/** One pre-encounter appointment. */
export const getAppointment: Handler<'getAppointment'> = async ({ sandbox, input }) => {
  const id = input.params.appointment_id
  const [row] = await sandbox.run<AppointmentRow>(
    'select body from pre_encounter_appointments where id = $1',
    [id],
  )
  if (!row) throw notFound(id)
  return row.body
}

/** One page of pre-encounter patients, filtered and sorted. */
export const listPatients: Handler<'listPatients'> = async (call) => {
  const rows = await call.sandbox.run<PatientRow>(
    'select body, mrn from pre_encounter_patients order by seq',
  )
  return listPage(
    call,
    rows.map(
      ({ body, mrn }) =>
        `{"patient":${body},"primary_mrn":${JSON.stringify(mrn)},"alternative_mrns":[]}`,
    ),
    'patient.updatedAt',
  )
}

/** One page of pre-encounter appointments with their patients, filtered and sorted. */
export const listAppointments: Handler<'listAppointments'> = async (call) => {
  const rows = await call.sandbox.run<{ appointment: string; patient: string }>(
    'select a.body as appointment, p.body as patient from pre_encounter_appointments a join pre_encounter_patients p on p.id = a.patient_id order by a.seq',
  )
  return listPage(
    call,
    rows.map(({ appointment, patient }) => `{"appointment":${appointment},"patient":${patient}}`),
    'appointment.startTimestamp',
  )
}

// Filters can name any member of a record, so these small lists are read as a whole.
function listPage(
  call: Call<'listPatients'> | Call<'listAppointments'>,
  texts: readonly string[],
  defaultSort: string,
): string {
  const { query = {} } = call.input
  const passes = preEncounterFilter(query.filters)
  const items = texts
    .map((text) => ({ text, item: JSON.parse(text) as Json }))
    .filter(({ item }) => passes(item))
  const field = query.sort_field ?? defaultSort
  const sorted = items.toSorted((a, b) =>
    compare(textAtPath(a.item, field) ?? '', textAtPath(b.item, field) ?? ''),
  )
  if (query.sort_direction === 'desc') sorted.reverse()
  const page = pageOf(sorted, {
    ...call,
    query,
    defaults: { sort_field: defaultSort, sort_direction: 'asc' },
  })
  return pageJson(
    page.items.map(({ text }) => text),
    page,
    { total: items.length },
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

type Test = (value: string, wanted: string) => boolean

const tests: Record<string, Test> = {
  eq: (value, wanted) => value === wanted,
  ieq: (value, wanted) => value.toLowerCase() === wanted.toLowerCase(),
  contains: (value, wanted) => folded(value).includes(folded(wanted)),
  gt: (value, wanted) => value > wanted,
  lt: (value, wanted) => value < wanted,
  in: (value, wanted) => wanted.split(';').includes(value),
}

/**
 * Turns a pre-encounter `filters` text into a test of list items. The text holds conditions
 * `path|operator|value`, separated by commas; an item must match all of them. Paths are camelCase,
 * as in the published client (`patient.mrn|eq|12345`).
 */
function preEncounterFilter(filters: string | undefined): (item: Json) => boolean {
  const conditions = (filters ?? '')
    .split(',')
    .filter(Boolean)
    .map((text) => {
      const [path = '', operator = '', ...value] = text.split('|')
      const holds = Object.hasOwn(tests, operator) ? tests[operator]! : undefined
      if (!holds || value.length === 0)
        throw refuseFields([
          { path: 'filters', message: `${text} does not have the form path|operator|value` },
        ])
      return { path, holds, value: value.join('|') }
    })
  return (item) =>
    conditions.every(({ path, holds, value }) => {
      const found = textAtPath(item, path)
      return found !== undefined && holds(found, value)
    })
}

/** The text at a camelCase path of an item; undefined if there is none. */
function textAtPath(item: Json, path: string): string | undefined {
  let value: Json | undefined = item
  for (const member of path.split('.')) {
    const name = member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    value = isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value === undefined || value === null || typeof value === 'object'
    ? undefined
    : String(value)
}
