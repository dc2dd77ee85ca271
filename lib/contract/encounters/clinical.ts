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
  interventionCategory,
  labCodeType,
} from '#lib/contract/charge-capture-data/interventions.ts'
import { patientHistoryCategory } from '#lib/contract/charge-capture-data/patient-histories.ts'
import {
  epsdtConditionIndicator,
  reportTransmissionCode,
} from '#lib/contract/charge-capture-data/supplemental-information.ts'
import { reportTypeCode } from '#lib/contract/codes/report-types.ts'
import { openEnum, timestamp } from '#lib/contract/fields.ts'
import { completeAddress } from '#lib/contract/contact-fields.ts'

// Clinical content, notes and classification of an encounter.

export const encounterRelatedCausesInformation = z.looseObject({
  related_causes_code_1: relatedCausesCode,
  related_causes_code_2: relatedCausesCode.nullish(),
  state_or_province_code: z.string().nullish(),
})

export const encounterPropertyCasualtyPatientIdentifier = z.looseObject({
  property_casualty_patient_identifier_qualifier: propertyCasualtyQualifier,
  property_casualty_patient_identifier: z.string(),
})

export const encounterSubmissionExpectation = openEnum([
  'TARGET_PROFESSIONAL',
  'TARGET_INSTITUTIONAL',
])

export const encounterServiceFacility = z.looseObject({
  service_facility_id: z.string(),
  organization_name: z.string(),
  npi: z.string().nullish(),
  address: completeAddress,
  secondary_identification: z.string().nullish(),
  mammography_certification_number: z.string().nullish(),
})

export const encounterDiagnosis = z.looseObject({
  diagnosis_id: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
  encounter_id: z.string(),
  name: z.string().nullish(),
  code_type: diagnosisCodeType,
  code: z.string(),
  present_on_admission_indicator: presentOnAdmissionIndicator.nullish(),
})

export const encounterClinicalNote = z.looseObject({
  text: z.string(),
  author_name: z.string(),
  author_npi: z.string().nullish(),
  timestamp: timestamp(),
})

export const encounterClinicalNoteCategory = z.looseObject({
  category: clinicalNoteType,
  notes: z.array(z.string()),
  notes_structured: z.array(encounterClinicalNote).nullish(),
})

export const encounterQueueMoved = z.looseObject({
  type: z.literal('queue_moved'),
  from_queue_id: z.string(),
  from_queue_name: z.string(),
  to_queue_id: z.string(),
  to_queue_name: z.string(),
})

export const encounterTaskCreated = z.looseObject({
  type: z.literal('task_created'),
  task_id: z.string(),
  task_type: z.string(),
})

export const encounterQueueAdded = z.looseObject({
  type: z.literal('queue_added'),
  queue_id: z.string(),
  queue_name: z.string(),
})

export const encounterBillingNoteMetadata = z.discriminatedUnion('type', [
  encounterQueueAdded,
  encounterQueueMoved,
  encounterTaskCreated,
])

export const encounterBillingNoteType = openEnum([
  'manual',
  'system',
  'queue_added',
  'queue_moved',
  'task_created',
])

export const encounterBillingNote = z.looseObject({
  billing_note_id: z.string(),
  encounter_id: z.string(),
  created_at: timestamp(),
  author_idp_id: z.string().nullish(),
  /** The published client's name for `author_idp_id`. */
  author_auth0_id: z.string().nullish(),
  author_name: z.string().nullish(),
  billing_note_type: encounterBillingNoteType.nullish(),
  billing_note_metadata: encounterBillingNoteMetadata.nullish(),
  text: z.string(),
})

export const encounterIntakeFollowUp = z.looseObject({
  id: z.string(),
  text: z.string(),
  response: z.string().nullish(),
})

export const encounterIntakeResponseAndFollowUps = z.looseObject({
  response: z.string().nullish(),
  follow_ups: z.array(encounterIntakeFollowUp).nullish(),
})

export const encounterIntakeQuestion = z.looseObject({
  id: z.string(),
  text: z.string(),
  responses: z.array(encounterIntakeResponseAndFollowUps).nullish(),
})

export const encounterPatientHistoryCategory = z.looseObject({
  category: patientHistoryCategory,
  questions: z.array(encounterIntakeQuestion),
})

export const encounterCodingAttributionType = openEnum(['CANDID', 'CUSTOMER', 'TCN', 'PJF'])

export const encounterOwnerOfNextActionType = openEnum(['CANDID', 'CUSTOMER', 'CODER', 'NONE'])

export const encounterSubmissionOriginType = openEnum(['CANDID', 'EXTERNAL'])

export const encounterEpsdtReferral = z.looseObject({
  condition_indicator1: epsdtConditionIndicator,
  condition_indicator2: epsdtConditionIndicator.nullish(),
  condition_indicator3: epsdtConditionIndicator.nullish(),
})

export const encounterClaimSupplementalInformation = z.looseObject({
  attachment_report_type_code: reportTypeCode,
  attachment_transmission_code: reportTransmissionCode,
  attachment_control_number: z.string().nullish(),
})

export const encounterNextResponsibleParty = openEnum([
  'primary',
  'secondary',
  'tertiary',
  'patient',
  'non_insurance',
  'none',
])

export const encounterMedication = z.looseObject({
  name: z.string(),
  rx_cui: z.string().nullish(),
  dosage: z.string().nullish(),
  dosage_form: z.string().nullish(),
  frequency: z.string().nullish(),
  as_needed: z.boolean().nullish(),
})

export const encounterLab = z.looseObject({
  name: z.string(),
  code: z.string().nullish(),
  code_type: labCodeType.nullish(),
})

export const encounterIntervention = z.looseObject({
  name: z.string(),
  category: interventionCategory,
  description: z.string().nullish(),
  medication: encounterMedication.nullish(),
  labs: z.array(encounterLab).nullish(),
})
