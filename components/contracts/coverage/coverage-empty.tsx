import type { Pages } from '#lib/queries/pages.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import type { CoverageKind } from './coverage-kind.ts'

type EmptyProps = {
  pages: Pages<CoverageRow>
  kind: CoverageKind
  /** The contract lists none of these rows: they are there once they have a span. */
  onlyWithSpans: boolean
  /** The page that adds rows to the contract; undefined without permission. */
  addHref: string | undefined
  isJudging: boolean
  onClear: () => void
}

/**
 * Replaces the rows while there are none: still loading, not readable, none on the contract, or
 * none that passes the filter.
 */
export function CoverageEmpty({
  pages,
  kind,
  onlyWithSpans,
  addHref,
  isJudging,
  onClear,
}: EmptyProps) {
  const { isComplete, failure, rows } = pages
  if (failure && rows.length === 0) {
    return (
      <FailureState
        failure={failure}
        actions={<Button onClick={pages.refresh}>Try again</Button>}
      />
    )
  }
  if (rows.length === 0 && isComplete) {
    if (onlyWithSpans)
      return (
        <EmptyState title={`No ${kind.noun.one} has a span`}>
          A professional contract lists no {kind.noun.many}. They appear here once they have a span
          with this payer.
        </EmptyState>
      )
    const add = addHref !== undefined && (
      <LinkButton href={addHref}>Add {kind.noun.many}</LinkButton>
    )
    return (
      <EmptyState title={`No ${kind.noun.many} on this contract`} actions={add}>
        Add some to see when each is covered.
      </EmptyState>
    )
  }
  if (isJudging) {
    return (
      <div aria-label={`Reading ${kind.noun.many}`} role="status">
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className="flex h-row items-center gap-6 border-b border-line px-3.5">
            <Skeleton className="h-3 w-32" />
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-4 grow" />
          </div>
        ))}
      </div>
    )
  }
  return (
    <EmptyState
      title={`No matching ${kind.noun.many}`}
      actions={<Button onClick={onClear}>Show all</Button>}
    >
      None of the {rows.length.toLocaleString('en-US')} {kind.noun.many} read passes the search and
      the filters.
    </EmptyState>
  )
}
