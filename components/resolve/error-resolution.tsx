'use client'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import type { Resolution } from './resolve-error-dialog.tsx'

const ResolveErrorDialog = onDemand(() =>
  import('./resolve-error-dialog.tsx').then((module) => module.ResolveErrorDialog),
)

type ErrorResolutionProps = {
  error: { id: string; message: string }
  onResolved?: (resolved: ErrorResolved) => void
  className?: string
}

/** The two ways to settle an error of the partner's: "Mark as fixed", and "Dismiss with reason…" with a reason. */
export function ErrorResolution({ error, onResolved, className }: ErrorResolutionProps) {
  const [resolution, setResolution] = useState<Resolution>()
  return (
    <div role="group" aria-label={`Resolve: ${error.message}`} className={className}>
      <span className="flex flex-wrap gap-1.5">
        <Button size="small" aria-haspopup="dialog" data-resolve="fixed" onClick={() => setResolution('fixed')}>
          Mark as fixed
        </Button>
        <Button size="small" aria-haspopup="dialog" data-resolve="declined" onClick={() => setResolution('declined')}>
          Dismiss with reason…
        </Button>
      </span>
      {resolution && (
        <ResolveErrorDialog
          error={error}
          resolution={resolution}
          onClose={() => setResolution(undefined)}
          onResolved={onResolved}
        />
      )}
    </div>
  )
}
