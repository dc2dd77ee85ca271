import { localDateAt } from '#lib/core/local-date.ts'
import { evaluateBundle } from '#lib/sandbox/bundling/evaluate.ts'
import type { Lookups } from '#lib/sandbox/bundling/lookups.ts'
import type { FacilityNameOf } from '#lib/sandbox/db/capture-columns.ts'
import type { NewErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import { type SeedCapture, rewriteRow, toBundled } from './capture-row.ts'
import { faults } from './faults.ts'
import type { Organization } from './organization.ts'
import { createRandom, pickWeighted } from './random.ts'

export type CorrectionTools = {
  organization: Organization
  lookups: Lookups
  facilityNameOf: FacilityNameOf
  /** Epoch milliseconds. No correction, submission or remittance of its claim is later. */
  now: number
}

/**
 * An earlier correction of a capture: its instant (epoch milliseconds), and the errors that it
 * cleared.
 */
export type Correction = { at: number; cleared: Omit<NewErrorRow, 'claim_creation_id'>[] }

const correctionSeed = 9_000_011
const hour = 3_600_000

/**
 * Invents an earlier correction of a capture: the capture was first sent with a fault, and after
 * the correction the service resolved the errors that it no longer found. `left` are the errors
 * that the capture still has. The capture's number is the random seed, so that corrections change
 * no other demo data. Undefined if the capture is too new, or if the fault causes no error of its
 * own.
 */
export function correctionOf(
  { row, data }: SeedCapture,
  left: readonly { cause: string; field_in_error?: string | null }[],
  { organization, lookups, facilityNameOf, now }: CorrectionTools,
): Correction | undefined {
  const number = Number(row.charge_external_id.replace('CHG-', ''))
  const random = createRandom(correctionSeed + number * 7919, number)
  const at = row.created_at + random.int(20, 12 * 24) * hour
  if (at > now - hour || !data.subscriber_primary) return undefined
  const today = localDateAt(row.created_at, 'UTC')
  const first: SeedCapture = { row: { ...row }, data: { ...data } }
  pickWeighted(
    random,
    faults.map((fault) => [fault, fault.weight]),
  ).apply({ data: first.data, random, organization, today })
  rewriteRow(first, first.data, facilityNameOf)
  const found = evaluateBundle([toBundled(first)], { ...lookups, today }).errors
  const cleared = found
    .filter(
      ({ cause, field_in_error: field }) =>
        !left.some((e) => e.cause === cause && e.field_in_error === field),
    )
    .map((error) => ({
      ...error,
      id: random.uuid(),
      resolved: true,
      resolved_by: null,
      resolution_reason: null,
      is_cleared: true,
      created_at: row.created_at,
    }))
  return cleared.length > 0 ? { at, cleared } : undefined
}
