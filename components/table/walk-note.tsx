'use client'
import { Button } from '#components/ui/button.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { countOf, type Noun } from '#lib/lists/count-of.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { Walk } from './use-walk.ts'

type WalkNoteProps = {
  walk: Walk<BaseRow>
  noun: Noun
  /** How many there should be in the end, where somebody has said so. */
  expected?: number | undefined
}

/** How far a walk has come, how to stop it and to go on, and why it ended where it did. */
export function WalkNote({ walk, noun, expected }: WalkNoteProps) {
  const { standing, count, failure } = walk
  const isReading = standing === 'reading' || standing === 'paused'
  return (
    <div className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
      {isReading && <Spinner />}
      {failure && standing === 'failed' ? (
        <span role="alert" className="min-w-0 text-red">
          {failure.message} {count > 0 && `${words(count, expected, noun)} read so far.`}
        </span>
      ) : (
        // Progress is said by the bar; only how it stands in the end is announced.
        <span role={isReading ? undefined : 'status'} className="min-w-0 truncate tabular-nums">
          {isReading && `${walk.isOld ? 'Reading again: ' : ''}${words(count, expected, noun)} read`}
          {standing === 'stopped' && `Stopped: ${words(count, expected, noun)} read`}
          {standing === 'whole' && `${words(count, undefined, noun)} in all`}
        </span>
      )}
      {isReading && expected !== undefined && expected > 0 && (
        <ProgressBar label={`Reading ${noun.many}`} value={count} max={expected} />
      )}
      {standing === 'reading' && (
        <Button size="small" onClick={walk.stop}>
          Stop
        </Button>
      )}
      {(standing === 'stopped' || standing === 'failed') && (
        <Button size="small" onClick={failure?.name === 'WalkGoesRound' ? walk.again : walk.goOn}>
          {failure?.name === 'WalkGoesRound'
            ? 'Read again'
            : standing === 'failed' && count === 0
              ? 'Try again'
              : 'Go on'}
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
