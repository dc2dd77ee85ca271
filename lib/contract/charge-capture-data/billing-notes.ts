import { z } from 'zod'

// Notes that billers leave for each other.

export const billingNote = z.looseObject({
  text: z.string().nullish(),
})
