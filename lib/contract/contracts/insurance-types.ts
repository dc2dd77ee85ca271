import { z } from 'zod'
import { insuranceTypeCode } from '#lib/contract/codes/coverage.ts'

// Which insurance types of one line of business a contract covers.

export const allInsuranceTypes = z.looseObject({
  type: z.literal('allApply'),
})

export const noInsuranceTypes = z.looseObject({
  type: z.literal('noneApply'),
})

export const theseInsuranceTypes = z.looseObject({
  type: z.literal('theseApply'),
  value: z.array(insuranceTypeCode),
})

export const insuranceTypes = z.discriminatedUnion('type', [allInsuranceTypes, noInsuranceTypes, theseInsuranceTypes])
export type InsuranceTypes = z.infer<typeof insuranceTypes>
