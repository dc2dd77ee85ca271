'use client'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ErrorResolved } from '#lib/actions/replies.ts'

const ResolveErrorDialog = onDemand(() =>
  import('./resolve-error-dialog.tsx').then((module) => module.ResolveErrorDialog),
)

type MarkFixedProps = {
  error: { id: string; message: string }
  onSettled?: ((resolved: ErrorResolved) => void) | undefined
}

/** "Mark as fixed" for an error that a save cleared. Where the partner keeps nothing of it any more, that is said instead. */
export function MarkFixed({ error, onSettled }: MarkFixedProps) {
  const [isAsked, setAsked] = useState(false)
  const [isGone, setGone] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const onGone = () => {
    setGone(true)
    setAsked(false)
    // The button that was pressed is gone with it.
    requestAnimationFrame(() => place.current?.focus())
  }
  if (error.id === '') return null
  return (
    <div ref={place} tabIndex={-1}>
      {isGone ? (
        <p role="status" className="mt-0.5 text-xs text-ink-2">
          Nothing to mark. The error is gone at the partner, or this connection can’t resolve errors.
        </p>
      ) : (
        <Button size="small" aria-haspopup="dialog" className="mt-1" onClick={() => setAsked(true)}>
          Mark as fixed
        </Button>
      )}
      {isAsked && (
        <ResolveErrorDialog
          error={error}
          resolution="fixed"
          onClose={() => setAsked(false)}
          onResolved={onSettled}
          onGone={onGone}
        />
      )}
    </div>
  )
}
