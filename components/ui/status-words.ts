import type { Tone } from './tone.ts'

/** The words and tones of statuses. */
export type StatusWord = { word: string; tone: Tone }

const claimCreation: Record<string, StatusWord> = {
  'not-started': { word: 'Not started', tone: 'grey' },
  'in-error': { word: 'In error', tone: 'red' },
  successful: { word: 'Billed', tone: 'green' },
  'successful-dry-run': { word: 'Dry run, not billed', tone: 'blue' },
  aborted: { word: 'Aborted', tone: 'grey' },
  held: { word: 'On hold', tone: 'violet' },
}

const chargeCapture: Record<string, StatusWord> = {
  planned: { word: 'Planned', tone: 'grey' },
  'not-billable': { word: 'Not billable', tone: 'grey' },
  billable: { word: 'Billable', tone: 'blue' },
  aborted: { word: 'Aborted', tone: 'grey' },
  'entered-in-error': { word: 'Entered in error', tone: 'grey' },
}

const claim: Record<string, StatusWord> = {
  biller_received: { word: 'Received', tone: 'grey' },
  coded: { word: 'Coded', tone: 'grey' },
  submitted_to_payer: { word: 'Submitted', tone: 'blue' },
  missing_information: { word: 'Missing information', tone: 'amber' },
  not_billable: { word: 'Not billable', tone: 'grey' },
  waiting_for_provider: { word: 'Waiting for provider', tone: 'amber' },
  held_by_customer: { word: 'Held', tone: 'violet' },
  rejected: { word: 'Rejected', tone: 'red' },
  era_received: { word: 'ERA received', tone: 'blue' },
  era_requires_review: { word: 'ERA to review', tone: 'amber' },
  denied: { word: 'Denied', tone: 'red' },
  paid: { word: 'Paid', tone: 'green' },
  paid_incorrectly: { word: 'Paid incorrectly', tone: 'amber' },
  finalized_paid: { word: 'Finalized paid', tone: 'green' },
  finalized_denied: { word: 'Finalized denied', tone: 'grey' },
}

const contract: Record<string, StatusWord> = {
  pending: { word: 'Pending', tone: 'amber' },
  effective: { word: 'Effective', tone: 'green' },
  cancelled: { word: 'Cancelled', tone: 'grey' },
}

const credentialingSpan: Record<string, StatusWord> = {
  work_in_progress: { word: 'In progress', tone: 'grey' },
  pending: { word: 'Pending', tone: 'amber' },
  effective: { word: 'Effective', tone: 'green' },
  expired: { word: 'Expired', tone: 'grey' },
}

/** The word of a credentialing span's status. An unknown value is shown unchanged. */
export function credentialingStatusWord(status: string): StatusWord {
  return credentialingSpan[status] ?? { word: status, tone: 'grey' }
}

/** The word of a contract's status. An unknown value is shown unchanged. */
export function contractStatusWord(status: string): StatusWord {
  return contract[status] ?? { word: status, tone: 'grey' }
}

/** The word of a claim creation's status. An unknown value is shown unchanged. */
export function claimCreationStatusWord(status: string): StatusWord {
  return claimCreation[status] ?? { word: status, tone: 'grey' }
}

/**
 * The word of a record's one state in a list: a status of a claim creation or of a charge capture,
 * or `changed`. An unknown value is shown unchanged.
 */
export function recordStateWord(state: string): StatusWord {
  if (state === 'changed') return { word: 'Changed', tone: 'amber' }
  return claimCreation[state] ?? chargeCaptureStatusWord(state)
}

/** The word of a charge capture's status. An unknown value is shown unchanged. */
export function chargeCaptureStatusWord(status: string): StatusWord {
  return chargeCapture[status] ?? { word: status, tone: 'grey' }
}

/** The word of a claim's status. An unknown value is shown unchanged. */
export function claimStatusWord(status: string): StatusWord {
  return claim[status] ?? { word: status, tone: 'grey' }
}
