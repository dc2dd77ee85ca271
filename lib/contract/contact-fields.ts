import { z } from 'zod'
import { state } from './codes/states.ts'
import { openEnum } from './fields.ts'

// Addresses, phone numbers and other members that people and organizations share.

/** An address with all parts optional. */
export const address = z.looseObject({
  zip_plus_four_code: z.string().nullish(),
  address1: z.string().nullish(),
  address2: z.string().nullish(),
  city: z.string().nullish(),
  state: state.nullish(),
  zip_code: z.string().nullish(),
})
export type Address = z.infer<typeof address>

/**
 * An address that is complete except for the four digits after the ZIP code. The description says
 * that these are optional in every address, although the published client's types require them.
 */
export const completeAddress = z.looseObject({
  zip_plus_four_code: z.string().nullish(),
  address1: z.string(),
  address2: z.string().nullish(),
  city: z.string(),
  state,
  zip_code: z.string(),
})

export const phoneNumberType = openEnum(['Home', 'Mobile', 'Work'])

export const phoneNumber = z.looseObject({
  number: z.string().nullish(),
  type: phoneNumberType.nullish(),
})

export const completePhoneNumber = z.looseObject({
  number: z.string(),
  type: phoneNumberType,
})

export const gender = openEnum(['male', 'female', 'other', 'not_given', 'unknown'])
