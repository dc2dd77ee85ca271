import { z } from 'zod'
import {
  preEncounterAddressUse,
  preEncounterContactPointUse,
  preEncounterExternalProviderType,
  preEncounterNameUse,
} from './codes.ts'

// Names, addresses and outside providers in pre-encounter records.

export const preEncounterPeriod = z.looseObject({
  start: z.string().nullish(),
  end: z.string().nullish(),
})

export const preEncounterHumanName = z.looseObject({
  family: z.string(),
  given: z.array(z.string()),
  use: preEncounterNameUse,
  period: preEncounterPeriod.nullish(),
  suffix: z.string().nullish(),
})

export const preEncounterExternalIdentifier = z.looseObject({
  value: z.string(),
  system: z.string(),
  period: preEncounterPeriod.nullish(),
})

export const preEncounterAddress = z.looseObject({
  use: preEncounterAddressUse,
  line: z.array(z.string()),
  city: z.string(),
  state: z.string(),
  administrative_area: z.string().nullish(),
  postal_code: z.string(),
  country: z.string(),
  county: z.string().nullish(),
  period: preEncounterPeriod.nullish(),
})

export const preEncounterContactPoint = z.looseObject({
  value: z.string(),
  use: preEncounterContactPointUse,
  period: preEncounterPeriod.nullish(),
})

export const preEncounterPatientServiceFacility = z.looseObject({
  service_facility_id: z.string(),
})

export const preEncounterExternalProvider = z.looseObject({
  name: preEncounterHumanName,
  type: preEncounterExternalProviderType.nullish(),
  npi: z.string().nullish(),
  telecoms: z.array(preEncounterContactPoint),
  addresses: z.array(preEncounterAddress).nullish(),
  period: preEncounterPeriod.nullish(),
  canonical_id: z.string().nullish(),
  fax: z.string().nullish(),
  other_fax_numbers: z.array(z.string()).nullish(),
  emails: z.array(z.string()).nullish(),
  service_facilities: z.array(preEncounterPatientServiceFacility).nullish(),
})

export const preEncounterCanonicalClinicalTrialAssociation = z.looseObject({
  id: z.string(),
  clinical_trial_arm: z.string().nullish(),
  period: preEncounterPeriod.nullish(),
})

export const preEncounterCanonicalNonInsurancePayerAssociation = z.looseObject({
  id: z.string(),
  member_id: z.string().nullish(),
  period: preEncounterPeriod.nullish(),
  clinical_trial_info: z.array(preEncounterCanonicalClinicalTrialAssociation).nullish(),
})

export const preEncounterAdditionalPayerInformation = z.looseObject({
  availity_eligibility_id: z.string().nullish(),
  availity_payer_id: z.string().nullish(),
  availity_payer_name: z.string().nullish(),
  availity_remittance_payer_id: z.string().nullish(),
})
