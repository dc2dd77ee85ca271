'use client'
import { useEffect } from 'react'
import { ErrorState } from '#components/ui/error-state.tsx'
import { StateIcon } from '#components/ui/state-icon.tsx'
import { databaseAwayDigest } from '#lib/core/database-away.ts'

const tryAgainMs = 5_000

/**
 * The page of an unexpected error: the error's number to report, and a button to try again. Where
 * the database did not answer, the page tries again by itself.
 */
export function Defect({ error, retry }: { error: unknown; retry: () => void }) {
  const digest =
    error instanceof Error && 'digest' in error && typeof error.digest === 'string'
      ? error.digest
      : undefined
  const isAway = digest === databaseAwayDigest
  useEffect(() => {
    if (!isAway) return undefined
    const timer = setInterval(retry, tryAgainMs)
    return () => clearInterval(timer)
  }, [isAway, retry])
  const again = (
    <button
      type="button"
      onClick={retry}
      className="h-control rounded-control bg-accent px-3 text-sm font-medium text-accent-ink hover:bg-accent-strong"
    >
      Try again
    </button>
  )
  if (isAway)
    return (
      <ErrorState
        kind="database"
        message="This page loads by itself when it answers again."
        asPage
        actions={again}
      />
    )
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <StateIcon kind="failed" />
      <h1 className="text-base font-semibold">Something went wrong</h1>
      <p className="mt-1 max-w-md text-sm text-ink-2">
        This page couldn’t be shown. Your saved work is safe. Try again. If it happens again, tell
        your administrator
        {digest ? ' this number:' : ' what you did last.'}
      </p>
      {digest && (
        <code className="mt-2 rounded-sm bg-sunk px-2 py-1 font-mono text-xs">{digest}</code>
      )}
      <div className="mt-4">{again}</div>
    </div>
  )
}
