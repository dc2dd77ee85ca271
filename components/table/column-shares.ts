import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { CellContext, ListColumn } from './columns.tsx'

/**
 * What a column gets, in pixels. It never has less than `least` and asks for `need`; it takes the part
 * `grow` of the width that is left once every column has what it needs.
 */
export type ColumnShare = { id: string; least: number; need: number; grow: number; isCause: boolean }

// Average widths of a letter in pixels at the table's text sizes. Digits of numbers and letters of codes are all as wide.
const letter = { words: 6.4, number: 7.7, code: 7.3 }
const headerLetter = 6.4
const padding = 20
const sortArrow = 16
// A value longer than those of most rows is cut, and shown whole on hover.
const usualPart = 0.9

/**
 * The widths of a table's columns by what its rows hold. A column without any text takes the width of its header; a
 * number is never cut; a width that the person has set is kept. Pure: server and browser come to the same widths.
 */
export function columnShares<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  rows: readonly Row[],
  context: CellContext<Extra>,
  set: Readonly<Record<string, number>> = {},
): ColumnShare[] {
  const measured = columns.map((column) => {
    const width = set[column.id]
    if (width !== undefined) return { id: column.id, least: width, need: width, wanted: width, isCause: false }
    return { id: column.id, ...measure(column, rows, context) }
  })
  const spare = sumOf(measured, ({ wanted, least }) => wanted - least)
  return measured.map(({ id, least, need, wanted, isCause }) => ({
    id,
    least,
    need,
    isCause,
    grow: spare === 0 ? 0 : (wanted - least) / spare,
  }))
}

function measure<Row extends BaseRow, Extra>(
  column: ListColumn<Row, Extra>,
  rows: readonly Row[],
  context: CellContext<Extra>,
) {
  const { width, align, className = '', isCause = false } = column
  const lengths = rows
    .flatMap((row) => (row.unreadable ? [] : (column.text(row, context)?.length ?? 0)))
    .filter((length) => length > 0)
    .toSorted((a, b) => a - b)
  const header = Math.round(column.header.length * headerLetter + padding + (column.sort === undefined ? 0 : sortArrow))
  if (lengths.length === 0) return { least: header, need: header, wanted: header, isCause: false }
  const longest = align === 'end' ? lengths.at(-1)! : lengths[Math.ceil(lengths.length * usualPart) - 1]!
  const kind = align === 'end' ? 'number' : className.includes('font-mono') ? 'code' : 'words'
  const wanted = Math.max(header, Math.round(longest * letter[kind] + padding + (width.beside ?? 0)))
  const need = Math.max(header, Math.min(wanted, width.most))
  return { least: align === 'end' ? need : Math.min(width.least, need), need, wanted, isCause }
}

/**
 * The columns' widths as CSS lengths in `cqw`, a hundredth of the table's scroller, so that nothing is measured and
 * nothing moves after the first paint. From the least widths on, room goes to the cause until it has what it needs,
 * then to the other columns in step, and what is left by `grow`. `beside`: pixels that no column gets.
 */
export function columnWidths(shares: readonly ColumnShare[], beside: number): string[] {
  const least = sumOf(shares, (share) => share.least)
  const room = `100cqw - ${beside + least}px`
  const causeRoom = sumOf(shares, (share) => (share.isCause ? share.need - share.least : 0))
  const otherRoom = sumOf(shares, (share) => (share.isCause ? 0 : share.need - share.least))
  return shares.map((share) => {
    const own = share.need - share.least
    const [from, upTo, part] = share.isCause ? [0, causeRoom, 1] : [causeRoom, otherRoom, ratio(own, otherRoom)]
    const parts = [`${share.least}px`]
    if (own > 0) parts.push(`clamp(0px, ${room} - ${from}px, ${upTo}px) * ${part}`)
    if (share.grow > 0) parts.push(`max(0px, ${room} - ${causeRoom + otherRoom}px) * ${ratio(share.grow, 1)}`)
    return parts.length === 1 ? parts[0]! : `calc(${parts.join(' + ')})`
  })
}

function ratio(part: number, whole: number): number {
  // Rounded down: columns that are together a hair wider than the table would make it scroll.
  return Math.floor((part / whole) * 10_000) / 10_000
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}
