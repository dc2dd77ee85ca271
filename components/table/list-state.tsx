import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import type { Failure } from '#lib/core/result.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { SkeletonRows } from './skeleton-rows.tsx'
import type { Pages } from '#lib/queries/pages.ts'

type ListStateProps = {
  spec: ListSpec
  pages: Pages<BaseRow>
  failure: Failure | undefined
  columns: number
  isFirstPage: boolean
  /** The search term of the view. */
  search: string | undefined
  onClear: (() => void) | undefined
  onRestart: () => void
}

/** What stands under the header row where no row is: waiting, still searching, nothing there, or why it could not be read. */
export function ListState({ spec, pages, failure, columns, isFirstPage, search, onClear, onRestart }: ListStateProps) {
  const retry = (
    <Button onClick={pages.readOn} busy={pages.isFetching}>
      Try again
    </Button>
  )
  const restart = !isFirstPage && <Button onClick={onRestart}>First page</Button>
  return (
    <div className="absolute inset-x-0 top-[calc(var(--row-h)+1px)] bottom-12 overflow-hidden bg-panel">
      {failure ? (
        <ErrorState
          kind={errorKind(failure)}
          message={failure.name === 'PartnerUnreachable' ? undefined : failure.message}
          actions={
            <>
              {retry}
              {restart}
            </>
          }
        />
      ) : pages.isLoading || pages.isOld ? (
        <SkeletonRows columns={columns} />
      ) : pages.isReadingOn || pages.isPaused ? (
        <EmptyState title={pages.isReadingOn ? 'Searching further' : 'Nothing found so far'}>
          {pages.pages.length} pages searched, no match yet. This is normal when the key is limited to some billing
          NPIs. Search further for more.
        </EmptyState>
      ) : isFirstPage ? (
        <EmptyState
          title={emptyTitle(spec.noun.many, search, onClear !== undefined)}
          actions={onClear && <Button onClick={onClear}>Clear all filters</Button>}
        >
          {emptyAdvice(search)}
        </EmptyState>
      ) : (
        <EmptyState title="Nothing more" actions={restart}>
          This page is past the end of the list.
        </EmptyState>
      )}
    </div>
  )
}

function emptyTitle(nouns: string, search: string | undefined, isFiltered: boolean): string {
  if (search !== undefined) return `No ${nouns} match “${search}”`
  return isFiltered ? `No ${nouns} match these filters` : `No ${nouns} yet`
}

function emptyAdvice(search: string | undefined): string {
  if (search?.trim().includes(' ')) return 'Try the last name only.'
  return 'The list includes only the billing NPIs of this connection.'
}
