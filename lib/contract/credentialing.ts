import { z } from 'zod'
import { regions } from './contracts/regions.ts'
import { localDate, openEnum, page } from './fields.ts'
import { organizationProvider } from './organization-providers.ts'
import { payer } from './payers.ts'
import { organizationServiceFacility } from './service-facilities.ts'

// Credentialing spans: when a facility or a rendering provider is covered for a contracting provider and a payer.

export const credentialingSpanStatus = openEnum(['work_in_progress', 'pending', 'effective', 'expired'])

export const providerCredentialingSpan = z.looseObject({
  provider_credentialing_span_id: z.string(),
  rendering_provider: organizationProvider,
  regions: regions,
  medallion_payer_enrollment_id: z.string().nullish(),
  source: z.string(),
  contracting_provider: organizationProvider,
  payer: payer,
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  submitted_date: localDate().nullish(),
  credentialing_status: credentialingSpanStatus,
  payer_loaded_date: localDate().nullish(),
  is_enabled: z.boolean(),
})
export type ProviderCredentialingSpan = z.infer<typeof providerCredentialingSpan>

export const providerCredentialingSpanPage = page(providerCredentialingSpan)

export const createProviderCredentialingSpanBody = z.looseObject({
  rendering_provider_id: z.string(),
  contracting_provider_id: z.string(),
  payer_uuid: z.string(),
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  regions: regions,
  submitted_date: localDate().nullish(),
  payer_loaded_date: localDate().nullish(),
})

export const updateProviderCredentialingSpanBody = z.looseObject({
  contracting_provider_id: z.string().nullish(),
  payer_uuid: z.string().nullish(),
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  regions: regions.nullish(),
  submitted_date: localDate().nullish(),
  payer_loaded_date: localDate().nullish(),
})

export const facilityCredentialingSpan = z.looseObject({
  facility_credentialing_span_id: z.string(),
  service_facility: organizationServiceFacility,
  contracting_provider: organizationProvider,
  payer: payer,
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  submitted_date: localDate().nullish(),
  credentialing_status: credentialingSpanStatus,
  payer_loaded_date: localDate().nullish(),
  is_enabled: z.boolean(),
})
export type FacilityCredentialingSpan = z.infer<typeof facilityCredentialingSpan>

export const facilityCredentialingSpanPage = page(facilityCredentialingSpan)

export const createFacilityCredentialingSpanBody = z.looseObject({
  service_facility_id: z.string(),
  contracting_provider_id: z.string(),
  payer_uuid: z.string(),
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  submitted_date: localDate().nullish(),
  payer_loaded_date: localDate().nullish(),
})

export const updateFacilityCredentialingSpanBody = z.looseObject({
  contracting_provider_id: z.string(),
  payer_uuid: z.string().nullish(),
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  submitted_date: localDate().nullish(),
  payer_loaded_date: localDate().nullish(),
})
