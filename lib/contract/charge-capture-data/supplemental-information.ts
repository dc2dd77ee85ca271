import { z } from 'zod'
import { reportTypeCode } from '#lib/contract/codes/report-types.ts'
import { openEnum } from '#lib/contract/fields.ts'

// Attachments announced with the claim (X12 PWK) and the EPSDT referral.

export const reportTransmissionCode = openEnum(['AA', 'BM', 'EL', 'FX'])

export const claimSupplementalInformation = z.looseObject({
  attachment_report_type_code: reportTypeCode.nullish(),
  attachment_transmission_code: reportTransmissionCode.nullish(),
  attachment_control_number: z.string().nullish(),
})

export const epsdtConditionIndicator = openEnum(['AV', 'NU', 'S2', 'ST'])

export const epsdtReferral = z.looseObject({
  condition_indicator1: epsdtConditionIndicator.nullish(),
  condition_indicator2: epsdtConditionIndicator.nullish(),
  condition_indicator3: epsdtConditionIndicator.nullish(),
})
