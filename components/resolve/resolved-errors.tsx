'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { ChangedError, ErrorResolved } from '#lib/actions/replies.ts'
import { claimCreationQuery } from '#lib/queries/options.ts'

const ResolveErrorDialog = onDemand(() =>
  import('./resolve-error-dialog.tsx').then((module) => module.ResolveErrorDialog),
)

/** A resolved error; `at` is when this console resolved it, in UTC milliseconds, where it did. */
export type SettledError = ErrorResolved & { message: string; at?: number | undefined }

type ResolvedErrorsProps = {
  errors: readonly SettledError[]
  /** The person may mark errors that were resolved without a name as fixed. */
  canMark: boolean
  /** Called for each error that the person marks as fixed. */
  onMarked?: ((resolved: ErrorResolved) => void) | undefined
  className?: string
  onOpen?: () => void
}

/** Resolved errors: by whom, when and why. They cannot be reopened; one without a name was cleared by a save. */
export function ResolvedErrors({ errors, canMark, onMarked, className = '', onOpen }: ResolvedErrorsProps) {
  const list = useRef<HTMLDetailsElement>(null)
  const onSettled = (resolved: ErrorResolved) => {
    onMarked?.(resolved)
    // The pressed button goes away.
    requestAnimationFrame(() => list.current?.querySelector('summary')?.focus())
  }
  if (errors.length === 0) return null
  return (
    <details ref={list} className={`text-sm ${className}`} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary className="cursor-default text-ink-2">{errors.length} resolved</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {errors.map((error) => (
          <li key={error.id} className="break-words text-ink-2">
            <span className="line-through">{error.message}</span>
            <span className="block text-xs">
              {error.resolved_by === null ? 'Resolved' : `Resolved by ${error.resolved_by}`}
              {error.at !== undefined &&
                ` on ${new Date(error.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`}
              {error.resolution_reason !== null && `: ${error.resolution_reason}`}
            </span>
            {canMark && isNameless(error) && (
              <div role="group" aria-label={`Resolved: ${error.message}`}>
                <MarkFixed error={error} onSettled={onSettled} />
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-ink-3">Resolved errors can’t be reopened.</p>
    </details>
  )
}

function isNameless({ resolved_by, resolution_reason }: SettledError): boolean {
  return resolved_by === null && resolution_reason === null
}

type SettledErrorsProps = {
  errors: readonly SettledError[]
  claimCreationId: string | undefined
  onSettled: ((resolved: ErrorResolved) => void) | undefined
  className?: string
}

/** Resolved errors of a capture. Only the claim creation knows when they were resolved; it is read once the list is opened. */
export function SettledErrors({ errors, claimCreationId, onSettled, className }: SettledErrorsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...claimCreationQuery(claimCreationId ?? ''),
    enabled: isOpen && claimCreationId !== undefined,
  })
  return (
    <ResolvedErrors
      errors={errors.map((error) => ({ ...error, at: data?.resolved_at[error.id] }))}
      canMark={onSettled !== undefined}
      onMarked={onSettled}
      className={className}
      onOpen={() => setOpen(true)}
    />
  )
}

type ClearedErrorsProps = {
  errors: readonly ChangedError[]
  onSettled: ((resolved: ErrorResolved) => void) | undefined
  className?: string
}

/** Errors that this visit's saves cleared. Each can be marked as fixed as long as the partner still has it. */
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

type MarkFixedProps = {
  error: { id: string; message: string }
  onSettled?: ((resolved: ErrorResolved) => void) | undefined
}

/** "Mark as fixed" for an error that a save cleared; a note where the partner no longer has the error. */
function MarkFixed({ error, onSettled }: MarkFixedProps) {
  const [isAsked, setAsked] = useState(false)
  const [isGone, setGone] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const onGone = () => {
    setGone(true)
    setAsked(false)
    // The pressed button is gone.
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
