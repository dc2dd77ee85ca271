import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { changeNoun, countOf } from '#lib/core/count-of.ts'
import type { Failure } from '#lib/core/result.ts'
import type { Updates } from './use-updates.ts'

type QueueFooterProps = {
  updates: Updates
  failure: Failure | undefined
  /** The index of the current item; -1 for one that is not among those loaded. */
  place: number
  count: number
  done: number
  selected: number
  busy: boolean
  canReopen: boolean
  onResolve: () => void
  onReopen: () => void
  onClear: () => void
}

/** The progress through the queue; with a selection, what to do with it. */
export function QueueFooter({
  updates,
  failure,
  place,
  count,
  done,
  selected,
  busy,
  canReopen,
  onResolve,
  onReopen,
  onClear,
}: QueueFooterProps) {
  return (
    <footer className="shrink-0 border-t border-line px-3 text-sm text-ink-2">
      {failure && (
        <p role="alert" className="flex flex-wrap items-center gap-2 pt-2 text-amber">
          {failure.message}
          <Button size="small" onClick={updates.readMore}>
            Try again
          </Button>
        </p>
      )}
      {updates.capturesFailure && (
        <p className="pt-2 text-amber">
          Couldn’t load the captures, so nothing is compared: {updates.capturesFailure.message}
        </p>
      )}
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
        {selected > 0 ? (
          <>
            <span role="status" className="font-medium text-ink">
              {selected} selected
            </span>
            <Button size="small" tone="primary" busy={busy} onClick={onResolve}>
              Resolve {selected}
            </Button>
            <Button size="small" tone="quiet" onClick={onClear}>
              Clear
            </Button>
          </>
        ) : (
          <>
            <span role="status" className="inline-flex items-center gap-2 tabular-nums">
              {updates.isReadingMore && <Spinner />}
              {progress(place, count, done, updates.hasMore)}
            </span>
            {updates.hasMore && (
              <Button size="small" busy={updates.isReadingMore} onClick={updates.readMore}>
                Load more
              </Button>
            )}
            {canReopen && (
              <Button
                size="small"
                tone="quiet"
                className="ml-auto"
                busy={busy}
                onClick={onReopen}
                aria-keyshortcuts="u"
                title="Reopen the last resolved (u)"
              >
                Reopen last
              </Button>
            )}
          </>
        )}
      </div>
    </footer>
  )
}

function progress(place: number, count: number, done: number, hasMore: boolean): string {
  const where = place < 0 ? `${count} read` : `${place + 1} of ${count}`
  return [where, hasMore && 'more to load', done > 0 && `${countOf(done, changeNoun)} resolved`]
    .filter(Boolean)
    .join(' · ')
}

type QueueStateProps = {
  updates: Updates
  failure: Failure | undefined
  done: number
  onClear: (() => void) | undefined
}

/**
 * Fills the queue while it has no items: loading, all resolved, none, or why they could not be
 * loaded.
 */
export function QueueState({ updates, failure, done, onClear }: QueueStateProps) {
  const again = (
    <Button onClick={updates.readMore} busy={updates.isReading || updates.isReadingMore}>
      Try again
    </Button>
  )
  return (
    <div className="min-h-0 grow overflow-y-auto">
      {failure ? (
        <ErrorState kind={errorKind(failure)} message={failure.message} actions={again} />
      ) : updates.isReading ? (
        <EmptyState title="Loading…" />
      ) : updates.hasMore ? (
        <EmptyState
          title="None so far"
          actions={<Button onClick={updates.readMore}>Load more</Button>}
        >
          The partner has more pages.
        </EmptyState>
      ) : done > 0 ? (
        <EmptyState title="All resolved">
          Every change loaded so far is resolved. Refresh to see new ones.
        </EmptyState>
      ) : (
        <EmptyState
          title="No unresolved changes"
          actions={onClear && <Button onClick={onClear}>Clear all filters</Button>}
        >
          {onClear ? 'No changes match these filters.' : 'Every change after billing is resolved.'}
        </EmptyState>
      )}
    </div>
  )
}
