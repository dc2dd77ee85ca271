import { z } from 'zod'
import { localDate, uuid } from '#lib/contract/fields.ts'
import { address, gender, phoneNumber } from '#lib/contract/contact-fields.ts'

// The patient as the claim names them.

export const patientClinicalTrial = z.looseObject({
  clinical_trial_arm: z.string().nullish(),
  clinical_trial_id: z.string().nullish(),
})

export const patientNonInsurancePayer = z.looseObject({
  non_insurance_payer_id: z.string().nullish(),
  member_id: z.string().nullish(),
  clinical_trial_info: z.array(patientClinicalTrial).nullish(),
})

export const patient = z.looseObject({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  gender: gender.nullish(),
  external_id: z.string().nullish(),
  date_of_birth: localDate().nullish(),
  address: address.nullish(),
  phone_numbers: z.array(phoneNumber).nullish(),
  phone_consent: z.boolean().nullish(),
  email: z.string().nullish(),
  email_consent: z.boolean().nullish(),
  auto_charge_consent: z.boolean().nullish(),
  non_insurance_payers: z.array(uuid()).nullish(),
  non_insurance_payers_info: z.array(patientNonInsurancePayer).nullish(),
})
export type Patient = z.infer<typeof patient>
