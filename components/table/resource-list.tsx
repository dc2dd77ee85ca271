'use client'
import { hashKey } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { SortControl } from '#components/filters/filter-bar.tsx'
import {
  clearFilters,
  isPartnerRequest,
  withoutPosition,
  type ListView,
  toRequest,
  totalOf,
} from '#lib/lists/view.ts'
import { countsStore } from '#components/frame/counts.ts'
import { useFreshness } from '#components/frame/freshness.ts'
import { forgetPlace } from '#components/frame/list-place.ts'
import { useStore } from '#components/frame/use-store.ts'
import { errorKind, unanswered } from '#components/ui/error-kind.ts'
import { useToday } from '#components/frame/use-today.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { listPages, usePages } from '#lib/queries/pages.ts'
import { DataTable, type TableHandle } from './data-table.tsx'
import { ListFooter } from './list-footer.tsx'
import { ListFrame } from './list-frame.tsx'
import { NewButton } from './list-head.tsx'
import type { ListDefinition, PreparedList } from './list-definition.ts'
import { ListState } from './list-state.tsx'
import { shownColumns } from './table-preference.ts'
import type { Sight } from './rows-in-sight.ts'
import { rememberStep, rowsBefore, stepBack } from './page-trail.ts'
import { useList } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useRowChoice } from './use-row-choice.ts'

type ResourceListProps<Row extends BaseRow, Extra> = {
  definition: ListDefinition<Row, Extra>
  prepared: PreparedList
  /** Data about the rows that the page loads after them, and a callback with the rows in sight. */
  extra?: Extra | undefined
  onSight?: (sight: Sight<Row>) => void
  /** Shows a search box before the chips. */
  hasSearch?: boolean
  /** More buttons in the head. */
  actions?: ReactNode
}

/**
 * A list page: its filters, one page of rows as a table, and the way to the next. Everything shown
 * follows from the view.
 */
export function ResourceList<Row extends BaseRow, Extra>({
  definition,
  prepared,
  extra,
  onSight,
  hasSearch = false,
  actions,
}: ResourceListProps<Row, Extra>) {
  const { spec, base } = definition
  const { always } = prepared
  const list = useList(definition, prepared, (asked) => forgetPlace(base, asked))
  const { view, shown, href, isChanging, change, preference } = list
  const today = useToday(prepared.today)
  const request = useMemo(
    () => view && toRequest(spec, view, { always, columns: preference, today }),
    [spec, view, always, preference, today],
  )
  const pages = usePages<Row>(request && listPages<Row>(request, prepared.first), {
    readOn: 'full page',
  })
  const { rows } = pages
  const [range, setRange] = useState({ start: 0, end: 0 })
  const onRange = useCallback((start: number, end: number) => setRange({ start, end }), [])
  useEffect(() => onSight?.({ rows, ...range }), [onSight, rows, range])
  const ids = useMemo(() => rows.map((row) => row.id), [rows])
  const isEmpty = rows.length === 0
  const failure = list.failure ?? pages.failure
  const handle = useRef<TableHandle>(null)
  const { choice, onScroll, startAt, clear } = useRowChoice({
    base,
    href,
    page: hashKey([request]),
    rowsOfAll: hashKey([spec.operation, view?.filters, always]),
    ids,
    isWaiting: pages.isOld || pages.isLoading || (isEmpty && failure !== undefined),
    isGrowing: pages.isReadingOn,
    handle,
  })
  // The rows are not those of the view that was asked for last: nothing may be done to "all that
  // match".
  const isBehind = pages.isOld || isChanging
  const context = useMemo(() => ({ today: prepared.today, extra }), [prepared.today, extra])
  const isUnreachable = failure !== undefined && unanswered.has(errorKind(failure))
  useFreshness(pages.readAt, isUnreachable)

  const linkOf = (row: Row) => `${base}/${encodeURIComponent(row.id)}`
  // One key for all pages of a view.
  const listKey = hashKey([request && { ...request, position: undefined }])
  const back = stepBack(listKey, shown.position, pages.prev)
  // A page's token belongs to the view that it was read for: a view that has changed since stays as
  // it is.
  const turnTo = (next: ListView) =>
    change((now) => (hashKey([now]) === hashKey([shown]) ? next : now))
  const goNext = () => {
    if (pages.next === null) return
    rememberStep(listKey, shown.position, pages.next, rows.length)
    turnTo({ ...shown, position: pages.next })
  }
  const goBack = () =>
    back !== undefined &&
    turnTo(back === null ? withoutPosition(shown) : { ...shown, position: back })
  const sortBy = (field: string) =>
    change((now) =>
      withoutPosition({
        ...now,
        sort: field,
        sort_direction: now.sort === field && now.sort_direction === 'desc' ? 'asc' : 'desc',
      }),
    )

  useListKeys({
    rows,
    linkOf,
    handle,
    choice,
    clear,
    turn: { next: goNext, back: goBack },
    create: prepared.canCreate ? definition.create : undefined,
  })

  const selectedIds = useMemo(() => [...choice.selection.ids], [choice.selection.ids])
  const onPage = rows.filter((row) => choice.selection.ids.has(row.id))
  const factOf = useSelectedFacts(definition, { ids: selectedIds, onPage, extra })
  const charges =
    definition.chargesOf &&
    (selectedIds.length > 0
      ? selectedIds.map((id) => chargesIn(factOf(id)))
      : rows.map((row) => definition.chargesOf!(row, extra)))
  const counts = useStore(countsStore)
  const isFiltered = Object.keys(shown.filters).length + Object.keys(shown.first).length > 0
  return (
    <ListFrame
      list={list}
      title={definition.title}
      note={definition.note}
      savedViews={list.savedViews()}
      menu={{
        file:
          definition.exportPath !== undefined
            ? { path: definition.exportPath, request }
            : prepared.canExport && request && isPartnerRequest(request)
              ? { request, shown: shownColumns(preference) }
              : undefined,
        isShared: true,
      }}
      buttons={{
        first: actions,
        primary: prepared.canCreate && definition.create && <NewButton {...definition.create} />,
      }}
      tabs={definition.tabs}
      filters={{
        spec,
        choices: prepared.choices,
        always,
        hasSearch,
        order: <SortControl spec={spec} view={shown} onView={change} />,
      }}
      notice={{
        failure: isEmpty ? undefined : failure,
        readAt: pages.readAt,
        refused: prepared.refused,
        isLooping: pages.isLooping,
        onRetry: pages.readOn,
      }}
    >
      <DataTable
        label={definition.title}
        columns={definition.columns}
        rows={rows}
        context={context}
        linkOf={linkOf}
        nameOf={(row) => definition.nameOf(row, extra)}
        filters={shown.filters}
        preference={preference}
        onPreference={list.setPreference}
        choice={choice}
        sort={{ field: shown.sort, direction: shown.sort_direction, onSort: sortBy }}
        isComplete={
          shown.position === undefined && pages.next === null && !pages.isLoading && !pages.isOld
        }
        isBusy={isBehind}
        widthsFor={listKey}
        startAt={startAt}
        // Nobody else needs it, and the page would be drawn again at every step of scrolling.
        onRange={onSight && onRange}
        onScroll={onScroll}
        handle={handle}
      />
      {isEmpty && (
        <ListState
          spec={spec}
          pages={pages}
          failure={failure}
          columns={definition.columns.length}
          isFirstPage={shown.position === undefined}
          search={
            typeof shown.filters.search_term === 'string' ? shown.filters.search_term : undefined
          }
          onClear={isFiltered ? () => change(clearFilters) : undefined}
          onRestart={() => change(withoutPosition)}
        />
      )}
      <ListFooter
        noun={spec.noun}
        pages={pages}
        isFirstPage={shown.position === undefined}
        limit={shown.limit}
        onLimit={(limit) => change((now) => withoutPosition({ ...now, limit }))}
        rowsBefore={rowsBefore(listKey, shown.position)}
        total={totalOf(spec, { ...shown.filters, ...always }, counts)}
        charges={charges}
        selected={selectedIds.map((id) => factOf(id)?.text ?? id)}
        selectedOnPage={onPage.length}
        onClearSelection={clear}
        selectedActions={
          prepared.canCreate && definition.SelectedActions && !isBehind ? (
            <definition.SelectedActions ids={selectedIds} request={request} />
          ) : null
        }
        onPrevious={back === undefined || isChanging ? undefined : goBack}
        onNext={pages.next === null || isChanging ? undefined : goNext}
      />
    </ListFrame>
  )
}

type SelectedFact = { text: string; charges: number | null | undefined }

// What is known of the selected rows of a list, by its path: rows on other pages are gone from the
// screen.
const factsByList = new Map<string, Map<string, SelectedFact>>()

// This tab does not know the charges of a row on another page that it has not shown since it was
// loaded.
function chargesIn(fact: SelectedFact | undefined): number | null | undefined {
  return fact ? fact.charges : null
}

function useSelectedFacts<Row extends BaseRow, Extra>(
  { base, idOf, chargesOf }: ListDefinition<Row, Extra>,
  {
    ids,
    onPage,
    extra,
  }: { ids: readonly string[]; onPage: readonly Row[]; extra: Extra | undefined },
): (id: string) => SelectedFact | undefined {
  const shown = new Map(
    onPage.map((row) => [row.id, { text: idOf(row, extra), charges: chargesOf?.(row, extra) }]),
  )
  useEffect(() => {
    const known = factsByList.get(base)
    factsByList.set(
      base,
      new Map(
        ids.flatMap((id) => {
          const fact = shown.get(id) ?? known?.get(id)
          return fact ? [[id, fact] as const] : []
        }),
      ),
    )
  })
  return (id) => shown.get(id) ?? factsByList.get(base)?.get(id)
}
