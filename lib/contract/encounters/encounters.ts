import { z } from 'zod'
import { schemaInstance } from '#lib/contract/charge-capture-data/schema-instances.ts'
import { responsibleParty } from '#lib/contract/codes/billing.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { state } from '#lib/contract/codes/states.ts'
import { page, timestamp } from '#lib/contract/fields.ts'
import { tag } from '#lib/contract/tags.ts'
import { encounterClaim } from './claims.ts'
import {
  encounterBillingNote,
  encounterClaimSupplementalInformation,
  encounterClinicalNoteCategory,
  encounterCodingAttributionType,
  encounterDiagnosis,
  encounterEpsdtReferral,
  encounterNextResponsibleParty,
  encounterOwnerOfNextActionType,
  encounterPatientHistoryCategory,
  encounterPropertyCasualtyPatientIdentifier,
  encounterRelatedCausesInformation,
  encounterServiceFacility,
  encounterSubmissionExpectation,
  encounterSubmissionOriginType,
} from './clinical.ts'
import {
  encounterPatientDischargeStatusCode,
  encounterPointOfOriginForAdmissionOrVisitCode,
  encounterTypeOfAdmissionOrVisitCode,
  encounterTypeOfBillComposite,
} from './institutional-codes.ts'
import { encounterMembers } from './members.ts'
import {
  encounterGuarantor,
  encounterPatient,
  encounterPatientPayment,
  encounterSubscriber,
} from './patients.ts'
import { encounterAdditionalProvider, encounterProvider } from './providers.ts'

// Encounters in the partner's answers.

export const encounter = z.looseObject({
  ...encounterMembers,
  accident_state_or_province_code: state.nullish(),
  claim_creation_id: z.string().nullish(),
  patient_control_number: z.string().nullish(),
  encounter_id: z.string(),
  claims: z.array(encounterClaim),
  patient: encounterPatient,
  guarantor: encounterGuarantor.nullish(),
  billing_provider: encounterProvider,
  rendering_provider: encounterProvider,
  attending_provider: encounterProvider.nullish(),
  admission_hour: z.number().nullish(),
  admission_type_code: encounterTypeOfAdmissionOrVisitCode.nullish(),
  admission_source_code: encounterPointOfOriginForAdmissionOrVisitCode.nullish(),
  discharge_hour: z.number().nullish(),
  discharge_status: encounterPatientDischargeStatusCode.nullish(),
  operating_provider: encounterProvider.nullish(),
  other_operating_provider: encounterProvider.nullish(),
  treating_provider: encounterAdditionalProvider.nullish(),
  related_causes_information: encounterRelatedCausesInformation.nullish(),
  property_casualty_patient_identifier: encounterPropertyCasualtyPatientIdentifier.nullish(),
  submission_expectation: encounterSubmissionExpectation.nullish(),
  type_of_bill: encounterTypeOfBillComposite.nullish(),
  referring_provider: encounterProvider.nullish(),
  initial_referring_provider: encounterProvider.nullish(),
  supervising_provider: encounterProvider.nullish(),
  service_facility: encounterServiceFacility,
  subscriber_primary: encounterSubscriber.nullish(),
  subscriber_secondary: encounterSubscriber.nullish(),
  subscriber_tertiary: encounterSubscriber.nullish(),
  prior_authorization_number: z.string().nullish(),
  responsible_party: responsibleParty,
  url: z.string(),
  diagnoses: z.array(encounterDiagnosis),
  clinical_notes: z.array(encounterClinicalNoteCategory),
  billing_notes: z.array(encounterBillingNote).nullish(),
  place_of_service_code: placeOfServiceCode.nullish(),
  place_of_service_code_as_submitted: placeOfServiceCode.nullish(),
  patient_histories: z.array(encounterPatientHistoryCategory),
  patient_payments: z.array(encounterPatientPayment),
  tags: z.array(tag),
  coding_attribution: encounterCodingAttributionType.nullish(),
  work_queue_id: z.string().nullish(),
  work_queue_membership_activated_at: timestamp().nullish(),
  owner_of_next_action: encounterOwnerOfNextActionType,
  submission_origin: encounterSubmissionOriginType,
  schema_instances: z.array(schemaInstance),
  referral_number: z.string().nullish(),
  epsdt_referral: encounterEpsdtReferral.nullish(),
  claim_supplemental_information: z.array(encounterClaimSupplementalInformation).nullish(),
  secondary_payer_carrier_code: z.string().nullish(),
  last_submitted_at: timestamp().nullish(),
  created_at: timestamp(),
  next_responsible_party: encounterNextResponsibleParty.nullish(),
  organization_id: z.string().nullish(),
})
export type Encounter = z.infer<typeof encounter>

export const encounterPage = page(encounter)
