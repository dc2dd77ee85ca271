import type { Failure } from '#lib/core/result.ts'
import { RefusalCard, RefusalPlace } from './refusal-card.tsx'
import { refusalAdvice, refusalTitle } from './save-words.ts'

type SaveRefusalProps = {
  /** How saving stands. */
  state: { kind: string; failure?: Failure }
  /** Complaints that belong to no field on this page. */
  unplaced: readonly string[]
}

/** Why nothing was saved, or that nobody knows, with every complaint that belongs to no field on this page. */
export function SaveRefusal({ state, unplaced }: SaveRefusalProps) {
  const failure = state.kind === 'refused' ? state.failure : undefined
  if (!failure && unplaced.length === 0) return null
  return (
    <RefusalPlace>
      <RefusalCard title={failure ? refusalTitle(failure) : 'Not saved'} message={failure?.message} unplaced={unplaced}>
        {failure && refusalAdvice(failure) && <p className="mt-1 text-sm text-ink-2">{refusalAdvice(failure)}</p>}
      </RefusalCard>
    </RefusalPlace>
  )
}
