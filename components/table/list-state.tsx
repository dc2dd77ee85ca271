import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { failureWords, type Failure } from '#lib/core/result.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { searchText } from '#lib/lists/search-text.ts'
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

/**
 * Fills the table while it has no rows: loading, still searching, empty, or why the rows could not
 * be read.
 */
export function ListState({
  spec,
  pages,
  failure,
  columns,
  isFirstPage,
  search,
  onClear,
  onRestart,
}: ListStateProps) {
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
          {...(errorKind(failure) === 'not-found' && failure.status !== 0
            ? {
                kind: 'refused',
                message: 'The partner doesn’t offer this list, or this connection can’t see it.',
              }
            : {
                kind: errorKind(failure),
                message: failureWords(failure),
                requestId: failure.requestId,
              })}
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
          {pages.pages.length} pages searched, no match yet. This is normal when the key is limited
          to some billing NPIs. Search further for more.
        </EmptyState>
      ) : isFirstPage ? (
        <EmptyState
          title={emptyTitle(spec.noun.many, search, onClear !== undefined)}
          actions={onClear && <Button onClick={onClear}>Clear all filters</Button>}
        >
          {spec.emptyAdvice ?? emptyAdvice(search)}
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
  const asked = search === undefined ? undefined : searchText(search)
  const less = search?.trim().includes(' ') ? 'Try the last name only.' : ''
  // The partner knows a name as it is written there, so a person may know a better part to ask for.
  if (asked?.term !== undefined && !asked.isWhole)
    return `The partner was asked for “${asked.term}”. None of its answers has the rest. ${less}`
  return less || 'The list includes only the billing NPIs of this connection.'
}

/** A list page before its data: the same frame at the same heights. */
export function ListSkeleton({ title }: { title: string }) {
  return (
    <div className="page-fill flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4" aria-busy="true">
      <PageHeader title={title} actions={<span className="h-control" />} />
      <div className="flex min-h-8 items-center gap-2">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-7 w-28" />
      </div>
      <div className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel">
        <div className="h-row shrink-0 border-b border-line" />
        <div className="min-h-0 grow overflow-hidden">
          <SkeletonRows columns={6} />
        </div>
        <div className="h-12 shrink-0 border-t border-line" />
      </div>
    </div>
  )
}

const widths = ['w-16', 'w-24', 'w-44', 'w-28', 'w-20', 'w-28']

/** Placeholder rows of the real rows' height, so that nothing moves when those arrive. */
export function SkeletonRows({ columns, rows = 24 }: { columns: number; rows?: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-row items-center gap-8 border-b border-line px-12">
          {Array.from({ length: Math.min(columns, widths.length) }, (_, column) => (
            // In columns, like the cells that replace them.
            <span key={column} className="min-w-0 flex-1">
              <Skeleton className={`h-3 max-w-full ${widths[(row + column) % widths.length]}`} />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}
