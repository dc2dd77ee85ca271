import { readView, savePreferences, saveView } from '#lib/actions/personal.ts'
import type { ListOperation } from '#lib/lists/list-spec.ts'
import type { ListView } from '#lib/lists/view.ts'

/** Keeps a view that may not be in a link; its id goes into the link instead. */
export const storeView = (list: ListOperation, view: ListView) => saveView({ list, view: { ...view } })

/** A view that a link names. */
export const loadView = (list: ListOperation, id: string) => readView({ list, id })

/** Keeps the person's columns of a list. */
export const saveColumns = (
  list: ListOperation,
  columns: { order: string[]; hidden: string[]; widths: Record<string, number> },
) => savePreferences({ columns: { [list]: columns } })
