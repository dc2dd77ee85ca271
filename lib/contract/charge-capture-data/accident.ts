import { z } from 'zod'
import { openEnum } from '#lib/contract/fields.ts'

// Related causes, and property and casualty members.

export const relatedCausesCode = openEnum(['AA', 'AB', 'AP', 'EM', 'OA', 'ZZ'])

export const relatedCauses = z.looseObject({
  related_causes_code_1: relatedCausesCode.nullish(),
  related_causes_code_2: relatedCausesCode.nullish(),
  state_or_province_code: z.string().nullish(),
})

export const propertyCasualtyQualifier = openEnum(['1W', 'SY'])

export const propertyCasualtyPatientIdentifier = z.looseObject({
  property_casualty_patient_identifier_qualifier: propertyCasualtyQualifier.nullish(),
  property_casualty_patient_identifier: z.string().nullish(),
})
