import { z } from 'zod'
import {
  billingIdQualifier,
  commercialLicenseType,
} from '#lib/contract/charge-capture-data/billing-provider.ts'
import {
  providerIdQualifier,
  providerQualifier,
  referringIdQualifier,
} from '#lib/contract/charge-capture-data/providers.ts'
import { licenseType } from '#lib/contract/codes/license-types.ts'
import { completeAddress } from '#lib/contract/contact-fields.ts'

// Providers of an encounter, in answers and in requests.

export const encounterProviderSecondaryIdentification = z.looseObject({
  reference_identification: z.string(),
  reference_identification_qualifier: providerIdQualifier.nullish(),
})

export const encounterProvider = z.looseObject({
  provider_id: z.string(),
  address: completeAddress,
  tax_id: z.string().nullish(),
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  qualifier: providerQualifier.nullish(),
  provider_commercial_license_type: commercialLicenseType.nullish(),
  secondary_identification: encounterProviderSecondaryIdentification.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const encounterAdditionalProvider = z.looseObject({
  provider_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  tax_id: z.string().nullish(),
  license_type: licenseType.nullish(),
})

export const encounterRenderingProvider = z.looseObject({
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  secondary_identification: encounterProviderSecondaryIdentification.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const encounterBillingProviderSecondaryIdentification = z.looseObject({
  reference_identification: z.string(),
  reference_identification_qualifier: billingIdQualifier.nullish(),
})

export const encounterBillingProvider = z.looseObject({
  address: completeAddress,
  tax_id: z.string(),
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  provider_commercial_license_type: commercialLicenseType.nullish(),
  secondary_identification: encounterBillingProviderSecondaryIdentification.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const encounterReferringProviderSecondaryIdentification = z.looseObject({
  reference_identification: z.string(),
  reference_identification_qualifier: referringIdQualifier,
})

export const encounterInitialReferringProvider = z.looseObject({
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  qualifier: providerQualifier.nullish(),
  secondary_identification: encounterReferringProviderSecondaryIdentification.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const encounterSupervisingProviderSecondaryIdentification = z.looseObject({
  reference_identification: z.string(),
  reference_identification_qualifier: providerIdQualifier,
})

export const encounterSupervisingProvider = z.looseObject({
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  secondary_identification: encounterSupervisingProviderSecondaryIdentification.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const encounterOrderingProvider = z.looseObject({
  npi: z.string(),
  taxonomy_code: z.string().nullish(),
  address: completeAddress.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})
