import { z } from 'zod'
import { openEnum } from '#lib/contract/fields.ts'

// Intake questions with their answers and follow-ups.

export const patientHistoryCategory = openEnum(['present_illness', 'medical', 'family', 'social'])

export const intakeFollowUp = z.looseObject({
  id: z.string().nullish(),
  text: z.string().nullish(),
  response: z.string().nullish(),
})

export const intakeResponse = z.looseObject({
  response: z.string().nullish(),
  follow_ups: z.array(intakeFollowUp).nullish(),
})

export const intakeQuestion = z.looseObject({
  id: z.string().nullish(),
  text: z.string().nullish(),
  responses: z.array(intakeResponse).nullish(),
})

export const patientHistory = z.looseObject({
  category: patientHistoryCategory.nullish(),
  questions: z.array(intakeQuestion).nullish(),
})
