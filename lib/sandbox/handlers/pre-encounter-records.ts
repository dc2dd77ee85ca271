import type { Json } from '#lib/core/json.ts'
import type { AppointmentRow, PatientRow } from '#lib/sandbox/db/records-schema.ts'
import type { Call, Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { preEncounterFilter, textAtPath } from '#lib/sandbox/lists/pre-encounter-filter.ts'
import { pageOf } from '#lib/sandbox/lists/small-list.ts'

/** One pre-encounter patient. */
export const getPatient: Handler<'getPatient'> = async ({ sandbox, input }) => {
  const id = input.params.patient_id
  const [row] = await sandbox.run<PatientRow>('select body from pre_encounter_patients where id = $1', [id])
  if (!row) throw notFound(id)
  return row.body
}

/** One pre-encounter appointment. */
export const getAppointment: Handler<'getAppointment'> = async ({ sandbox, input }) => {
  const id = input.params.appointment_id
  const [row] = await sandbox.run<AppointmentRow>('select body from pre_encounter_appointments where id = $1', [id])
  if (!row) throw notFound(id)
  return row.body
}

/** Pre-encounter patients with their filters and sort. */
export const listPatients: Handler<'listPatients'> = async (call) => {
  const rows = await call.sandbox.run<PatientRow>('select body, mrn from pre_encounter_patients order by seq')
  return listPage(
    call,
    rows.map(({ body, mrn }) => `{"patient":${body},"primary_mrn":${JSON.stringify(mrn)},"alternative_mrns":[]}`),
    'patient.updatedAt',
  )
}

/** Pre-encounter appointments with their patients, filters and sort. */
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

// These lists are small: their filters reach any member of a record, so they are read whole.
function listPage(
  call: Call<'listPatients'> | Call<'listAppointments'>,
  texts: readonly string[],
  defaultSort: string,
): string {
  const { query = {} } = call.input
  const passes = preEncounterFilter(query.filters)
  const items = texts.map((text) => ({ text, item: JSON.parse(text) as Json })).filter(({ item }) => passes(item))
  const field = query.sort_field ?? defaultSort
  const sorted = items.toSorted((a, b) => compare(textAtPath(a.item, field) ?? '', textAtPath(b.item, field) ?? ''))
  if (query.sort_direction === 'desc') sorted.reverse()
  const page = pageOf(sorted, { ...call, query, defaults: { sort_field: defaultSort, sort_direction: 'asc' } })
  return pageJson(
    page.items.map(({ text }) => text),
    page,
    { total: items.length },
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
