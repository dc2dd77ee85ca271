import { z } from 'zod'
import { regions } from './contracts/regions.ts'
import { localDate, openEnum, page, uuid } from './fields.ts'
import { organizationProvider } from './organization-providers.ts'
import { payer } from './payers.ts'
import { organizationServiceFacility } from './service-facilities.ts'

// Credentialing spans: the time for which a facility or a rendering provider is covered for a
// contracting provider and a payer.

export const credentialingSpanStatus = openEnum([
  'work_in_progress',
  'pending',
  'effective',
  'expired',
])

/**
 * Local dates: the first and last day of cover, the submission of the paperwork, the loading by the
 * payer.
 */
const spanDates = {
  start_date: localDate().nullish(),
  end_date: localDate().nullish(),
  submitted_date: localDate().nullish(),
  payer_loaded_date: localDate().nullish(),
}

const spanAnswer = {
  ...spanDates,
  contracting_provider: organizationProvider,
  payer,
  credentialing_status: credentialingSpanStatus,
  is_enabled: z.boolean(),
}

export const providerCredentialingSpan = z.looseObject({
  ...spanAnswer,
  provider_credentialing_span_id: z.string(),
  rendering_provider: organizationProvider,
  regions,
  medallion_payer_enrollment_id: z.string().nullish(),
  source: z.string(),
})
export type ProviderCredentialingSpan = z.infer<typeof providerCredentialingSpan>

export const providerCredentialingSpanPage = page(providerCredentialingSpan)

export const createProviderCredentialingSpanBody = z.looseObject({
  ...spanDates,
  rendering_provider_id: z.string(),
  contracting_provider_id: uuid(),
  payer_uuid: uuid(),
  regions,
})

export const updateProviderCredentialingSpanBody = z.looseObject({
  ...spanDates,
  contracting_provider_id: uuid().nullish(),
  payer_uuid: uuid().nullish(),
  regions: regions.nullish(),
})

export const facilityCredentialingSpan = z.looseObject({
  ...spanAnswer,
  facility_credentialing_span_id: z.string(),
  service_facility: organizationServiceFacility,
})
export type FacilityCredentialingSpan = z.infer<typeof facilityCredentialingSpan>

export const facilityCredentialingSpanPage = page(facilityCredentialingSpan)

export const createFacilityCredentialingSpanBody = z.looseObject({
  ...spanDates,
  service_facility_id: uuid(),
  contracting_provider_id: uuid(),
  payer_uuid: uuid(),
})

/** An update always names the contracting provider. */
export const updateFacilityCredentialingSpanBody = z.looseObject({
  ...spanDates,
  contracting_provider_id: uuid(),
  payer_uuid: uuid().nullish(),
})
