import { listAt, textAt } from '#lib/rules/edit/read-json.ts'

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
