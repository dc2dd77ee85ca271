import { z } from 'zod'
import {
  propertyCasualtyQualifier,
  relatedCausesCode,
} from '#lib/contract/charge-capture-data/accident.ts'
import { clinicalNoteType } from '#lib/contract/charge-capture-data/clinical-notes.ts'
import {
  diagnosisCodeType,
  presentOnAdmissionIndicator,
} from '#lib/contract/charge-capture-data/diagnoses.ts'
import {
  claimFrequencyCode,
  intendedSubmissionMedium,
  payerResponsibility,
} from '#lib/contract/charge-capture-data/external-claim-submission.ts'
import { encounterClinicalNote } from './clinical.ts'
import { timestamp } from '#lib/contract/fields.ts'
import { completeAddress } from '#lib/contract/contact-fields.ts'

// Sections of an encounter request that are stricter than those of a charge capture.

export const encounterDiagnosisCreate = z.looseObject({
  name: z.string().nullish(),
  code_type: diagnosisCodeType,
  code: z.string(),
  present_on_admission_indicator: presentOnAdmissionIndicator.nullish(),
})

export const encounterServiceFacilityBase = z.looseObject({
  organization_name: z.string(),
  npi: z.string().nullish(),
  address: completeAddress,
  secondary_identification: z.string().nullish(),
  mammography_certification_number: z.string().nullish(),
})

export const encounterClinicalNoteCategoryCreate = z.looseObject({
  category: clinicalNoteType,
  notes: z.array(encounterClinicalNote),
})

export const encounterBillingNoteBase = z.looseObject({
  text: z.string(),
})

export const encounterClaimSubmissionRecordCreate = z.looseObject({
  submitted_at: timestamp(),
  claim_frequency_code: claimFrequencyCode.nullish(),
  payer_responsibility: payerResponsibility.nullish(),
  intended_submission_medium: intendedSubmissionMedium.nullish(),
})

export const encounterExternalClaimSubmissionCreate = z.looseObject({
  claim_created_at: timestamp(),
  patient_control_number: z.string(),
  submission_records: z.array(encounterClaimSubmissionRecordCreate),
})

export const encounterRelatedCausesInformationCreate = z.looseObject({
  related_causes_code_1: relatedCausesCode,
  related_causes_code_2: relatedCausesCode.nullish(),
  state_or_province_code: z.string().nullish(),
})

export const encounterPropertyCasualtyPatientIdentifierCreate = z.looseObject({
  property_casualty_patient_identifier_qualifier: propertyCasualtyQualifier,
  property_casualty_patient_identifier: z.string(),
})
