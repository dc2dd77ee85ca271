import { SkeletonRows } from '#components/table/list-state.tsx'
import type { Pages } from '#lib/queries/pages.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import type { BaseRow } from '#lib/lists/rows/rows.ts'

/** What stands where no row does: not read yet, not readable, nobody there, nobody found. */
export function RosterState({
  pages,
  query,
  onAdd,
}: {
  pages: Pages<BaseRow>
  query: string
  onAdd: (() => void) | undefined
}) {
  const { state, isWhole, failure, rows } = pages
  return (
    <div className="min-h-0 grow overflow-hidden">
      {rows.length > 0 ? (
        <EmptyState title="No matches">
          No provider {isWhole ? 'of the roster' : 'loaded so far'} matches “{query.trim()}”.
        </EmptyState>
      ) : state === 'failed' && failure ? (
        <ErrorState
          kind={errorKind(failure)}
          message={failure.message}
          actions={<Button onClick={pages.readOn}>Try again</Button>}
        />
      ) : isWhole ? (
        <EmptyState title="No providers" actions={onAdd && <Button onClick={onAdd}>Add providers</Button>}>
          This contract’s roster is empty.
        </EmptyState>
      ) : state === 'stopped' ? (
        <EmptyState title="Nothing loaded yet">
          Loading stopped before the first page. Press “Continue” to load the roster.
        </EmptyState>
      ) : (
        <SkeletonRows columns={4} />
      )}
    </div>
  )
}
