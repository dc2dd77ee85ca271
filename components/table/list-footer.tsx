'use client'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { SmallSelect } from '#components/filters/filter-bar.tsx'
import { countOf, type Noun } from '#lib/lists/count-of.ts'
import { pageSizes } from '#lib/lists/list-spec.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { Pages } from '#lib/queries/pages.ts'

type ListFooterProps = {
  noun: Noun
  pages: Pages<BaseRow>
  isFirstPage: boolean
  limit: number
  onLimit: (limit: number) => void
  /** The ids of the selected rows, as a person would pass them on. */
  selected: readonly string[]
  onClearSelection: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** What is on this page, what is selected, and the way to the pages beside it. Its height never changes. */
export function ListFooter({
  noun,
  pages,
  isFirstPage,
  limit,
  onLimit,
  selected,
  onClearSelection,
  onPrevious,
  onNext,
}: ListFooterProps) {
  return (
    <footer className="flex h-12 shrink-0 items-center gap-3 border-t border-line px-3 text-sm text-ink-2">
      <div className="flex min-w-0 items-center gap-2">
        {selected.length > 0 ? (
          <Selected ids={selected} onClear={onClearSelection} />
        ) : (
          <Reading noun={noun} pages={pages} isFirstPage={isFirstPage} />
        )}
      </div>
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <span className="mr-2 inline-flex items-center gap-2 text-xs max-xl:hidden">
          <Kbd keys="j k" /> move <Kbd keys="↵" /> open <Kbd keys="x" /> select <Kbd keys="?" /> all keys
        </span>
        <SmallSelect label="Rows" name="limit" value={String(limit)} onChange={(size) => onLimit(Number(size))}>
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </SmallSelect>
        <Button disabled={!onPrevious} onClick={onPrevious}>
          Previous page
        </Button>
        <Button disabled={!onNext} onClick={onNext}>
          Next page
        </Button>
      </div>
    </footer>
  )
}

const pageNoun = { one: 'page', many: 'pages' }

function Reading({ noun, pages, isFirstPage }: Pick<ListFooterProps, 'noun' | 'pages' | 'isFirstPage'>) {
  const count = pages.rows.length
  const read = `${countOf(pages.pages.length, pageNoun)} read, ${count} found`
  return (
    <>
      <span role="status" className="inline-flex min-w-0 items-center gap-2 truncate tabular-nums">
        {pages.isReadingOn && <Spinner />}
        {progress(pages, read) ?? summary(noun, count, pages, isFirstPage)}
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
  if (pages.isLoading) return 'Reading…'
  if (pages.isOld) return 'Reading the new view…'
  if (pages.isFilling) return `${pages.rows.length} read, more on their way`
  if (pages.isReadingOn) return `Searching further: ${read}`
  return pages.isPaused ? `Search stopped: ${read}` : undefined
}

function summary(noun: Noun, count: number, { next, failure }: Pages<BaseRow>, isFirstPage: boolean): string {
  if (failure && count === 0) return 'Nothing could be read'
  if (next !== null) return `${count} on this page · more to come`
  if (isFirstPage) return `${countOf(count, noun)} in all`
  return `${count} on this page · the last one`
}

function Selected({ ids, onClear }: { ids: readonly string[]; onClear: () => void }) {
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
      <span role="status" className="font-medium text-ink">
        {ids.length} selected
      </span>
      <Button size="small" onClick={() => void copy()}>
        Copy ids
      </Button>
      <Button size="small" tone="quiet" onClick={onClear}>
        Clear selection
      </Button>
    </>
  )
}
