'use client'
import { useMemo } from 'react'
import { defaultView, withoutPosition, type ListView, type ViewChange } from '#lib/lists/view.ts'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import type { PreparedList } from './list-definition.ts'
import { useTablePreference } from './list-head.tsx'
import type { ViewControls } from './saved-views/save-view.tsx'
import type { TableColumn } from './table-preference.ts'
import { isSameView, useListView, type HowToChange } from './use-list-view.ts'

/**
 * The state that every list page has besides its rows: the view from the address, the layout of the
 * columns, and the saved view that the person began with. The hook calls `onTurn` with the next
 * address before it changes the address.
 */
export function useList(
  { spec, columns }: { spec: ListSpec; columns: readonly TableColumn[] },
  prepared: PreparedList,
  onTurn?: (href: string) => void,
) {
  const { view, base, changeView, openSaved, ...rest } = useListView(spec, prepared, onTurn)
  const [preference, setPreference, hasOtherColumns] = useTablePreference(
    { columns, spec },
    prepared.columns,
    base,
  )
  const shown = useMemo(() => view ?? defaultView(spec), [view, spec])
  /** The props of the buttons for saved views. `kept` is the view that they save. */
  const savedViews = (kept: ListView = withoutPosition(shown)): ViewControls => ({
    list: spec.operation,
    state: { view: kept, columns: preference },
    saved: base?.saved,
    isEdited: hasOtherColumns || (base !== undefined && !isSameView(spec, kept, base.view)),
    onOpen: openSaved,
  })
  return {
    ...rest,
    view,
    /** The view from the address, or the list's default view while a stored view is loading. */
    shown,
    change: (viewChange: ViewChange, how?: HowToChange) => void changeView(viewChange, how),
    columns,
    preference,
    setPreference,
    savedViews,
  }
}

/** The state of a list page. */
export type ListOnPage = ReturnType<typeof useList>
