import { claimStatus } from '#lib/contract/codes/billing.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { parseExact } from '#lib/core/json.ts'
import { listAt, textAt } from '#lib/rules/edit/read-json.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'

/** How far a claim has come: not sent, at the payer, or decided by it. */
export type Stage = 'open' | 'submitted' | 'paid' | 'denied'

/** What follows from a claim's status. */
export type Standing = {
  stage: Stage
  owner: 'CANDID' | 'CUSTOMER' | 'CODER' | 'NONE'
  /** The work queue that holds the encounter; '' for none. */
  queue: string
  nextParty: 'primary' | 'patient' | 'none'
}

/**
 * Owner of the next action, work queue and next responsible party follow from the claim's status.
 * ASSUMED: encounter-follows-claim-status
 */
const standings: Record<string, Standing> = {
  biller_received: { stage: 'open', owner: 'CODER', queue: '', nextParty: 'primary' },
  coded: { stage: 'open', owner: 'CANDID', queue: '', nextParty: 'primary' },
  missing_information: { stage: 'open', owner: 'CUSTOMER', queue: 'missing-information', nextParty: 'primary' },
  waiting_for_provider: { stage: 'open', owner: 'CUSTOMER', queue: 'missing-information', nextParty: 'primary' },
  held_by_customer: { stage: 'open', owner: 'CUSTOMER', queue: 'held', nextParty: 'primary' },
  not_billable: { stage: 'open', owner: 'NONE', queue: '', nextParty: 'none' },
  submitted_to_payer: { stage: 'submitted', owner: 'NONE', queue: '', nextParty: 'primary' },
  rejected: { stage: 'submitted', owner: 'CANDID', queue: 'rejections', nextParty: 'primary' },
  era_received: { stage: 'paid', owner: 'CANDID', queue: '', nextParty: 'primary' },
  era_requires_review: { stage: 'paid', owner: 'CANDID', queue: 'era-review', nextParty: 'primary' },
  paid: { stage: 'paid', owner: 'NONE', queue: '', nextParty: 'patient' },
  paid_incorrectly: { stage: 'paid', owner: 'CANDID', queue: 'underpayments', nextParty: 'primary' },
  finalized_paid: { stage: 'paid', owner: 'NONE', queue: '', nextParty: 'none' },
  denied: { stage: 'denied', owner: 'CANDID', queue: 'denials', nextParty: 'primary' },
  finalized_denied: { stage: 'denied', owner: 'NONE', queue: '', nextParty: 'none' },
}

/** What follows from a claim status; one that is not known counts as just received. */
export function standingOf(status: string): Standing {
  return standings[status] ?? standings.biller_received!
}

/** The claim statuses with a property. */
export function statusesWhere(holds: (standing: Standing) => boolean): string[] {
  return knownValues(claimStatus)!.values.filter((status) => holds(standingOf(status)))
}

/** Whether a claim is neither submitted nor adjudicated. */
export function isOpen(status: string): boolean {
  return standingOf(status).stage === 'open'
}

/**
 * Whether an encounter still follows its pre-encounter records: its claim is open, and it was not submitted elsewhere,
 * which one that is never billed here keeps no status of.
 * ASSUMED: auto-update-until
 */
export function followsRecords(row: Pick<EncounterRow, 'claim_status' | 'input'>): boolean {
  return isOpen(row.claim_status) && submittedElsewhere(parseExact(row.input)) === undefined
}

/**
 * The status of a new encounter's claim. One that was submitted elsewhere is with the payer, so that it follows nothing
 * any more; one that lacks a diagnosis or a line waits for information.
 * ASSUMED: claim-first-status, encounter-first-status
 */
export function firstClaimStatus(input: unknown): string {
  if (textAt(input, 'billable_status') === 'NOT_BILLABLE') return 'not_billable'
  if (submittedElsewhere(input) !== undefined) return 'submitted_to_payer'
  const isWhole = listAt(input, 'diagnoses').length > 0 && listAt(input, 'service_lines').length > 0
  return isWhole ? 'biller_received' : 'missing_information'
}

/** When the claim was last submitted by somebody else, an ISO instant; undefined when it never was. */
export function submittedElsewhere(input: unknown): string | undefined {
  return listAt(input, 'external_claim_submission.submission_records')
    .flatMap((record) => textAt(record, 'submitted_at') ?? [])
    .toSorted()
    .at(-1)
}
