import { errorKind, type ErrorKind } from '#components/ui/error-kind.ts'
import type { Failure, Issue } from '#lib/core/result.ts'
import { attentionWords, countOf, unsavedNoun } from '#lib/core/count-of.ts'

/** The outcome of a save, in sentences for the save bar. */
export type SavedWords = { tone: 'green' | 'amber'; lines: readonly string[] }

/**
 * The state of a form's write.
 * - checking: the answer was lost, and the same operation is sent again.
 * - invalid: these fields need attention. Either nothing was sent, or the server refused them.
 * - unknown: the outcome could not be found out. Sending again checks first.
 * - taken: such a record exists, or may exist; a person decides.
 */
export type WriteState<Done = unknown, Taken = unknown> =
  | { kind: 'idle' | 'sending' | 'checking' | 'unchanged' }
  | { kind: 'invalid'; issues: readonly Issue[] }
  | { kind: 'refused' | 'unknown'; failure: Failure }
  | { kind: 'taken'; taken: Taken }
  /** `isOver`: the form closes, so nothing in it is unsaved any more. */
  | { kind: 'done'; done: Done; isOver: boolean; words?: SavedWords | undefined }

/** True from the moment that a new record is sent until it is known whether it was created. */
export function isUnderWay({ kind }: WriteState): boolean {
  return kind === 'sending' || kind === 'checking' || kind === 'unknown' || kind === 'done'
}

/** True while a write is on its way, and once its form closes. */
export function isSending(state: WriteState): boolean {
  return (
    state.kind === 'sending' || state.kind === 'checking' || (state.kind === 'done' && state.isOver)
  )
}

/** The failure of a write that failed as a whole. */
export function failureIn(state: WriteState): Failure | undefined {
  return state.kind === 'refused' || state.kind === 'unknown' ? state.failure : undefined
}

const noIssues: readonly Issue[] = []

/**
 * The complaints about single fields; `taken` is the one for a record that exists already, where a
 * field can show it.
 */
export function issuesOf(state: WriteState, taken?: Issue): readonly Issue[] {
  if (state.kind === 'taken') return taken ? [taken] : noIssues
  return state.kind === 'invalid'
    ? state.issues
    : state.kind === 'refused'
      ? state.failure.issues
      : noIssues
}

/** Words with their colour. */
export type StateWords = { text: string; color: string }

const plain = (text: string): StateWords => ({ text, color: 'text-ink-2' })
const bad = (text: string): StateWords => ({ text, color: 'text-red' })

/** The state of a save in one line; `changes` are unsaved, `hint` follows their number. */
export function saveWords(state: WriteState, changes: number, hint = ''): StateWords {
  if (state.kind === 'sending') return plain('Saving…')
  if (state.kind === 'checking')
    return {
      text: 'No answer from the partner. Checking whether it was saved…',
      color: 'text-amber',
    }
  if (state.kind === 'invalid') return bad(`Not saved. ${attentionWords(state.issues.length)}.`)
  const failure = failureIn(state)
  if (failure) return bad(refusalWords(failure))
  if (changes > 0) return plain([countOf(changes, unsavedNoun), hint].filter(Boolean).join('. '))
  return plain(
    state.kind === 'unchanged' ? 'Nothing to save. No fields changed.' : 'No unsaved changes',
  )
}

/** The state of creating a record in one line; `taken` describes a record that already exists. */
export function createWords(
  state: WriteState,
  taken: string,
  firstBad: string | undefined,
): StateWords {
  switch (state.kind) {
    case 'sending':
      return plain('Creating…')
    case 'checking':
      return plain('No answer from the partner. Checking whether it was created…')
    case 'unknown':
      return plain('It may or may not have been created. Check again.')
    case 'invalid':
      return bad(
        `Not created. ${attentionWords(state.issues.length)}${firstBad === undefined ? '.' : ', the first has the focus.'}`,
      )
    case 'refused':
      return bad(`Not created. ${state.failure.message}`)
    case 'taken':
      return plain(taken)
    case 'done':
      return plain('Created. Opening it…')
    default:
      return plain('Nothing is sent until you create it.')
  }
}

const unknownOutcomes = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'DatabaseAway'])

/**
 * A failed save's meaning for the record, before any detail: not saved, saved but not read again,
 * or unknown.
 */
export function refusalTitle({ name }: Failure): string {
  if (unknownOutcomes.has(name)) return 'This may or may not have been saved'
  return name === 'SavedButUnread' ? 'Saved, but couldn’t reload' : 'Not saved'
}

// A plain refusal also says why, since its card may be out of sight.
function refusalWords(failure: Failure): string {
  const title = refusalTitle(failure)
  return title === 'Not saved' ? `${title}. ${failure.message}` : `${title}.`
}

const advice: Partial<Record<ErrorKind, { why?: string; kept: string }>> = {
  unreachable: { kept: 'Your changes are still in the form. Save again when the partner answers.' },
  'partner-failed': {
    kept: 'Your changes are still in the form. Save again when the partner answers.',
  },
  busy: { kept: 'Your changes are still in the form.' },
  'key-refused': {
    kept: 'Your changes are still in the form. Save again when the connection has a new key.',
  },
  insecure: { kept: 'Your changes are still in the form.' },
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
 * What to do about a plain refusal, and with `isEdited` that the form still holds the edits; ''
 * where the refusal's own words, or the complaints at the fields, are enough.
 */
export function refusalAdvice(failure: Failure, isEdited: boolean): string {
  if (refusalTitle(failure) !== 'Not saved' || failure.issues.length > 0) return ''
  const { why, kept } = advice[errorKind(failure)] ?? {}
  return [why, isEdited && kept].filter(Boolean).join(' ')
}

/**
 * True where the record has to be looked at again: saving once more does that, and writes nothing
 * twice.
 */
export function needsLook({ name }: Failure): boolean {
  return unknownOutcomes.has(name) || name === 'SavedButUnread'
}
