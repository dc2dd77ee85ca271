'use client'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { UpdateDetail } from './update-detail.tsx'
import type { OpenUpdate as Open } from './use-open-update.ts'

type OpenUpdateProps = {
  open: Open
  today: string
  canResolve: boolean
  /** Why the change is not under a row, in words. */
  away?: string
}

/** The open change: what was billed and what it is now, with the way to settle it. */
export function OpenUpdate({ open, today, canResolve, away }: OpenUpdateProps) {
  const { detail } = open
  return (
    <section
      key={`${open.id} ${detail.data === undefined}`}
      ref={showAll}
      aria-label="Selected change"
      className={classNames(
        'bg-panel text-ink',
        away === undefined
          ? 'scroll-mt-[calc(2.6*var(--row-h))] border-l-2 border-accent'
          : 'max-h-[60%] shrink-0 overflow-y-auto border-b border-line',
      )}
    >
      {away !== undefined && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-amber-tint px-4 py-2 text-sm text-amber">
          {away}
          <Button size="small" onClick={open.close}>
            Close
          </Button>
        </p>
      )}
      {detail.data ? (
        <UpdateDetail
          item={detail.data}
          today={today}
          staleBecause={detail.isError ? failureOf(detail.error).message : undefined}
          failure={open.failure}
          busy={open.busy}
          canResolve={canResolve}
          hasKey={open.hasResolveKey}
          onResolve={open.resolve}
          onReopen={open.reopen}
          onRetry={() => detail.refetch()}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-sm text-ink-2">
          <p role="status">{detail.isError ? failureOf(detail.error).message : 'Loading…'}</p>
          {detail.isError && (
            <Button busy={detail.isFetching} onClick={() => void detail.refetch()}>
              Try again
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

// What opens under the last row in sight would be out of sight.
function showAll(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' })
}
