'use client'
import { useState } from 'react'
import type { Failure } from '#lib/core/result.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { RefusalCard, RefusalPlace } from './refusal-card.tsx'
import { refusalAdvice, refusalTitle } from './save-words.ts'

type SaveRefusalProps = {
  /** How saving stands. */
  state: { kind: string; failure?: Failure }
  /** Complaints that belong to no field on this page. */
  unplaced: readonly string[]
  /** Whether the form holds something that is not saved. */
  isDirty: () => boolean
}

/** Why nothing was saved, or that nobody knows, with every complaint that belongs to no field on this page. */
export function SaveRefusal({ state, unplaced, isDirty }: SaveRefusalProps) {
  const failure = state.kind === 'refused' ? state.failure : undefined
  if (!failure && unplaced.length === 0) return null
  return (
    <RefusalPlace>
      <RefusalCard title={failure ? refusalTitle(failure) : 'Not saved'} message={failure?.message} unplaced={unplaced}>
        {failure && <Advice failure={failure} isDirty={isDirty} />}
      </RefusalCard>
    </RefusalPlace>
  )
}

// The card outlives edits that are taken back by hand: what does not stand in the form is not said to.
function Advice({ failure, isDirty }: { failure: Failure; isDirty: () => boolean }) {
  const [isEdited, setEdited] = useState(isDirty)
  useFormPulse(() => setEdited(isDirty()))
  const advice = refusalAdvice(failure, isEdited)
  return advice === '' ? null : <p className="mt-1 text-sm text-ink-2">{advice}</p>
}
