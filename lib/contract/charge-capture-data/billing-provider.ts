import { z } from 'zod'
import { openEnum } from '#lib/contract/fields.ts'
import { address } from '#lib/contract/contact-fields.ts'

// The organization or person that the payer pays.

export const commercialLicenseType = openEnum(['0', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])

export const billingIdQualifier = openEnum(['G2', 'LU'])

export const billingSecondaryId = z.looseObject({
  reference_identification: z.string().nullish(),
  reference_identification_qualifier: billingIdQualifier.nullish(),
})

export const billingProvider = z.looseObject({
  address: address.nullish(),
  tax_id: z.string().nullish(),
  npi: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  provider_commercial_license_type: commercialLicenseType.nullish(),
  secondary_identification: billingSecondaryId.nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
})
export type BillingProvider = z.infer<typeof billingProvider>
