import { z } from 'zod'
import { page } from '#lib/contract/fields.ts'
import { preEncounterUniversalServiceIdentifier } from './codes.ts'
import { preEncounterAppointment } from './appointments.ts'
import { preEncounterPatient } from './patients.ts'

// Look-up lists of pre-encounter records. Coverages are passed through as they come: nothing here reads them.

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
export const preEncounterPatientListPage = page(preEncounterPatientListItem).extend({ total: z.number() })

export const preEncounterAppointmentListItem = z.looseObject({
  appointment: preEncounterAppointment,
  patient: z.record(z.string(), z.unknown()),
  primary_coverage: coverage.nullish(),
  secondary_coverage: coverage.nullish(),
  primary_service_type: preEncounterUniversalServiceIdentifier.nullish(),
})
export const preEncounterAppointmentListPage = page(preEncounterAppointmentListItem).extend({ total: z.number() })
