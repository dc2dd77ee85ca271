'use client'
import { RefusalCard, RefusalPlace } from '#components/form/writing/refusal-card.tsx'
import { refusalTitle } from '#components/form/writing/save-words.ts'
import type { SaveState } from './use-capture-save.ts'

/** Why a save was refused, with every complaint that belongs to no field on this page. */
export function SaveRefusal({ state, unplaced }: { state: SaveState; unplaced: readonly string[] }) {
  if (state.kind !== 'refused') return null
  return (
    <RefusalPlace>
      <RefusalCard title={refusalTitle(state.failure)} message={state.failure.message} unplaced={unplaced} />
    </RefusalPlace>
  )
}
