import { errorKind, type ErrorKind } from '#components/ui/error-kind.ts'
import type { Failure } from '#lib/core/result.ts'

const unknownOutcomes = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'DatabaseAway'])
const rereads = new Set([...unknownOutcomes, 'SavedButUnread'])

/** What a failed save means for the record, before any detail: not saved, saved but unread, or not known. */
export function refusalTitle({ name }: Failure): string {
  if (unknownOutcomes.has(name)) return 'This may or may not have been saved'
  return name === 'SavedButUnread' ? 'Saved, but couldn’t reload' : 'Not saved'
}

/** The same in the one line beside the buttons: a plain refusal also says why, since its card may be out of sight. */
export function refusalWords(failure: Failure): string {
  const title = refusalTitle(failure)
  return title === 'Not saved' ? `${title}. ${failure.message}` : `${title}.`
}

const advice: Partial<Record<ErrorKind, { why?: string; kept: string }>> = {
  unreachable: { kept: 'Your changes are still in the form. Save again when the partner answers.' },
  forbidden: {
    why: 'Your role or the connection’s key doesn’t allow it. Ask an administrator.',
    kept: 'Your changes are still in the form.',
  },
  'not-found': {
    why: 'Someone may have deleted it.',
    kept: 'Your changes stay in the form until you leave this page.',
  },
}

/**
 * What to do about a plain refusal, and with `isEdited` that nothing typed is lost; '' where its own words, or the
 * complaints at the fields, say it all.
 */
export function refusalAdvice(failure: Failure, isEdited: boolean): string {
  if (refusalTitle(failure) !== 'Not saved' || failure.issues.length > 0) return ''
  const { why, kept } = advice[errorKind(failure)] ?? {}
  return [why, isEdited && kept].filter(Boolean).join(' ')
}

/** True where looking at the record again is the way on: saving once more does that, and writes nothing twice. */
export function needsLook({ name }: Failure): boolean {
  return rereads.has(name)
}
