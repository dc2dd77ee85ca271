import { z } from 'zod'
import { schemaInstance } from '../charge-capture-data/schema-instances.ts'
import {
  billableStatus,
  delayReasonCode,
  serviceAuthorizationExceptionCode,
  synchronicity,
} from '../codes/billing.ts'
import { placeOfServiceCode } from '../codes/places-of-service.ts'
import { encounterServiceLineCreate } from './claims.ts'
import {
  encounterIntervention,
  encounterMedication,
  encounterPatientHistoryCategory,
  encounterVitals,
} from './clinical.ts'
import {
  encounterBillingProvider,
  encounterInitialReferringProvider,
  encounterRenderingProvider,
  encounterSupervisingProvider,
} from './providers.ts'
import {
  encounterBillingNoteBase,
  encounterClinicalNoteCategoryCreate,
  encounterDiagnosisCreate,
  encounterExternalClaimSubmissionCreate,
  encounterPropertyCasualtyPatientIdentifierCreate,
  encounterRelatedCausesInformationCreate,
  encounterServiceFacilityBase,
} from './requests.ts'
import { cents, localDate } from '../fields.ts'
import { completeLongZipAddress } from '../people.ts'

// The request that creates an encounter from pre-encounter records.

export const encounterCreateFromPreEncounter = z.looseObject({
  rendering_provider: encounterRenderingProvider,
  place_of_service_code: placeOfServiceCode,
  diagnoses: z.array(encounterDiagnosisCreate),
  service_lines: z.array(encounterServiceLineCreate).nullish(),
  pre_encounter_patient_id: z.string(),
  pre_encounter_appointment_ids: z.array(z.string()),
  billing_provider: encounterBillingProvider,
  initial_referring_provider: encounterInitialReferringProvider.nullish(),
  supervising_provider: encounterSupervisingProvider.nullish(),
  service_facility: encounterServiceFacilityBase.nullish(),
  service_facility_id: z.string().nullish(),
  clinical_notes: z.array(encounterClinicalNoteCategoryCreate).nullish(),
  billing_notes: z.array(encounterBillingNoteBase).nullish(),
  patient_histories: z.array(encounterPatientHistoryCategory).nullish(),
  external_claim_submission: encounterExternalClaimSubmissionCreate.nullish(),
  tag_ids: z.array(z.string()).nullish(),
  schema_instances: z.array(schemaInstance).nullish(),
  related_causes_information: encounterRelatedCausesInformationCreate.nullish(),
  property_casualty_claim_number: z.string().nullish(),
  accident_date: localDate().nullish(),
  property_casualty_patient_identifier: encounterPropertyCasualtyPatientIdentifierCreate.nullish(),
  external_id: z.string(),
  date_of_service: localDate().nullish(),
  end_date_of_service: localDate().nullish(),
  patient_authorized_release: z.boolean(),
  benefits_assigned_to_provider: z.boolean(),
  provider_accepts_assignment: z.boolean(),
  appointment_type: z.string().nullish(),
  existing_medications: z.array(encounterMedication).nullish(),
  interventions: z.array(encounterIntervention).nullish(),
  pay_to_address: completeLongZipAddress.nullish(),
  synchronicity: synchronicity.nullish(),
  vitals: encounterVitals.nullish(),
  billable_status: billableStatus,
  additional_information: z.string().nullish(),
  outside_lab: z.boolean().nullish(),
  outside_lab_charges_amount_cents: cents().nullish(),
  purchased_service_provider_npi: z.string().nullish(),
  service_authorization_exception_code: serviceAuthorizationExceptionCode.nullish(),
  admission_date: localDate().nullish(),
  discharge_date: localDate().nullish(),
  onset_of_current_illness_or_symptom_date: localDate().nullish(),
  last_menstrual_period_date: localDate().nullish(),
  delay_reason_code: delayReasonCode.nullish(),
})
