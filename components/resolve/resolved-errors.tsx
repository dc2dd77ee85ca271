import type { ErrorResolved } from '#lib/actions/replies.ts'

/** An error that was settled; `at` is when this console did it, in UTC milliseconds, where it did. */
export type SettledError = ErrorResolved & { message: string; at?: number | undefined }

type ResolvedErrorsProps = { errors: readonly SettledError[]; className?: string; onOpen?: () => void }

/** Errors that were settled: by whom, when and why. They cannot be opened again. */
export function ResolvedErrors({ errors, className = '', onOpen }: ResolvedErrorsProps) {
  if (errors.length === 0) return null
  return (
    <details className={`text-sm ${className}`} onToggle={(event) => event.currentTarget.open && onOpen?.()}>
      <summary className="cursor-default text-ink-2">{errors.length} resolved</summary>
      <ul className="mt-2 flex flex-col gap-2">
        {errors.map((error) => (
          <li key={error.id} className="break-words text-ink-2">
            <span className="line-through">{error.message}</span>
            <span className="block text-xs">
              {error.resolved_by === null ? 'Resolved' : `Resolved by ${error.resolved_by}`}
              {error.at !== undefined && ` on ${new Date(error.at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })}`}
              {error.resolution_reason !== null && `: ${error.resolution_reason}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-ink-3">The partner has no way to open a resolved error again.</p>
    </details>
  )
}
