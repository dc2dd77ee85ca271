'use client'
import { Button } from '#components/ui/button.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { countOf, type Noun } from '#lib/core/count-of.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { Pages } from '#lib/queries/pages.ts'

type ReadingProgressProps = {
  pages: Pages<BaseRow>
  noun: Noun
  /** The number of rows of the list, if known. */
  expected?: number | undefined
}

/**
 * The progress of reading a whole list, with buttons to stop and continue, and the reason if it
 * ended early.
 */
export function ReadingProgress({ pages, noun, expected }: ReadingProgressProps) {
  const { state, failure, isComplete } = pages
  const count = pages.progress.rows
  const isReading = state === 'reading' || state === 'waiting'
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
      {isReading && <Spinner />}
      {failure && state === 'failed' ? (
        <span role="alert" className="min-w-0 text-red">
          {failure.message} {count > 0 && `${words(count, expected, noun)} read so far.`}
        </span>
      ) : (
        // The bar says the progress; only the end is announced.
        <span role={isReading ? undefined : 'status'} className="min-w-0 truncate tabular-nums">
          {isReading && `${pages.isOld ? 'Refreshing: ' : ''}${words(count, expected, noun)} read`}
          {state === 'stopped' && `Stopped: ${words(count, expected, noun)} read`}
          {isComplete && `${words(count, undefined, noun)} in all`}
        </span>
      )}
      {isReading && expected !== undefined && expected > 0 && (
        <ProgressBar label={`Reading ${noun.many}`} value={count} max={expected} />
      )}
      {state === 'reading' && (
        <Button size="small" onClick={pages.stop}>
          Stop
        </Button>
      )}
      {(state === 'stopped' || state === 'failed') && (
        <Button
          size="small"
          onClick={failure?.name === 'WalkGoesRound' ? pages.refresh : pages.readOn}
        >
          {failure?.name === 'WalkGoesRound'
            ? 'Refresh'
            : state === 'failed' && count === 0
              ? 'Try again'
              : 'Continue'}
        </Button>
      )}
    </div>
  )
}

function words(count: number, expected: number | undefined, noun: Noun): string {
  return expected !== undefined && expected > count
    ? `${count.toLocaleString('en-US')} of ${countOf(expected, noun)}`
    : countOf(count, noun)
}
