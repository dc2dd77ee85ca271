/** A person's layout of one table: the order of columns, the hidden ones, and widths in pixels. */
export type TablePreference = { order: string[]; hidden: string[]; widths: Record<string, number> }

/** The least and the most that a person can set a column's width to, in pixels. */
export const [leastWidth, mostWidth] = [40, 1200]

type PreferredColumn = { id: string; isMain?: true; isOptional?: true }

/** A column as its header names it. */
export type TableColumn = PreferredColumn & { header: string }

/**
 * A preference from the store or the outside: unknown columns and odd widths are left out, new
 * columns join at the end.
 */
export function toTablePreference(
  columns: readonly PreferredColumn[],
  stored: unknown,
): TablePreference {
  const standard = standardPreference(columns)
  if (typeof stored !== 'object' || stored === null) return standard
  const { order, hidden, widths } = stored as Record<string, unknown>
  const known = columns.map((column) => column.id)
  const ordered = textsIn(order, known)
  const chosen = Array.isArray(hidden) ? textsIn(hidden, known) : standard.hidden
  // A column that came after the preference was saved starts as the list starts it.
  const added = columns
    .filter((column) => column.isOptional && Array.isArray(order) && !ordered.includes(column.id))
    .map((column) => column.id)
  return {
    order: [...ordered, ...known.filter((id) => !ordered.includes(id))],
    hidden: [...new Set([...chosen, ...added])].filter(
      (id) => !columns.some((column) => column.id === id && column.isMain),
    ),
    widths: widthsIn(widths, known),
  }
}

/** The preference of a person who has none. */
export function standardPreference(columns: readonly PreferredColumn[]): TablePreference {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.isOptional).map((column) => column.id),
    widths: {},
  }
}

/** The ids of the shown columns, in their order. */
export function shownColumns({ order, hidden }: TablePreference): string[] {
  return order.filter((id) => !hidden.includes(id))
}

/** The order after one column moved by `step` places among all columns; unchanged at either end. */
export function moveColumn(order: readonly string[], id: string, step: number): string[] {
  const from = order.indexOf(id)
  const to = from + step
  if (from < 0 || to < 0 || to >= order.length) return [...order]
  return order.toSpliced(from, 1).toSpliced(to, 0, id)
}

/** The order after a column took the place of another, which makes room towards where it was. */
export function moveOnto(order: readonly string[], id: string, onto: string): string[] {
  const to = order.indexOf(onto)
  return to < 0 ? [...order] : order.filter((each) => each !== id).toSpliced(to, 0, id)
}

function textsIn(value: unknown, known: readonly string[]): string[] {
  return Array.isArray(value)
    ? [...new Set(value)].filter((id): id is string => known.includes(id))
    : []
}

function widthsIn(value: unknown, known: readonly string[]): Record<string, number> {
  if (typeof value !== 'object' || value === null) return {}
  const fits = ([id, width]: [string, unknown]) =>
    known.includes(id) && typeof width === 'number' && width >= leastWidth && width <= mostWidth
  return Object.fromEntries(Object.entries(value).filter(fits))
}
