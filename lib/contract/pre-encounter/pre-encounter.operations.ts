import { z } from 'zod'
import { paging, sortDirection } from '#lib/contract/list-query.ts'
import { operation } from '#lib/contract/operation.ts'
import { preEncounterAppointment } from './appointments.ts'
import { preEncounterPatient } from './patients.ts'
import { page } from '#lib/contract/fields.ts'
import { preEncounterUniversalServiceIdentifier } from './codes.ts'

// Look-up lists of pre-encounter records. Coverages pass through unread.

const coverage = z.record(z.string(), z.unknown())

export const preEncounterPatientListItem = z.looseObject({
  patient: preEncounterPatient,
  primary_coverage: coverage.nullish(),
  secondary_coverage: coverage.nullish(),
  tertiary_coverage: coverage.nullish(),
  next_appointment: z.record(z.string(), z.unknown()).nullish(),
  primary_mrn: z.string().nullish(),
  alternative_mrns: z.array(z.string()),
})
export const preEncounterPatientListPage = page(preEncounterPatientListItem).extend({
  total: z.number(),
})

export const preEncounterAppointmentListItem = z.looseObject({
  appointment: preEncounterAppointment,
  patient: z.record(z.string(), z.unknown()),
  primary_coverage: coverage.nullish(),
  secondary_coverage: coverage.nullish(),
  primary_service_type: preEncounterUniversalServiceIdentifier.nullish(),
})
export const preEncounterAppointmentListPage = page(preEncounterAppointmentListItem).extend({
  total: z.number(),
})

// Pre-encounter records are served at the partner's second base address.

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
    summary: 'Lists patients.',
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
    summary: 'Lists appointments.',
  }),
}
