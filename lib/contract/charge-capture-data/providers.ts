import { z } from 'zod'
import { licenseType } from '#lib/contract/codes/license-types.ts'
import { openEnum } from '#lib/contract/fields.ts'
import { address } from '#lib/contract/contact-fields.ts'

// The people who rendered, supervised, referred or treated.

export const providerIdQualifier = openEnum(['0B', '1G', 'G2', 'LU'])

export const providerSecondaryId = z.looseObject({
  reference_identification: z.string().nullish(),
  reference_identification_qualifier: providerIdQualifier.nullish(),
})

export const supervisingSecondaryId = z.looseObject({
  reference_identification: z.string().nullish(),
  reference_identification_qualifier: providerIdQualifier.nullish(),
})

export const referringIdQualifier = openEnum(['0B', '1G', 'G2'])

export const referringSecondaryId = z.looseObject({
  reference_identification: z.string().nullish(),
  reference_identification_qualifier: referringIdQualifier.nullish(),
})

export const renderingProvider = z.looseObject({
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  secondary_identification: providerSecondaryId.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const supervisingProvider = z.looseObject({
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  secondary_identification: supervisingSecondaryId.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const referringProvider = z.looseObject({
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  secondary_identification: referringSecondaryId.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const providerQualifier = openEnum(['DQ', 'DN', 'DK', 'P3'])

export const initialReferringProvider = z.looseObject({
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  qualifier: providerQualifier.nullish(),
  secondary_identification: referringSecondaryId.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})

export const treatingProvider = z.looseObject({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  address: address.nullish(),
  license_type: licenseType.nullish(),
})
