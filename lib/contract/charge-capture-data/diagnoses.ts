import { z } from 'zod'
import { openEnum } from '#lib/contract/fields.ts'

// Diagnoses in claim order: the first is the principal one. Service lines point at them by
// zero-based index.

export const diagnosisCodeType = openEnum([
  'ABF',
  'ABJ',
  'ABK',
  'APR',
  'BF',
  'BJ',
  'BK',
  'PR',
  'DR',
  'LOI',
])

export const presentOnAdmissionIndicator = openEnum(['YES', 'NO', 'UNKNOWN', 'NOT_APPLICABLE'])

export const diagnosis = z.looseObject({
  name: z.string().nullish(),
  code_type: diagnosisCodeType.nullish(),
  code: z.string().nullish(),
  present_on_admission_indicator: presentOnAdmissionIndicator.nullish(),
})
export type Diagnosis = z.infer<typeof diagnosis>
