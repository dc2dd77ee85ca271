import { z } from 'zod'
import { completeAddress } from './contact-fields.ts'

// Payers: captures refer to them by `payer_id`, contracts by name, credentialing spans by
// `payer_uuid`.

export const payer = z.looseObject({
  payer_uuid: z.string(),
  payer_id: z.string(),
  payer_name: z.string(),
  availity_payer_name: z.string().nullish(),
  availity_claims_payer_id: z.string().nullish(),
  availity_eligibility_id: z.string().nullish(),
  availity_remittance_payer_id: z.string().nullish(),
  street_address: completeAddress.nullish(),
})
export type Payer = z.infer<typeof payer>
