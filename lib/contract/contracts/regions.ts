import { z } from 'zod'
import { state } from '#lib/contract/codes/states.ts'

// Where a contract or a span applies.

export const stateRegions = z.looseObject({
  type: z.literal('states'),
  states: z.array(state),
})

export const nationalRegions = z.looseObject({
  type: z.literal('national'),
})

export const regions = z.discriminatedUnion('type', [stateRegions, nationalRegions])
export type Regions = z.infer<typeof regions>
