import type { Failure, Issue } from '#lib/core/result.ts'
import { attentionWords } from '#lib/core/count-of.ts'

/** What a creating action answers. `taken`: such a record exists, or may; a person looks, and nothing more is sent. */
export type CreateReply = { kind: 'created' } | { kind: 'taken' } | { kind: 'checking' }

/**
 * How creating stands. `checking`: it was sent, and nobody knows yet whether it was made. `unknown`: nobody could find
 * out. `invalid`: nothing was sent, because of what stands in the form.
 */
export type CreateState<Created, Taken> =
  | { kind: 'idle' | 'sending' | 'checking' }
  | { kind: 'unknown' | 'refused'; failure: Failure }
  | { kind: 'invalid'; issues: Issue[] }
  | { kind: 'taken'; taken: Taken }
  | { kind: 'created'; created: Created }

/** How creating stands, whatever the record is. */
export type AnyCreateState = CreateState<unknown, unknown>

const noIssues: readonly Issue[] = []

/** True while what was sent must stay what is shown, because nobody knows yet whether it was made. */
export function isUnderWay({ kind }: AnyCreateState): boolean {
  return kind === 'sending' || kind === 'checking' || kind === 'unknown' || kind === 'created'
}

/**
 * The complaints about single fields in what a create or a save came to; `taken` is the one of a record that exists
 * already, where a field can take it.
 */
export function issuesOf(
  { kind, issues, failure }: { kind: string; issues?: readonly Issue[]; failure?: Failure },
  taken?: Issue,
): readonly Issue[] {
  if (kind === 'taken') return taken ? [taken] : noIssues
  return (kind === 'invalid' ? issues : kind === 'refused' ? failure?.issues : undefined) ?? noIssues
}

/** How creating stands in one line beside the buttons. `taken` says what a record that exists already means. */
export function standingOf(state: AnyCreateState, taken: string, firstBad: string | undefined): string {
  switch (state.kind) {
    case 'idle':
      return 'Nothing is sent until you create it.'
    case 'sending':
      return 'Creating…'
    case 'checking':
      return 'No answer from the partner. Checking whether it was created…'
    case 'unknown':
      return 'It may or may not have been created. Check again.'
    case 'invalid':
      return `Not created. ${attentionWords(state.issues.length)}${firstBad === undefined ? '.' : ', the first has the focus.'}`
    case 'refused':
      return `Not created. ${state.failure.message}`
    case 'taken':
      return taken
    case 'created':
      return 'Created. Opening it…'
  }
}
