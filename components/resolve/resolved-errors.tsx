'use client'
import { useRef } from 'react'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import { MarkFixed } from './mark-fixed.tsx'

/** An error that was settled; `at` is when this console did it, in UTC milliseconds, where it did. */
export type SettledError = ErrorResolved & { message: string; at?: number | undefined }

type ResolvedErrorsProps = {
  errors: readonly SettledError[]
  /** Whether the person may say of those without a name that they fixed them. */
  canMark: boolean
  /** Told of each error that was marked so. */
  onMarked?: ((resolved: ErrorResolved) => void) | undefined
  className?: string
  onOpen?: () => void
}

/** Errors that were settled: by whom, when and why. They cannot be opened again; one that has nobody's name was cleared by a save. */
export function ResolvedErrors({ errors, canMark, onMarked, className = '', onOpen }: ResolvedErrorsProps) {
  const list = useRef<HTMLDetailsElement>(null)
  const marked = (resolved: ErrorResolved) => {
    onMarked?.(resolved)
    // The button that was pressed goes away.
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
                <MarkFixed error={error} onSettled={marked} />
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
