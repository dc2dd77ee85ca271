import { z } from 'zod'
import { chargeCaptureData } from './charge-capture-data/charge-capture-data.ts'
import { chargeCaptureError } from './charge-captures.ts'
import { openEnum, page } from './fields.ts'

// Charge capture claim creations: bundles of captures that become an encounter and its claim.

const statuses = [
  'not-started',
  'in-error',
  'successful',
  'successful-dry-run',
  'aborted',
  'held',
] as const

export const claimCreationStatus = openEnum(statuses)

/**
 * The description's name for a claim creation with an encounter; its list of statuses says
 * `successful` instead.
 */
export const billedStatus = 'BILLED'

/** The statuses that a filter accepts. */
export const claimCreationStatusFilter = openEnum(statuses, [billedStatus])

export const claimCreation = z.looseObject({
  id: z.string(),
  created_encounter_id: z.string().nullish(),
  status: claimCreationStatus,
  characteristics: z.record(z.string(), z.unknown()),
  errors: z.array(chargeCaptureError),
  encounter_creation_input: chargeCaptureData.nullish(),
  most_recent_claim_preview_id: z.string().nullish(),
})
export type ClaimCreation = z.infer<typeof claimCreation>

export const claimCreationPage = page(claimCreation)

export const claimCreationSummary = z.looseObject({
  charge_capture_charges_not_linked_to_claims_count: z.number(),
  charge_capture_claim_creations_not_started_count: z.number(),
  charge_capture_held_claim_creations_count: z.number(),
  charge_capture_claim_creations_in_error_count: z.number(),
  charge_capture_unresolved_change_count: z.number(),
})

export const resolveClaimCreationErrorBody = z.looseObject({
  resolved_by: z.string().nullish(),
  resolution_reason: z.string().nullish(),
})
