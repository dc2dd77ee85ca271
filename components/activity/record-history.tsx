'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { RecordKind } from '#lib/acts/acts.ts'

const HistoryList = onDemand(
  () => import('./history-list.tsx').then((module) => module.HistoryList),
  { isPart: true },
)

type RecordHistoryProps = {
  kind: RecordKind
  id: string
  /** The ids of its errors and changes, which entries about them name. */
  parts?: readonly string[]
}

/**
 * The history of one record: who changed what and when. Nothing is fetched before a person opens
 * it.
 */
export function RecordHistory({ kind, id, parts = [] }: RecordHistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Card
      title="Who did what"
      actions={
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={isOpen ? 'Hide who did what' : 'Show who did what'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Button>
      }
    >
      {isOpen && <HistoryList kind={kind} ids={[id, ...parts].slice(0, 200)} />}
    </Card>
  )
}
