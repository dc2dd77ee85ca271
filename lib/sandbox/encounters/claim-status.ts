import { claimStatus } from '#lib/contract/codes/billing.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { parseExact } from '#lib/core/json.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'

/** The stage of a claim: not sent, at the payer, or adjudicated. */
export type Stage = 'open' | 'submitted' | 'paid' | 'denied'

/** The values that follow from a claim's status. */
export type StatusFacts = {
  stage: Stage
  owner: 'CANDID' | 'CUSTOMER' | 'CODER' | 'NONE'
  /** The work queue that holds the encounter; '' for none. */
  queue: string
  nextParty: 'primary' | 'patient' | 'none'
}

/**
 * The claim's status determines the owner of the next action, the work queue and the next
 * responsible party. ASSUMED: encounter-follows-claim-status
 */
const factsByStatus: Record<string, StatusFacts> = {
  biller_received: { stage: 'open', owner: 'CODER', queue: '', nextParty: 'primary' },
  coded: { stage: 'open', owner: 'CANDID', queue: '', nextParty: 'primary' },
  missing_information: {
    stage: 'open',
    owner: 'CUSTOMER',
    queue: 'missing-information',
    nextParty: 'primary',
  },
  waiting_for_provider: {
    stage: 'open',
    owner: 'CUSTOMER',
    queue: 'missing-information',
    nextParty: 'primary',
  },
  held_by_customer: { stage: 'open', owner: 'CUSTOMER', queue: 'held', nextParty: 'primary' },
  not_billable: { stage: 'open', owner: 'NONE', queue: '', nextParty: 'none' },
  submitted_to_payer: { stage: 'submitted', owner: 'NONE', queue: '', nextParty: 'primary' },
  rejected: { stage: 'submitted', owner: 'CANDID', queue: 'rejections', nextParty: 'primary' },
  era_received: { stage: 'paid', owner: 'CANDID', queue: '', nextParty: 'primary' },
  era_requires_review: {
    stage: 'paid',
    owner: 'CANDID',
    queue: 'era-review',
    nextParty: 'primary',
  },
  paid: { stage: 'paid', owner: 'NONE', queue: '', nextParty: 'patient' },
  paid_incorrectly: {
    stage: 'paid',
    owner: 'CANDID',
    queue: 'underpayments',
    nextParty: 'primary',
  },
  finalized_paid: { stage: 'paid', owner: 'NONE', queue: '', nextParty: 'none' },
  denied: { stage: 'denied', owner: 'CANDID', queue: 'denials', nextParty: 'primary' },
  finalized_denied: { stage: 'denied', owner: 'NONE', queue: '', nextParty: 'none' },
}

/** The values for a claim status. An unknown status counts as just received. */
export function factsOfStatus(status: string): StatusFacts {
  return factsByStatus[status] ?? factsByStatus.biller_received!
}

/** The claim statuses whose values match. */
export function statusesWhere(holds: (statusFacts: StatusFacts) => boolean): string[] {
  return knownValues(claimStatus)!.values.filter((status) => holds(factsOfStatus(status)))
}

/** True if a claim is neither submitted nor adjudicated. */
export function isOpen(status: string): boolean {
  return factsOfStatus(status).stage === 'open'
}

/**
 * True if an encounter still follows its pre-encounter records: its claim is open and was not
 * submitted elsewhere. The status does not show the latter if the encounter is never billed.
 * ASSUMED: auto-update-until
 */
export function followsRecords(row: Pick<EncounterRow, 'claim_status' | 'input'>): boolean {
  return isOpen(row.claim_status) && submittedElsewhere(parseExact(row.input)) === undefined
}

/**
 * The status of a new encounter's claim. A claim that was submitted elsewhere is at the payer, so
 * it no longer follows records. A claim without a diagnosis or without a line waits for
 * information. ASSUMED: claim-first-status, encounter-first-status
 */
export function firstClaimStatus(input: unknown): string {
  if (textAt(input, 'billable_status') === 'NOT_BILLABLE') return 'not_billable'
  if (submittedElsewhere(input) !== undefined) return 'submitted_to_payer'
  const isWhole = listAt(input, 'diagnoses').length > 0 && listAt(input, 'service_lines').length > 0
  return isWhole ? 'biller_received' : 'missing_information'
}

/** The ISO instant of the last submission elsewhere; undefined if there was none. */
export function submittedElsewhere(input: unknown): string | undefined {
  return listAt(input, 'external_claim_submission.submission_records')
    .flatMap((record) => textAt(record, 'submitted_at') ?? [])
    .toSorted()
    .at(-1)
}
