/** Which rows are selected, by id, and the row that a range starts from. */
export type Selection = { ids: ReadonlySet<string>; from: string | undefined }

/** The selection and the current row of a table, by index in the table, and how to change them. */
export type RowChoice = {
  selection: Selection
  /** The row that the keys act on; -1 for none. */
  active: number
  toggle: (index: number, withRange: boolean) => void
  activate?: (index: number) => void
  toggleAll?: () => void
  /** Rows that can't be selected, by id. */
  fixed?: ReadonlySet<string>
  /**
   * Rows are selected unless a person leaves them out, so that a selected one has no colour of its
   * own.
   */
  isUsual?: boolean
}

/** Nothing selected. */
export const noSelection: Selection = { ids: new Set(), from: undefined }

/** One row selected or deselected; it becomes the start of the next range. */
export function toggleOne({ ids }: Selection, id: string): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, from: id }
}

/** Every row from the last toggled one to this one selected; without a last one, this row alone. */
export function selectRange(
  { ids, from }: Selection,
  id: string,
  order: readonly string[],
): Selection {
  const start = from === undefined ? -1 : order.indexOf(from)
  const end = order.indexOf(id)
  if (end < 0) return { ids, from }
  const range = start < 0 ? [id] : order.slice(Math.min(start, end), Math.max(start, end) + 1)
  return { ids: new Set([...ids, ...range]), from: id }
}

/**
 * Every listed row selected, or none of them when all were; rows on other pages stay as they are.
 */
export function toggleAll({ ids }: Selection, order: readonly string[]): Selection {
  const listed = new Set(order)
  const elsewhere = [...ids].filter((id) => !listed.has(id))
  const isWhole = order.every((id) => ids.has(id))
  return { ids: new Set(isWhole ? elsewhere : [...elsewhere, ...order]), from: undefined }
}

/** The selection without rows that are no longer listed; the same object when nothing is lost. */
export function keepListed(selection: Selection, order: readonly string[]): Selection {
  const listed = new Set(order)
  const ids = [...selection.ids].filter((id) => listed.has(id))
  return ids.length === selection.ids.size ? selection : { ids: new Set(ids), from: selection.from }
}
