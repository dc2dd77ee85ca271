import { z } from 'zod'
import { page } from '#lib/contract/fields.ts'
import { maxProvidersV2 } from './limits.ts'
import { contractAnswer, contractChange, contractRequest } from './terms.ts'

// Version 2: professional contracts only; a write replaces the provider list as a whole.

export const contractV2 = z.looseObject(contractAnswer)
export const contractV2WithProviders = z.looseObject({
  rendering_provider_ids: z.array(z.string()),
  ...contractAnswer,
})
export const contractV2Page = page(contractV2)

export const createContractV2Body = z.looseObject({
  rendering_provider_ids: z.array(z.string()).max(maxProvidersV2),
  ...contractRequest,
})

export const updateContractV2Body = z.looseObject({
  rendering_provider_ids: z.array(z.string()).max(maxProvidersV2).nullish(),
  ...contractChange,
})
