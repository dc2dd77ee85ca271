import { CircleCheck } from 'lucide-react'
import type { ChangedError, ErrorResolved } from '#lib/actions/replies.ts'
import { MarkFixed } from './mark-fixed.tsx'

type ClearedErrorsProps = {
  errors: readonly ChangedError[]
  onSettled: ((resolved: ErrorResolved) => void) | undefined
  className?: string
}

/** The errors that saves of this visit cleared, each to be marked as fixed as long as the partner keeps it. */
export function ClearedErrors({ errors, onSettled, className = '' }: ClearedErrorsProps) {
  if (errors.length === 0) return null
  return (
    <section aria-label="Fixed when you saved" className={`text-sm ${className}`}>
      <h3 className="mb-1.5 font-medium text-green">
        <CircleCheck aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />
        Fixed when you saved
      </h3>
      <ul className="flex flex-col gap-2.5">
        {errors.map((error) => (
          <li key={error.id || error.message}>
            <div role="group" aria-label={`Fixed: ${error.message}`}>
              <p className="break-words text-ink-2">{error.message}</p>
              {onSettled && <MarkFixed error={error} onSettled={onSettled} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
