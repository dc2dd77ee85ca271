import { z } from 'zod'
import { localDate, timestamp } from '#lib/contract/fields.ts'
import {
  preEncounterAdvancedDirective,
  preEncounterAuthorizationUnit,
  preEncounterDisabilityStatus,
  preEncounterDoNotInvoiceReason,
  preEncounterEthnicity,
  preEncounterGender,
  preEncounterMaritalStatus,
  preEncounterRace,
  preEncounterReferralSource,
  preEncounterReferralType,
  preEncounterReferralUnit,
  preEncounterRelationship,
  preEncounterSex,
  preEncounterSexualOrientation,
  preEncounterSpecializationCategory,
} from './codes.ts'
import {
  preEncounterAdditionalPayerInformation,
  preEncounterAddress,
  preEncounterCanonicalNonInsurancePayerAssociation,
  preEncounterContactPoint,
  preEncounterExternalIdentifier,
  preEncounterExternalProvider,
  preEncounterHumanName,
  preEncounterPatientServiceFacility,
  preEncounterPeriod,
} from './patient-parts.ts'

// Pre-encounter patients: the records that fill captures and encounters.

export const preEncounterReferral = z.looseObject({
  provider: preEncounterExternalProvider,
  referral_number: z.string(),
  period: preEncounterPeriod.nullish(),
  notes: z.string().nullish(),
  serviceFacility: preEncounterPatientServiceFacility.nullish(),
  units: preEncounterReferralUnit.nullish(),
  quantity: z.number().nullish(),
  cptCodes: z.array(z.string()).nullish(),
  applyForAllCptCodes: z.boolean().nullish(),
})

export const preEncounterAuthorization = z.looseObject({
  payer_id: z.string(),
  payer_name: z.string(),
  additional_payer_information: preEncounterAdditionalPayerInformation.nullish(),
  authorization_number: z.string(),
  cpt_code: z.string(),
  apply_for_all_cpt_codes: z.boolean().nullish(),
  no_prior_authorization_required: z.boolean().nullish(),
  units: preEncounterAuthorizationUnit,
  quantity: z.number().nullish(),
  period: preEncounterPeriod.nullish(),
  notes: z.string().nullish(),
  billing_provider_npi: z.string().nullish(),
  service_facility: preEncounterPatientServiceFacility.nullish(),
  dx_codes: z.array(z.string()).nullish(),
})

export const preEncounterOriginationDetail = z.looseObject({
  referral_source: preEncounterReferralSource,
  referring_provider: preEncounterExternalProvider.nullish(),
  specialization_categories: z.array(preEncounterSpecializationCategory).nullish(),
  referral_type: preEncounterReferralType.nullish(),
})

export const preEncounterExternalProvenance = z.looseObject({
  external_id: z.string(),
  system_name: z.string(),
})

export const preEncounterContact = z.looseObject({
  relationship: z.array(preEncounterRelationship),
  name: preEncounterHumanName,
  telecoms: z.array(preEncounterContactPoint),
  addresses: z.array(preEncounterAddress),
  period: preEncounterPeriod.nullish(),
  hipaa_authorization: z.boolean().nullish(),
})

export const preEncounterGuarantor = z.looseObject({
  name: preEncounterHumanName,
  telecom: preEncounterContactPoint.nullish(),
  email: z.string().nullish(),
  birth_date: localDate().nullish(),
  address: preEncounterAddress,
})

export const preEncounterFilingOrder = z.looseObject({
  coverages: z.array(z.string()),
})

export const preEncounterCustomMetadataEntry = z.looseObject({
  metadata_schema_id: z.string(),
  key_value_pairs: z.record(z.string(), z.unknown()),
})

export const preEncounterElectronicCommunicationConsent = z.looseObject({
  text_communication_consent: z.boolean().nullish(),
  email_communication_consent: z.boolean().nullish(),
})

export const preEncounterInferredPatientMetadata = z.looseObject({
  inferred_encounter_id: z.string(),
  inferred_encounter_latest_date_of_service: localDate(),
})

export const preEncounterCoveragesForRelatedCauses = z.looseObject({
  coverages: z.array(z.string()),
})

export const preEncounterPatient = z.looseObject({
  id: z.string(),
  mrn: z.string(),
  organization_id: z.string(),
  deactivated: z.boolean(),
  version: z.number(),
  updated_at: timestamp(),
  updating_user_id: z.string(),
  name: preEncounterHumanName,
  other_names: z.array(preEncounterHumanName),
  other_identifiers: z.array(preEncounterExternalIdentifier).nullish(),
  gender: preEncounterGender.nullish(),
  birth_date: localDate(),
  social_security_number: z.string().nullish(),
  biological_sex: preEncounterSex,
  sexual_orientation: preEncounterSexualOrientation.nullish(),
  pronouns: z.array(z.string()).nullish(),
  race: preEncounterRace.nullish(),
  ethnicity: preEncounterEthnicity.nullish(),
  disability_status: preEncounterDisabilityStatus.nullish(),
  marital_status: preEncounterMaritalStatus.nullish(),
  deceased: z.string().nullish(),
  multiple_birth: z.number().nullish(),
  primary_address: preEncounterAddress,
  other_addresses: z.array(preEncounterAddress),
  primary_telecom: preEncounterContactPoint.nullish(),
  other_telecoms: z.array(preEncounterContactPoint),
  email: z.string().nullish(),
  electronic_communication_opt_in: z.boolean().nullish(),
  electronic_communication_consent: preEncounterElectronicCommunicationConsent.nullish(),
  photo: z.string().nullish(),
  language: z.string().nullish(),
  external_provenance: preEncounterExternalProvenance.nullish(),
  contacts: z.array(preEncounterContact),
  general_practitioners: z.array(preEncounterExternalProvider),
  filing_order: preEncounterFilingOrder,
  coverages_for_related_causes: preEncounterCoveragesForRelatedCauses.nullish(),
  non_insurance_payers: z.array(z.string()).nullish(),
  non_insurance_payer_associations: z
    .array(preEncounterCanonicalNonInsurancePayerAssociation)
    .nullish(),
  guarantor: preEncounterGuarantor.nullish(),
  self_pay: z.boolean().nullish(),
  authorizations: z.array(preEncounterAuthorization).nullish(),
  referrals: z.array(preEncounterReferral).nullish(),
  primary_service_facility_id: z.string().nullish(),
  service_facilities: z.array(preEncounterPatientServiceFacility).nullish(),
  do_not_invoice_reason: preEncounterDoNotInvoiceReason.nullish(),
  note_ids: z.array(z.string()).nullish(),
  tag_ids: z.array(z.string()).nullish(),
  origination_detail: preEncounterOriginationDetail.nullish(),
  inferred_patient_metadata: preEncounterInferredPatientMetadata.nullish(),
  orcon: z.boolean().nullish(),
  advanced_directives: z.array(preEncounterAdvancedDirective).nullish(),
  hipaa_code: z.string().nullish(),
  custom_metadata: z.array(preEncounterCustomMetadataEntry).nullish(),
})
export type PreEncounterPatient = z.infer<typeof preEncounterPatient>
