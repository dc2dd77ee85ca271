import { z } from 'zod'
import { licenseType } from './codes/license-types.ts'
import { state } from './codes/states.ts'
import { localDate, openEnum, page } from './fields.ts'
import { completeAddress } from './contact-fields.ts'

// The organization's own providers, for look-ups by name or NPI.

export const employmentStatus = openEnum(['ACTIVE', 'TERMINATED'])

export const providerType = openEnum(['INDIVIDUAL', 'ORGANIZATION'])

export const providerAddressType = z.literal('DEFAULT')

export const organizationProviderAddress = z.looseObject({
  address: completeAddress,
  address_type: providerAddressType,
})

const providerMembers = {
  organization_provider_id: z.string(),
  npi: z.string(),
  is_rendering: z.boolean(),
  is_billing: z.boolean(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  organization_name: z.string().nullish(),
  provider_type: providerType,
  tax_id: z.string().nullish(),
  taxonomy_code: z.string().nullish(),
  license_type: licenseType,
  addresses: z.array(organizationProviderAddress).nullish(),
  employment_start_date: localDate().nullish(),
  employment_termination_date: localDate().nullish(),
}

/** A provider in a contract. */
export const organizationProviderV2 = z.looseObject({
  ...providerMembers,
  employment_status: employmentStatus,
  ptan: z.string().nullish(),
  medicaid_provider_id: z.string().nullish(),
})

export const identifierCode = openEnum(['MCR', 'MCD'])

const providerNumber = {
  state,
  provider_number: z.string(),
  organization_service_facility_id: z.string().nullish(),
}

export const identifierValue = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('medicare_provider_identifier'), ...providerNumber }),
  z.looseObject({ type: z.literal('medicaid_provider_identifier'), ...providerNumber }),
])

export const dateRange = z.looseObject({
  start_date: localDate(),
  end_date: localDate().nullish(),
})

export const identifier = z.looseObject({
  identifier_id: z.string(),
  period: dateRange.nullish(),
  identifier_code: identifierCode,
  identifier_value: identifierValue,
})

/** A provider in a look-up or a credentialing span. */
export const organizationProvider = z.looseObject({
  ...providerMembers,
  qualifications: z.array(identifier),
})
export type OrganizationProvider = z.infer<typeof organizationProvider>

export const organizationProviderPage = page(organizationProvider)
