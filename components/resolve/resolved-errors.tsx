'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ChangedError } from '#lib/actions/claim-creations/claim-creation-change.ts'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import { claimCreationQuery } from '#lib/queries/options.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'
import { formatDateTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

/** A resolved error; `at` is when this console resolved it, in UTC milliseconds, where it did. */
export type SettledError = ErrorResolved & { message: string; at?: number | undefined }

type ResolvedErrorsProps = {
  errors: readonly SettledError[]
  className?: string
  onOpen?: () => void
}

/**
 * Resolved errors: by whom, when and why. Nothing is offered for them: the partner counts them as
 * resolved.
 */
export function ResolvedErrors({ errors, className = '', onOpen }: ResolvedErrorsProps) {
  if (errors.length === 0) return null
  return (
    <details
      className={`text-sm ${className}`}
      onToggle={(event) => event.currentTarget.open && onOpen?.()}
    >
      <summary className="cursor-default text-ink-2">{errors.length} resolved</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {errors.map((error) => (
          <li key={error.id} className="break-words text-ink-2">
            <span className="line-through">{partnerWords(error.message)}</span>
            <span className="block text-xs">
              {error.resolved_by === null ? 'Resolved' : `Resolved by ${error.resolved_by}`}
              {error.at !== undefined && ` on ${formatDateTime(error.at, ownTimeZone())}`}
              {error.resolution_reason !== null && `: ${error.resolution_reason}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-ink-3">Resolved errors can’t be reopened.</p>
    </details>
  )
}

type SettledErrorsProps = {
  errors: readonly SettledError[]
  claimCreationId: string | undefined
  className?: string
}

/**
 * Resolved errors of a capture. Only the claim creation knows when they were resolved; it is read
 * once the list is opened.
 */
export function SettledErrors({ errors, claimCreationId, className }: SettledErrorsProps) {
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    ...claimCreationQuery({ id: claimCreationId ?? '' }),
    enabled: isOpen && claimCreationId !== undefined,
  })
  return (
    <ResolvedErrors
      errors={errors.map((error) => ({ ...error, at: data?.resolved_at[error.id] }))}
      className={className}
      onOpen={() => setOpen(true)}
    />
  )
}

type ClearedErrorsProps = { errors: readonly ChangedError[]; className?: string }

/**
 * Errors that this visit's saves cleared. Nothing is offered for them: the partner no longer has
 * them, or as resolved.
 */
export function ClearedErrors({ errors, className = '' }: ClearedErrorsProps) {
  if (errors.length === 0) return null
  return (
    <section aria-label="Fixed when you saved" className={`text-sm ${className}`}>
      <h3 className="mb-1.5 font-medium text-green">
        <CircleCheck aria-hidden="true" className="-mt-0.5 mr-1 inline size-4" />
        Fixed when you saved
      </h3>
      <ul className="flex flex-col gap-2.5">
        {errors.map((error) => (
          <li key={error.id || error.message} className="break-words text-ink-2">
            {partnerWords(error.message)}
          </li>
        ))}
      </ul>
    </section>
  )
}
