import { z } from 'zod'
import { state } from './codes/states.ts'
import { openEnum } from './fields.ts'

// Addresses, phone numbers and other facts that every person or organisation has.

/** An address any part of which may be missing. */
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
 * An address that is complete but for the four digits after the ZIP code: the description says that these are optional
 * in every address, also where the published client's types demand them.
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
