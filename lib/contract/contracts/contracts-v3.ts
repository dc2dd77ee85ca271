import { z } from 'zod'
import { providerCredentialingSpan } from '#lib/contract/credentialing.ts'
import { openEnum, page, uuid } from '#lib/contract/fields.ts'
import { organizationProviderV2 } from '#lib/contract/organization-providers.ts'
import { maxProvidersPerRequest } from './limits.ts'
import { contractAnswer, contractChange, contractRequest } from './terms.ts'

// Version 3: professional and institutional contracts as unions on `type`.

export const contractType = openEnum(['professional', 'institutional'])

const professional = { type: z.literal('professional') }
const institutional = { type: z.literal('institutional') }

export const contractServiceFacilityBase = z.looseObject({
  service_facility_id: uuid(),
  provider_ids: z.array(uuid()),
})

export const contractServiceFacility = z.looseObject({
  contract_id: z.string(),
  contract_service_facility_id: z.string(),
  service_facility_id: z.string(),
  provider_ids: z.array(z.string()),
})

export const contractV3 = z.discriminatedUnion('type', [
  z.looseObject({ ...professional, ...contractAnswer }),
  z.looseObject({ ...institutional, ...contractAnswer }),
])

/**
 * `rendering_provider_ids` is deprecated here and has at most 4,000 ids; the provider operations
 * return all.
 */
export const contractV3WithProviders = z.discriminatedUnion('type', [
  z.looseObject({
    ...professional,
    rendering_provider_ids: z.array(z.string()),
    ...contractAnswer,
  }),
  z.looseObject({
    ...institutional,
    contract_service_facilities: z.array(contractServiceFacility),
    ...contractAnswer,
  }),
])

export const contractV3Page = page(contractV3)

/**
 * The published client names the type twice, as `type` and as `contract_type`; the description
 * requires only `type`.
 */
export const createContractV3Body = z.discriminatedUnion('type', [
  z.looseObject({
    ...professional,
    contract_type: contractType.optional(),
    rendering_provider_ids: z.array(z.string()),
    ...contractRequest,
  }),
  z.looseObject({
    ...institutional,
    contract_type: contractType.optional(),
    contract_service_facilities: z.array(contractServiceFacilityBase),
    ...contractRequest,
  }),
])

export const updateContractV3Body = z.discriminatedUnion('type', [
  z.looseObject({
    ...professional,
    rendering_provider_ids: z.array(z.string()).nullish(),
    ...contractChange,
  }),
  z.looseObject({
    ...institutional,
    contract_service_facility_ids: z.array(z.string()).nullish(),
    ...contractChange,
  }),
])

export const contractProviderPage = page(organizationProviderV2)

const renderingProviders = z.looseObject({
  rendering_provider_ids: z.array(z.string()).max(maxProvidersPerRequest),
})
export const addContractProvidersBody = renderingProviders
export const removeContractProvidersBody = renderingProviders

export const addContractProvidersAnswer = z.looseObject({
  provider_count: z.number(),
  added_count: z.number(),
  ignored_count: z.number(),
})

export const contractProviderCount = z.looseObject({ provider_count: z.number() })

export const contractProviderCredentialing = z.looseObject({
  provider: organizationProviderV2,
  credentialing_spans: z.array(providerCredentialingSpan),
})
export const contractProviderCredentialingPage = page(contractProviderCredentialing)

export const createContractServiceFacilityBody = contractServiceFacilityBase

export const updateContractServiceFacilityBody = z.looseObject({
  service_facility_id: uuid().nullish(),
  provider_ids: z.array(uuid()).nullish(),
})
