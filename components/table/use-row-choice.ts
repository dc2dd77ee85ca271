'use client'
import { useMemo, useState } from 'react'
import { keepListed, noSelection, selectRange, toggleAll, toggleOne } from './selection.ts'

/** Which rows are selected and which one the keys stand on. Both belong to one page of one view (`page` names it). */
export function useRowChoice(ids: readonly string[], page: string) {
  const [state, setState] = useState({ page, chosen: noSelection, active: -1 })
  const current = state.page === page ? state : { page, chosen: noSelection, active: -1 }
  const selection = useMemo(() => keepListed(current.chosen, ids), [current.chosen, ids])
  const active = Math.min(current.active, ids.length - 1)
  const listed = ids.filter((id) => id !== '')
  const set = (next: Partial<typeof state>) => setState({ ...current, ...next })
  const toggle = (index: number, withRange: boolean) => {
    const id = ids[index]
    if (id) set({ chosen: withRange ? selectRange(selection, id, listed) : toggleOne(selection, id), active: index })
  }
  return {
    selection,
    active,
    clear: () => set({ chosen: noSelection }),
    toggle,
    setActive: (index: number) => set({ active: index }),
    actions: {
      activate: (index: number) => set({ active: index }),
      toggle,
      toggleAll: () => set({ chosen: toggleAll(selection, listed) }),
    },
  }
}
