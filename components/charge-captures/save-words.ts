import type { Failure } from '#lib/core/result.ts'

const unknownOutcomes = new Set(['OutcomeUnknown', 'ConsoleUnreachable'])
const rereads = new Set([...unknownOutcomes, 'SavedButUnread', 'ChangedMeanwhile'])

/** What a failed save means for the record, before any detail: not saved, saved but unread, or not known. */
export function refusalTitle({ name }: Failure): string {
  if (unknownOutcomes.has(name)) return 'It is not known whether this was saved'
  return name === 'SavedButUnread' ? 'Saved, but not read again' : 'Not saved'
}

/** True where reading the record again is the way on. */
export function needsReread({ name }: Failure): boolean {
  return rereads.has(name)
}
