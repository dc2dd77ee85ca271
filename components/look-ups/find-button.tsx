'use client'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { Among, LookUpKind } from './look-up-kinds.ts'
import type { Found } from './look-up-lines.ts'

const FindRecord = onDemand(() =>
  import('./find-record.tsx').then((module) => module.FindRecord<LookUpKind>),
)

type FindButtonProps<K extends LookUpKind> = {
  kind: K
  /** The object of the look-up, after "Find": "the rendering provider". */
  what: string
  /** Advice for a key that may not look up: "Type the NPI in its field." */
  byHand: string
  /** Providers that render or that bill, where only those fit. */
  among?: Among
  /** For several choices: marks the chosen ones; the search stays open after a choice. */
  isChosen?: (item: Found[K]) => boolean
  onChoose: (item: Found[K]) => void
}

/** Looks a record up by name. Its code is fetched with the first press. */
export function FindButton<K extends LookUpKind>({
  kind,
  what,
  byHand,
  among,
  isChosen,
  onChoose,
}: FindButtonProps<K>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        aria-haspopup="dialog"
        aria-label={`Find ${what}`}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" className="size-3.5" /> Find
      </Button>
      {/* The button's kind is the dialog's kind, so what it finds is what `isChosen` and `onChoose` take. */}
      {isOpen && (
        <FindRecord
          kind={kind}
          title={`Find ${what}`}
          byHand={byHand}
          among={among}
          isChosen={isChosen as ((item: Found[LookUpKind]) => boolean) | undefined}
          onChoose={onChoose as (item: Found[LookUpKind]) => void}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
