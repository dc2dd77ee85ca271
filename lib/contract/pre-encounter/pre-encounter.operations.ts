import { z } from 'zod'
import { paging, sortDirection } from '#lib/contract/list-query.ts'
import { operation } from '#lib/contract/operation.ts'
import { preEncounterAppointment } from './appointments.ts'
import { preEncounterAppointmentListPage, preEncounterPatientListPage } from './lists.ts'
import { preEncounterPatient } from './patients.ts'

// Pre-encounter records live on the partner's second base address.

const tag = 'Pre-encounter records'

const query = z.object({
  ...paging,
  sort_field: z.string().optional(),
  sort_direction: sortDirection.optional(),
  filters: z.string().optional(),
})

export const preEncounterOperations = {
  getPatient: operation({
    id: 'getPatient',
    method: 'GET',
    path: '/patients/v1/{patient_id}',
    host: 'pre-encounter',
    params: z.object({ patient_id: z.string() }),
    ok: preEncounterPatient,
    errors: ['EntityNotFoundError'],
    source: 'companion',
    tag,
    summary: 'Reads one patient.',
  }),
  getAppointment: operation({
    id: 'getAppointment',
    method: 'GET',
    path: '/appointments/v1/{appointment_id}',
    host: 'pre-encounter',
    params: z.object({ appointment_id: z.string() }),
    ok: preEncounterAppointment,
    errors: ['EntityNotFoundError'],
    source: 'companion',
    tag,
    summary: 'Reads one appointment.',
  }),
  listPatients: operation({
    id: 'listPatients',
    method: 'GET',
    path: '/lists/v1/patient',
    host: 'pre-encounter',
    query,
    ok: preEncounterPatientListPage,
    errors: [],
    source: 'companion',
    tag,
    summary: 'Walks patients.',
  }),
  listAppointments: operation({
    id: 'listAppointments',
    method: 'GET',
    path: '/lists/v1/appointment',
    host: 'pre-encounter',
    query,
    ok: preEncounterAppointmentListPage,
    errors: [],
    source: 'companion',
    tag,
    summary: 'Walks appointments.',
  }),
}
