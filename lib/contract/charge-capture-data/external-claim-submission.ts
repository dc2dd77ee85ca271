import { z } from 'zod'
import { openEnum, timestamp } from '#lib/contract/fields.ts'

// A claim that was already submitted elsewhere, with its submission history.

export const claimFrequencyCode = openEnum([
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '7',
  '8',
  '9',
  'A',
  'B',
  'C',
  'D',
  'E',
  'F',
  'G',
  'H',
  'I',
  'J',
  'K',
  'M',
  'O',
  'P',
  'Q',
  'X',
  'Y',
  'Z',
])

export const payerResponsibility = openEnum(['primary', 'secondary'])

export const intendedSubmissionMedium = openEnum(['paper', 'electronic'])

export const submissionRecord = z.looseObject({
  submitted_at: timestamp().nullish(),
  claim_frequency_code: claimFrequencyCode.nullish(),
  payer_responsibility: payerResponsibility.nullish(),
  intended_submission_medium: intendedSubmissionMedium.nullish(),
})

export const externalClaimSubmission = z.looseObject({
  claim_created_at: timestamp().nullish(),
  patient_control_number: z.string().nullish(),
  submission_records: z.array(submissionRecord).nullish(),
})
