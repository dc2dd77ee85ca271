import { z } from 'zod'
import { localDate } from '#lib/contract/fields.ts'
import { address, phoneNumber } from '#lib/contract/contact-fields.ts'

// Who pays what insurance leaves unpaid.

export const guarantor = z.looseObject({
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  external_id: z.string().nullish(),
  date_of_birth: localDate().nullish(),
  address: address.nullish(),
  phone_numbers: z.array(phoneNumber).nullish(),
  phone_consent: z.boolean().nullish(),
  email: z.string().nullish(),
  email_consent: z.boolean().nullish(),
  auto_charge_consent: z.boolean().nullish(),
})
export type Guarantor = z.infer<typeof guarantor>
