import { z } from 'zod'
import { cents, timestamp } from '#lib/contract/fields.ts'
import {
  preEncounterAppointmentStatus,
  preEncounterAppointmentWorkQueue,
  preEncounterNotReadyReason,
  preEncounterPriorAuthorizationStatus,
  preEncounterReadySource,
  preEncounterUniversalServiceIdentifier,
} from './codes.ts'
import { preEncounterExternalProvider } from './patient-parts.ts'

// Pre-encounter appointments.

export const preEncounterService = z.looseObject({
  universal_service_identifier: preEncounterUniversalServiceIdentifier.nullish(),
  start_timestamp: timestamp().nullish(),
})

export const preEncounterAppointmentReasonDetail = z.looseObject({
  diagnosis_codes: z.array(z.string()).nullish(),
  procedure_codes: z.array(z.string()).nullish(),
})

export const preEncounterAppointment = z.looseObject({
  id: z.string(),
  organization_id: z.string(),
  deactivated: z.boolean(),
  version: z.number(),
  updated_at: timestamp(),
  updating_user_id: z.string(),
  patient_id: z.string(),
  start_timestamp: timestamp(),
  status: preEncounterAppointmentStatus.nullish(),
  not_ready_reason: preEncounterNotReadyReason.nullish(),
  ready_source: preEncounterReadySource.nullish(),
  service_duration: z.number(),
  services: z.array(preEncounterService),
  placer_appointment_id: z.string().nullish(),
  placer_system_name: z.string().nullish(),
  attending_doctor: preEncounterExternalProvider.nullish(),
  estimated_copay_cents: cents().nullish(),
  estimated_patient_responsibility_cents: cents().nullish(),
  patient_deposit_cents: cents().nullish(),
  appointment_details: z.string().nullish(),
  checked_in_timestamp: timestamp().nullish(),
  checked_out_timestamp: timestamp().nullish(),
  appointment_reason_detail: preEncounterAppointmentReasonDetail.nullish(),
  medical_necessity_verified: z.boolean().nullish(),
  prior_authorization_status: preEncounterPriorAuthorizationStatus.nullish(),
  notes: z.string().nullish(),
  location_resource_id: z.string().nullish(),
  automated_eligibility_check_complete: z.boolean().nullish(),
  work_queue: preEncounterAppointmentWorkQueue.nullish(),
})
export type PreEncounterAppointment = z.infer<typeof preEncounterAppointment>
