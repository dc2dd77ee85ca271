import { captureStatusWords } from '#lib/contract/codes/capture-statuses.ts'
import { changedState, claimCreationWords, stateWord } from '#lib/lists/record-state.ts'
import type { Tone } from './tone.ts'

/** The words and tones of statuses. */
export type StatusWord = { word: string; tone: Tone }

const claimCreation: Record<string, StatusWord> = toned(claimCreationWords, {
  'not-started': 'grey',
  'in-error': 'red',
  successful: 'green',
  'successful-dry-run': 'blue',
  aborted: 'grey',
  held: 'violet',
})

const chargeCapture: Record<string, StatusWord> = toned(captureStatusWords, {
  planned: 'grey',
  'not-billable': 'grey',
  billable: 'blue',
  aborted: 'grey',
  'entered-in-error': 'grey',
})

function toned<Status extends string>(
  words: Record<Status, string>,
  tones: Record<Status, Tone>,
): Record<string, StatusWord> {
  return Object.fromEntries(
    Object.entries<string>(words).map(([status, word]) => [
      status,
      { word, tone: tones[status as Status] }, // it is one of the keys
    ]),
  )
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
  if (state === changedState) return { word: stateWord(state)!, tone: 'amber' }
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
