'use client'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ChangedError, ErrorResolved } from '#lib/actions/replies.ts'

const ResolveErrorDialog = onDemand(() => import('./resolve-error-dialog.tsx').then((module) => module.ResolveErrorDialog))

type ClearedErrorsProps = { errors: readonly ChangedError[]; onSettled: ((resolved: ErrorResolved) => void) | undefined; className?: string }

/** The errors that saves of this visit cleared, each to be marked as fixed as long as the partner keeps it. */
export function ClearedErrors({ errors, onSettled, className = '' }: ClearedErrorsProps) {
  const [asked, setAsked] = useState<ChangedError>()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const section = useRef<HTMLElement>(null)
  if (errors.length === 0) return null
  const close = () => setAsked(undefined)
  const onGone = () => {
    if (asked) setGone(new Set(gone).add(asked.id))
    close()
    // The button that was pressed is gone with it.
    requestAnimationFrame(() => section.current?.focus())
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Fixed by your save" className={`text-sm ${className}`}>
      <h3 className="mb-1.5 font-medium text-green">
        <CircleCheck aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />
        Fixed by your save
      </h3>
      <ul className="flex flex-col gap-2.5">
        {errors.map((error) => (
          <li key={error.id || error.message}>
            <div role="group" aria-label={`Fixed: ${error.message}`}>
              <p className="break-words text-ink-2">{error.message}</p>
              {onSettled && error.id !== '' && !gone.has(error.id) && (
                <Button size="small" aria-haspopup="dialog" className="mt-1" onClick={() => setAsked(error)}>
                  I fixed it
                </Button>
              )}
              {gone.has(error.id) && (
                <p role="status" className="mt-0.5 text-xs text-ink-2">
                  Nothing to mark: the partner has dropped this error, or does not offer this to the stored key.
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {asked && <ResolveErrorDialog error={asked} resolution="fixed" onClose={close} onResolved={onSettled} onGone={onGone} />}
    </section>
  )
}
