import { z } from 'zod'
import { openEnum, timestamp } from '#lib/contract/fields.ts'

// Notes of the visit, grouped by kind.

export const clinicalNoteType = openEnum([
  'clinical',
  'care_plan',
  'diagnoses',
  'vitals',
  'physical_exam',
  'review_of_systems',
  'medical_decisions',
  'history_of_present_illness',
  'patient_info',
  'chief_complaint',
  'health_record',
  'consent',
  'procedure',
  'time_in_appointment',
])

export const clinicalNote = z.looseObject({
  text: z.string().nullish(),
  author_name: z.string().nullish(),
  author_npi: z.string().nullish(),
  timestamp: timestamp().nullish(),
})

export const clinicalNoteCategory = z.looseObject({
  category: clinicalNoteType.nullish(),
  notes: z.array(clinicalNote).nullish(),
})
