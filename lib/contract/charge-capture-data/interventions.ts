import { z } from 'zod'
import { medication } from './medications.ts'
import { openEnum } from '#lib/contract/fields.ts'

// What was done or ordered at the visit besides the billed lines.

export const interventionCategory = openEnum(['allopathic', 'naturopathic', 'tests', 'lifestyle'])

export const labCodeType = openEnum(['quest', 'labcorp'])

export const lab = z.looseObject({
  name: z.string().nullish(),
  code: z.string().nullish(),
  code_type: labCodeType.nullish(),
})

export const intervention = z.looseObject({
  name: z.string().nullish(),
  category: interventionCategory.nullish(),
  description: z.string().nullish(),
  medication: medication.nullish(),
  labs: z.array(lab).nullish(),
})
