'use client'
import { Card } from '#components/ui/card.tsx'
import { refusalTitle } from './save-words.ts'
import type { SaveState } from './use-capture-save.ts'

/** Why a save was refused, with every complaint that belongs to no field on this page: listed, never lost. */
export function SaveRefusal({ state, unplaced }: { state: SaveState; unplaced: readonly string[] }) {
  if (state.kind !== 'refused') return null
  return (
    <div data-field="refusal" tabIndex={-1} role="alert" className="outline-none">
      <Card tone="red" title={refusalTitle(state.failure)}>
        <p className="text-sm break-words text-ink">{state.failure.message}</p>
        {unplaced.length > 0 && (
          <ul className="mt-2 list-disc pl-4 text-sm break-words text-ink">
            {unplaced.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
