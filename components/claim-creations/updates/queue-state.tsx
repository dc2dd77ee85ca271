import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import type { Failure } from '#lib/core/result.ts'
import type { Updates } from './use-updates.ts'

type QueueStateProps = {
  updates: Updates
  failure: Failure | undefined
  done: number
  onClear: (() => void) | undefined
}

/** What stands where the items would: reading, all done, none, or why they could not be read. */
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
        <EmptyState title="Reading…" />
      ) : updates.hasMore ? (
        <EmptyState title="None so far" actions={<Button onClick={updates.readMore}>Load more</Button>}>
          The partner has more pages.
        </EmptyState>
      ) : done > 0 ? (
        <EmptyState title="All resolved">Every change loaded so far is resolved. Refresh to see new ones.</EmptyState>
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
