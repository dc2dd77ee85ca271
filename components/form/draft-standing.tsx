'use client'
import { LocalTime } from '#components/ui/local-time.tsx'
import type { DraftState } from './draft-keeper.ts'

/** How the draft stands, in a few quiet words for a save bar; nothing while there is none. */
export function DraftStanding({ state }: { state: DraftState }) {
  if (state.kind === 'none') return null
  if (state.kind === 'failing') return <span className="text-amber">Draft not saved, trying again</span>
  if (state.kind === 'refused') return <span className="text-amber">Draft not saved. {state.message}</span>
  return (
    <span className="text-ink-3">
      Draft saved <LocalTime at={state.at} />
    </span>
  )
}
