import { z } from 'zod'
import {
  emrPayerCrosswalk,
  insuranceTypeCode,
  patientRelationshipCode,
  sourceOfPaymentCode,
} from '#lib/contract/codes/coverage.ts'
import { cents, localDate, openEnum, timestamp } from '#lib/contract/fields.ts'
import { completeAddress, completePhoneNumber, gender } from '#lib/contract/contact-fields.ts'

// Patient, guarantor, subscribers and payments of an encounter.

export const encounterClinicalTrialPhase = openEnum(['Phase 1', 'Phase 2', 'Phase 3'])

export const encounterClinicalTrial = z.looseObject({
  clinical_trial_id: z.string(),
  non_insurance_payer_id: z.string(),
  is_active: z.boolean(),
  name: z.string(),
  clinical_trial_number: z.string(),
  clinical_trial_phase: encounterClinicalTrialPhase.nullish(),
})

export const encounterNonInsurancePayer = z.looseObject({
  non_insurance_payer_id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  category: z.string().nullish(),
  payer_id: z.string().nullish(),
  enabled: z.boolean(),
  address: completeAddress.nullish(),
  clinical_trials: z.array(encounterClinicalTrial),
})

export const encounterPatientClinicalTrialInfo = z.looseObject({
  clinical_trial_arm: z.string().nullish(),
  clinical_trial: encounterClinicalTrial,
})

export const encounterPatientNonInsurancePayerInfo = z.looseObject({
  non_insurance_payer: encounterNonInsurancePayer,
  member_id: z.string().nullish(),
  clinical_trial_info: z.array(encounterPatientClinicalTrialInfo),
})

export const encounterPatient = z.looseObject({
  individual_id: z.string(),
  phone_numbers: z.array(completePhoneNumber),
  phone_consent: z.boolean(),
  email: z.string().nullish(),
  email_consent: z.boolean(),
  auto_charge_consent: z.boolean(),
  non_insurance_payers: z.array(encounterNonInsurancePayer),
  non_insurance_payers_info: z.array(encounterPatientNonInsurancePayerInfo),
  external_id: z.string(),
  date_of_birth: localDate(),
  address: completeAddress,
  first_name: z.string(),
  last_name: z.string(),
  gender: gender,
})

export const encounterGuarantor = z.looseObject({
  guarantor_id: z.string(),
  phone_numbers: z.array(completePhoneNumber),
  phone_consent: z.boolean(),
  email: z.string().nullish(),
  email_consent: z.boolean(),
  auto_charge_consent: z.boolean(),
  first_name: z.string(),
  last_name: z.string(),
  external_id: z.string(),
  date_of_birth: localDate().nullish(),
  address: completeAddress,
})

export const encounterInsuranceCard = z.looseObject({
  insurance_card_id: z.string(),
  member_id: z.string(),
  payer_name: z.string(),
  payer_id: z.string(),
  rx_bin: z.string().nullish(),
  rx_pcn: z.string().nullish(),
  image_url_front: z.string().nullish(),
  image_url_back: z.string().nullish(),
  payer_uuid: z.string().nullish(),
  group_number: z.string().nullish(),
  plan_name: z.string().nullish(),
  plan_type: sourceOfPaymentCode.nullish(),
  insurance_type: insuranceTypeCode.nullish(),
  payer_plan_group_id: z.string().nullish(),
  payer_address: completeAddress.nullish(),
  emr_payer_crosswalk: emrPayerCrosswalk.nullish(),
  payer_plan_group_name: z.string().nullish(),
})

export const encounterSubscriber = z.looseObject({
  individual_id: z.string(),
  insurance_card: encounterInsuranceCard,
  patient_relationship_to_subscriber_code: patientRelationshipCode,
  date_of_birth: localDate().nullish(),
  address: completeAddress.nullish(),
  first_name: z.string(),
  last_name: z.string(),
  gender: gender,
})

export const encounterPatientPaymentStatus = openEnum([
  'PENDING',
  'paid',
  'CANCELED',
  'voided',
  'FAILED',
  'COMPLETED',
  'succeeded',
  'pending',
  'failed',
  'requires_action',
  'canceled',
])

export const encounterPatientPaymentSource = openEnum([
  'MANUAL_ENTRY',
  'CHARGEBEE_PAYMENTS',
  'CHARGEBEE MANUALLY VOIDED BY CANDID',
  'CHARGEBEE_REFUNDS',
  'SQUARE_REFUNDS',
  'SQUARE_PAYMENTS',
  'STRIPE_CHARGES',
  'STRIPE_REFUNDS',
  'ELATION_PAYMENTS',
])

export const encounterPatientPayment = z.looseObject({
  patient_payment_id: z.string(),
  organization_id: z.string(),
  source_internal_id: z.string(),
  source: encounterPatientPaymentSource,
  amount_cents: cents(),
  payment_timestamp: timestamp().nullish(),
  status: encounterPatientPaymentStatus.nullish(),
  payment_name: z.string().nullish(),
  payment_note: z.string().nullish(),
  patient_external_id: z.string().nullish(),
  encounter_external_id: z.string().nullish(),
  service_line_id: z.string().nullish(),
})
