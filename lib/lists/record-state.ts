import { captureStatusWords, isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import type { ChargeCaptureRow } from './rows/rows.ts'

// A list has one status for a record: of the capture's own and its claim's, the one that needs work
// most. In error, Changed, On hold, Billable, Planned, Billed, Aborted.

/** The state of a billed record with unresolved changes; every other state is a wire status. */
export const changedState = 'changed'

/** The words of a claim creation's statuses. */
export const claimCreationWords = {
  'not-started': 'Not started',
  'in-error': 'In error',
  successful: 'Billed',
  'successful-dry-run': 'Dry run, not billed',
  aborted: 'Aborted',
  held: 'On hold',
}

const stateWords: Record<string, string> = {
  ...captureStatusWords,
  ...claimCreationWords,
  [changedState]: 'Changed',
}

/** A record's one state in words. An unknown value is returned unchanged. */
export function stateWord(state: string | undefined): string | undefined {
  return state === undefined ? undefined : (stateWords[state] ?? state)
}

const takingPart: ReadonlySet<string> = new Set(['planned', 'billable', 'billed'])

/**
 * The state of a charge capture in a list. `claim` is the status of its claim creation, which wins
 * over the capture's own; undefined without one, or while it is not known.
 */
export function captureState(
  { status, message, updates = 0 }: Pick<ChargeCaptureRow, 'status' | 'message' | 'updates'>,
  claim: string | undefined,
): string | undefined {
  if (isDroppedStatus(status)) return status
  if (message !== undefined || claim === 'in-error') return 'in-error'
  if (updates > 0) return changedState
  // What a new status means is not known here, so it is shown.
  if (status !== undefined && !takingPart.has(status)) return status
  return claim === 'held' || claim === 'successful' || claim === 'successful-dry-run'
    ? claim
    : status
}

/** The state of a claim creation in a list, with the unresolved changes of its captures. */
export function creationState(status: string | undefined, changes: number): string | undefined {
  return status !== 'in-error' && changes > 0 ? changedState : status
}
