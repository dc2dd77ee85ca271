import { z } from 'zod'
import { vitals } from '#lib/contract/charge-capture-data/vitals.ts'
import { billableStatus } from '#lib/contract/codes/billing.ts'
import { completeAddress } from '#lib/contract/contact-fields.ts'
import { visitMembers } from '#lib/contract/visit.ts'
import { encounterIntervention, encounterMedication } from './clinical.ts'

/** The members that an encounter and the request that creates it share. */
export const encounterMembers = {
  ...visitMembers,
  external_id: z.string(),
  patient_authorized_release: z.boolean(),
  benefits_assigned_to_provider: z.boolean(),
  provider_accepts_assignment: z.boolean(),
  existing_medications: z.array(encounterMedication).nullish(),
  interventions: z.array(encounterIntervention).nullish(),
  pay_to_address: completeAddress.nullish(),
  vitals: vitals.nullish(),
  billable_status: billableStatus,
}
