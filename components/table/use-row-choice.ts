'use client'
import { useMemo, useState } from 'react'
import { keepListed, noSelection, selectRange, toggleAll, toggleOne, type Selection } from './selection.ts'

type Choice = { page: string; chosen: Selection; active: number }

/** Which rows are selected and which one the keys stand on. Both belong to one page of one view (`page` names it). */
export function useRowChoice(ids: readonly string[], page: string) {
  const nothing: Choice = { page, chosen: noSelection, active: -1 }
  const [state, setState] = useState(nothing)
  const current = state.page === page ? state : nothing
  const selection = useMemo(() => keepListed(current.chosen, ids), [current.chosen, ids])
  const active = Math.min(current.active, ids.length - 1)
  const listed = ids.filter((id) => id !== '')
  // By the choice as it stands: one press may both tick a row and make it the one that the keys stand on.
  const set = (next: (chosen: Selection) => Partial<Choice>) =>
    setState((before) => {
      const now = before.page === page ? before : nothing
      return { ...now, ...next(keepListed(now.chosen, ids)) }
    })
  const toggle = (index: number, withRange: boolean) => {
    const id = ids[index]
    if (id)
      set((chosen) => ({ chosen: withRange ? selectRange(chosen, id, listed) : toggleOne(chosen, id), active: index }))
  }
  const activate = (index: number) => set(() => ({ active: index }))
  return {
    selection,
    active,
    clear: () => set(() => ({ chosen: noSelection })),
    toggle,
    setActive: activate,
    actions: {
      activate,
      toggle,
      toggleAll: () => set((chosen) => ({ chosen: toggleAll(chosen, listed) })),
    },
  }
}
