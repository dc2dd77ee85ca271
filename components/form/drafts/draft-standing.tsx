'use client'
import { LocalTime } from '#components/ui/local-time.tsx'
import type { DraftState } from './draft-keeper.ts'

/** How the draft stands, in a few quiet words for a save bar. Only that it is not kept is said aloud. */
export function DraftStanding({ state }: { state: DraftState }) {
  return (
    <>
      {state.kind === 'saved' && (
        <span className="text-xs text-ink-3">
          Draft saved <LocalTime at={state.at} />
          {state.isTooLargeToLeave && '. Large draft: wait a second before closing'}
        </span>
      )}
      <output aria-live="polite" className="text-xs text-amber empty:hidden">
        {state.kind === 'failing' && 'Draft not saved, trying again'}
        {state.kind === 'refused' && `Draft not saved. ${state.message}`}
      </output>
    </>
  )
}
