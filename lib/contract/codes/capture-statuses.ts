/** The words of a charge capture's statuses. */
export const captureStatusWords = {
  planned: 'Planned',
  'not-billable': 'Not billable',
  billable: 'Billable',
  aborted: 'Aborted',
  'entered-in-error': 'Entered in error',
}

/** The statuses of captures that take no part in a claim. */
export const droppedStatuses = ['not-billable', 'aborted', 'entered-in-error']

const dropped: ReadonlySet<unknown> = new Set(droppedStatuses)

/** True for the status of a capture that takes no part in its claim. */
export function isDroppedStatus(status: unknown): boolean {
  return dropped.has(status)
}
