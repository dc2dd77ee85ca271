import { z } from 'zod'
import { schemaInstance } from '#lib/contract/charge-capture-data/schema-instances.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { uuid } from '#lib/contract/fields.ts'
import { encounterServiceLineCreate } from './claims.ts'
import { encounterPatientHistoryCategory } from './clinical.ts'
import { encounterMembers } from './members.ts'
import { encounterOtherMembers } from './other-members.ts'
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

// The request that creates an encounter from pre-encounter records.

export const encounterCreateFromPreEncounter = z.looseObject({
  ...encounterMembers,
  rendering_provider: encounterRenderingProvider,
  place_of_service_code: placeOfServiceCode,
  diagnoses: z.array(encounterDiagnosisCreate),
  service_lines: z.array(encounterServiceLineCreate).nullish(),
  pre_encounter_patient_id: uuid(),
  pre_encounter_appointment_ids: z.array(uuid()),
  billing_provider: encounterBillingProvider,
  initial_referring_provider: encounterInitialReferringProvider.nullish(),
  supervising_provider: encounterSupervisingProvider.nullish(),
  service_facility: encounterServiceFacilityBase.nullish(),
  service_facility_id: uuid().nullish(),
  clinical_notes: z.array(encounterClinicalNoteCategoryCreate).nullish(),
  billing_notes: z.array(encounterBillingNoteBase).nullish(),
  patient_histories: z.array(encounterPatientHistoryCategory).nullish(),
  external_claim_submission: encounterExternalClaimSubmissionCreate.nullish(),
  tag_ids: z.array(z.string()).nullish(),
  schema_instances: z.array(schemaInstance).nullish(),
  related_causes_information: encounterRelatedCausesInformationCreate.nullish(),
  property_casualty_patient_identifier: encounterPropertyCasualtyPatientIdentifierCreate.nullish(),
  ...encounterOtherMembers,
})
