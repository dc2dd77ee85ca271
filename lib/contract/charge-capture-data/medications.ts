import { z } from 'zod'

// Medications, used for existing ones and inside interventions.

export const medication = z.looseObject({
  name: z.string().nullish(),
  rx_cui: z.string().nullish(),
  dosage: z.string().nullish(),
  dosage_form: z.string().nullish(),
  frequency: z.string().nullish(),
  as_needed: z.boolean().nullish(),
})
