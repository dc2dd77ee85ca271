'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { SmallSelect } from '#components/filters/filter-bar.tsx'
import { countOf, type Noun } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import { pageSizes } from '#lib/lists/list-spec.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { Pages } from '#lib/queries/pages.ts'

type ListFooterProps = {
  noun: Noun
  pages: Pages<BaseRow>
  isFirstPage: boolean
  /** The number of rows on earlier pages, if known. */
  rowsBefore: number | undefined
  /** The number of rows of the list, if the partner states it. */
  total: number | undefined
  /** Each row's charges, of the selected rows where there are some; absent where rows have none. */
  charges: readonly (number | null | undefined)[] | undefined
  limit: number
  onLimit: (limit: number) => void
  /** The ids of the selected rows, as a person would pass them on. */
  selected: readonly string[]
  /** How many of them are on this page. */
  selectedOnPage: number
  onClearSelection: () => void
  /** More buttons for the selected rows. */
  selectedActions?: ReactNode
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/**
 * The rows of this page or the selected ones with their charges, and the buttons that turn the
 * page. Its height never changes.
 */
export function ListFooter({
  noun,
  pages,
  isFirstPage,
  rowsBefore,
  total,
  charges,
  limit,
  onLimit,
  selected,
  selectedOnPage,
  onClearSelection,
  selectedActions,
  onPrevious,
  onNext,
}: ListFooterProps) {
  return (
    <footer className="flex h-12 shrink-0 max-sm:h-14 items-center gap-3 border-t border-line px-3 text-sm text-ink-2">
      <div className="flex min-w-0 items-center gap-2">
        {selected.length > 0 ? (
          <Selected
            ids={selected}
            onPage={selectedOnPage}
            charges={charges}
            onClear={onClearSelection}
            actions={selectedActions}
          />
        ) : (
          <>
            <Reading
              noun={noun}
              pages={pages}
              isFirstPage={isFirstPage}
              rowsBefore={rowsBefore}
              total={total}
            />
            {!pages.isLoading && !pages.isOld && <Charges of={charges} />}
          </>
        )}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        {selected.length === 0 && (
          <span className="mr-2 inline-flex items-center gap-2 text-xs max-xl:hidden">
            <Kbd keys="j k" /> move <Kbd keys="↵" /> open <Kbd keys="x" /> select <Kbd keys="?" />{' '}
            all keys
          </span>
        )}
        <span className="max-sm:hidden">
          <SmallSelect
            label="Rows"
            name="limit"
            value={String(limit)}
            onChange={(size) => onLimit(Number(size))}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </SmallSelect>
        </span>
        <Button disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden="true" className="size-4 sm:hidden" />
          <span className="max-sm:sr-only">Previous page</span>
        </Button>
        <Button disabled={!onNext} onClick={onNext}>
          <span className="max-sm:sr-only">Next page</span>
          <ChevronRight aria-hidden="true" className="size-4 sm:hidden" />
        </Button>
      </div>
    </footer>
  )
}

const pageNoun = { one: 'page', many: 'pages' }

type ReadingProps = Pick<ListFooterProps, 'noun' | 'pages' | 'isFirstPage' | 'rowsBefore' | 'total'>

function Reading({ noun, pages, isFirstPage, rowsBefore, total }: ReadingProps) {
  const count = pages.rows.length
  const read = `${countOf(pages.pages.length, pageNoun)} read, ${count} found`
  return (
    <>
      <span
        role="status"
        className="inline-flex min-w-0 items-center gap-2 truncate tabular-nums max-sm:shrink-0"
      >
        {pages.isReadingOn && <Spinner />}
        {progress(pages, read) ??
          (isFirstPage && pages.next === null && !pages.failure
            ? `${countOf(count, noun)} in all`
            : rangeWords({ count, rowsBefore, total, isLast: pages.next === null }))}
      </span>
      {pages.isReadingOn && (
        <Button size="small" onClick={pages.stop}>
          Stop
        </Button>
      )}
      {pages.isPaused && (
        <Button size="small" onClick={pages.readOn}>
          Search further
        </Button>
      )}
    </>
  )
}

function progress(pages: Pages<BaseRow>, read: string): string | undefined {
  if (pages.isLoading) return 'Loading…'
  if (pages.isOld) return 'Loading the new view…'
  if (pages.isFilling) return `Loading more: ${pages.rows.length.toLocaleString('en-US')} so far`
  if (pages.isReadingOn) return `Searching further: ${read}`
  return pages.isPaused ? `Search stopped: ${read}` : undefined
}

/**
 * "101–200 of 481"; without a total "101–200", and where the rows before are not known "100 rows".
 */
export function rangeWords({
  count,
  rowsBefore,
  total,
  isLast,
}: {
  count: number
  rowsBefore: number | undefined
  total: number | undefined
  isLast: boolean
}): string {
  if (count === 0) return 'No rows'
  if (rowsBefore === undefined) return countOf(count, { one: 'row', many: 'rows' })
  const last = rowsBefore + count
  const range = `${(rowsBefore + 1).toLocaleString('en-US')}–${last.toLocaleString('en-US')}`
  if (isLast) return `${range} of ${last.toLocaleString('en-US')}`
  // A count from before the last change may be less than the rows that are there.
  return total !== undefined && total > last
    ? `${range} of ${total.toLocaleString('en-US')}`
    : range
}

/** "Charges $12,345.00 · 3 without charges"; undefined where no row has charges. */
export function chargesWords(charges: readonly (number | null | undefined)[]): string | undefined {
  const known = charges.filter((cents) => typeof cents === 'number')
  const unknown = charges.filter((cents) => cents === null).length
  const without = charges.length - known.length - unknown
  if (known.length === 0) return undefined
  return [
    `Charges ${formatCents(known.reduce((sum, cents) => sum + cents, 0))}`,
    without > 0 && `${without.toLocaleString('en-US')} without charges`,
    unknown > 0 && `${unknown.toLocaleString('en-US')} not loaded`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function Charges({ of }: { of: ListFooterProps['charges'] }) {
  const words = of && chargesWords(of)
  return words && <span className="truncate tabular-nums">{words}</span>
}

/** "3 selected", or "3 selected, 1 on this page" where rows on other pages are among them. */
export function selectedWords(selected: number, onPage: number): string {
  const words = `${selected.toLocaleString('en-US')} selected`
  return onPage === selected ? words : `${words}, ${onPage.toLocaleString('en-US')} on this page`
}

type SelectedProps = {
  ids: readonly string[]
  onPage: number
  charges: ListFooterProps['charges']
  onClear: () => void
  actions: ReactNode
}

function Selected({ ids, onPage, charges, onClear, actions }: SelectedProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(ids.join('\n'))
      showToast({ message: `${countOf(ids.length, { one: 'id', many: 'ids' })} copied.` })
    } catch {
      showToast({ tone: 'amber', message: 'The browser blocked copying.' })
    }
  }
  return (
    <>
      <span role="status" className="font-medium whitespace-nowrap text-ink">
        {selectedWords(ids.length, onPage)}
      </span>
      <Charges of={charges} />
      <Button size="small" className="max-sm:hidden" onClick={() => void copy()}>
        Copy IDs
      </Button>
      {actions}
      <Button size="small" tone="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </>
  )
}
