import { Button } from '#components/ui/button.tsx'
import { RequestNote } from '#components/ui/request-note.tsx'
import type { Failure } from '#lib/core/result.ts'
import { formatTime } from '#lib/core/local-date.ts'
import { ownTimeZone } from '#lib/core/time-zone.ts'

/** What is wrong with the rows of a list. */
export type ListNoticeProps = {
  /** A failure while older rows are still shown. */
  failure: Failure | undefined
  readAt: number | undefined
  refused: readonly string[]
  isLooping: boolean
  onRetry: () => void
}

/**
 * A warning above the rows: they are old, the list is incomplete, or the link held more filters.
 */
export function ListNotice({ failure, readAt, refused, isLooping, onRetry }: ListNoticeProps) {
  if (!failure && refused.length === 0 && !isLooping) return null
  const since =
    readAt === undefined ? '' : ` These rows are from ${formatTime(readAt, ownTimeZone())}.`
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-amber-tint px-3.5 py-2 text-sm text-amber"
    >
      {failure && (
        <>
          <span>
            {failure.message}
            {since} <RequestNote id={failure.requestId} />
          </span>
          <Button size="small" onClick={onRetry}>
            Try again
          </Button>
        </>
      )}
      {isLooping && (
        <span>
          The partner sent the same page twice, so this list is incomplete. Refresh to try again.
        </span>
      )}
      {refused.length > 0 && (
        <span>
          The link contained values that links can’t carry ({refused.join(', ')}). They were
          ignored. Add those filters here.
        </span>
      )}
    </div>
  )
}
