'use client'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { indexOfCurrent, keepPlace, placeIn, type ListWalk } from '#components/frame/list-place.ts'
import { showToast } from '#components/ui/toast.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { TableHandle } from './data-table.tsx'
import {
  keepListed,
  noSelection,
  selectRange,
  toggleAll,
  toggleOne,
  type RowChoice,
  type Selection,
} from './selection.ts'

type ListOfRows = {
  /** The path of the items' own pages. */
  base: string
  /** The address of the list as it is now. */
  href: string
  /** Identifies the page of the view, to which a selection and a current row belong. */
  page: string
  /**
   * Identifies the rows that all pages together have, in whatever order, for a list whose pages are
   * turned: rows on another page of it stay selected.
   */
  rowsOfAll?: string
  ids: readonly string[]
  /**
   * True while the rows of the page before are shown, or none yet: the place is restored
   * afterwards.
   */
  isWaiting: boolean
  /** True while rows are added at the end. */
  isGrowing: boolean
  handle: RefObject<TableHandle | null>
  /** How the items lead on to each other, where their pages are not at `base`. */
  walk?: ListWalk
}

type State = {
  page: string
  rowsOfAll: string | undefined
  chosen: Selection
  /** `chosen` may name rows of the page before, until the rows of this one are there. */
  isCarried: boolean
  /** The person has not chosen a current row: the first one is it. */
  isFirst: boolean
  /** The current row's id, its index when it became that, and the rows that it was among. */
  current: string | undefined
  index: number
  order: readonly string[]
  top: number
  /** The number of rows that the list needs before it can be scrolled to `top`. */
  rowsBefore: number
  /** How many rows the last other view took out of the selection. */
  dropped: number
}

/**
 * Which rows are selected and which one is current. The first row is current until the person
 * chooses another; the focus stays where it is meanwhile. A list that the person comes back to has both
 * as they left them, at the same scroll position; where the current row has left the list, the next
 * one is current. When the page is turned, the rows of the others stay selected. When the filters
 * change, the selected rows that are in the new list too stay selected, also those that were
 * selected while it was being read; a message says how many did not.
 */
export function useRowChoice({
  base,
  href,
  page,
  rowsOfAll,
  ids,
  isWaiting,
  isGrowing,
  handle,
  walk,
}: ListOfRows) {
  const [state, setState] = useState(() => begin(base, href, { page, rowsOfAll }))
  const hasPages = rowsOfAll !== undefined && !state.isCarried
  const selection = useMemo(
    () => (hasPages ? state.chosen : keepListed(state.chosen, ids)),
    [hasPages, state.chosen, ids],
  )
  if (state.page !== page) setState(begin(base, href, { page, rowsOfAll }, state))
  // Once all rows are there, what is not among them is forgotten: it must not come back with a
  // later page.
  else if (state.isCarried && !isWaiting && !isGrowing)
    setState({
      ...state,
      chosen: selection,
      isCarried: false,
      dropped: state.chosen.ids.size - selection.ids.size,
    })
  // It stays this row while it is listed: a key must not act on another that a new reading put in
  // its place while the person read the line.
  else if (state.isFirst && !isWaiting && ids.length > 0 && !isListed(ids, state.current))
    setState({ ...state, current: ids[0], index: 0, order: ids })
  const { dropped } = state
  useEffect(() => {
    if (dropped > 0)
      showToast({ message: `${countOf(dropped, deselectedNoun)} in the list that you see now.` })
  }, [dropped])
  // A row that could not be read has no id.
  const found =
    state.current === ''
      ? Math.min(state.index, ids.length - 1)
      : indexOfCurrent({ current: state.current, ids: state.order }, ids)
  // While rows are still added, the current one may be among them.
  const isExpected = isGrowing && state.current !== '' && found >= 0 && ids[found] !== state.current
  const active = isWaiting || isExpected ? -1 : found
  const current = state.isFirst ? undefined : ids[active] || state.current
  const listed = useMemo(() => ids.filter((id) => id !== ''), [ids])
  // Each change starts from the newest state: one press may both tick a row and make it the current
  // one.
  const set = (next: (chosen: Selection) => Partial<State>) =>
    setState((now) => ({
      ...now,
      ...next(now.isCarried || rowsOfAll !== undefined ? now.chosen : keepListed(now.chosen, ids)),
    }))
  // A row of the page before cannot become the current one of this page.
  const at = (index: number) =>
    isWaiting ? {} : { isFirst: false, current: ids[index], index, order: ids }
  const choice: RowChoice = {
    selection,
    active,
    toggle: (index, withRange) => {
      const id = ids[index]
      if (id)
        set((chosen) => ({
          chosen: withRange ? selectRange(chosen, id, listed) : toggleOne(chosen, id),
          ...at(index),
        }))
    },
    activate: (index) => set(() => at(index)),
    toggleAll: () => set((chosen) => ({ chosen: toggleAll(chosen, listed) })),
  }

  const restored = useRef<string>(undefined)
  const { rowsBefore, top } = state
  // Until the rows are there, the remembered place must not be overwritten.
  const canRestore = !isWaiting && (ids.length >= rowsBefore || !isGrowing)
  useLayoutEffect(() => {
    if (!canRestore || restored.current === page) return
    handle.current?.scrollTo(top)
    restored.current = page
  }, [canRestore, page, top, handle])
  // A chosen row has the focus again, also when its item left the list while the list was read
  // again. At the first row of a list that has just come, the focus would be a surprise.
  useEffect(() => {
    if (canRestore && current !== undefined && active >= 0)
      handle.current?.focusRow(active, { onlyIfNothingHasFocus: true })
  }, [canRestore, active, current, handle])
  useEffect(() => {
    if (!canRestore) return
    keepPlace(base, {
      href,
      ids: listed,
      current,
      top: handle.current?.top() ?? 0,
      selected: selection.ids,
      walk,
    })
  }, [base, href, listed, current, selection, canRestore, handle, walk])
  const onScroll = (scrolledTo: number) => {
    const place = placeIn(base, href)
    if (place && canRestore) keepPlace(base, { ...place, top: scrolledTo })
  }
  return { choice, onScroll, startAt: state.top, clear: () => set(() => ({ chosen: noSelection })) }
}

const deselectedNoun = {
  one: 'row is no longer selected: it isn’t',
  many: 'rows are no longer selected: they aren’t',
}

function isListed(ids: readonly string[], id: string | undefined): boolean {
  return id !== undefined && ids.includes(id)
}

function begin(
  base: string,
  href: string,
  { page, rowsOfAll }: Pick<State, 'page' | 'rowsOfAll'>,
  before?: State,
): State {
  const place = placeIn(base, href)
  const nothing = { current: undefined, index: -1, order: [], top: 0, rowsBefore: 0 }
  const carried = before?.chosen ?? noSelection
  // Another page, order or size of the same rows.
  const isSame = rowsOfAll !== undefined && before?.rowsOfAll === rowsOfAll
  // While the rows of a new list are read, those of the list before are shown and can be selected.
  const isCarried = isSame ? before.isCarried : !place && before !== undefined
  return {
    page,
    rowsOfAll,
    chosen: isSame || !place ? carried : { ids: place.selected, from: place.current },
    isCarried,
    isFirst: place?.current === undefined,
    dropped: 0,
    ...(place
      ? {
          current: place.current,
          index: -1,
          order: place.ids,
          top: place.top,
          rowsBefore: place.ids.length,
        }
      : nothing),
  }
}
