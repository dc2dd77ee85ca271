import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { CellContext, ListColumn } from './columns.tsx'

/**
 * The width of a column, in pixels. It never has less than `least` and asks for `need`, which holds most of its texts;
 * `whole` holds all of them. Of the width that is left then it takes the part `grow`.
 */
export type ColumnShare = {
  id: string
  least: number
  need: number
  whole: number
  grow: number
  isCause: boolean
}

// Average widths of a letter in pixels at the table's text sizes. Digits of numbers and letters of codes are all as wide.
const letter = { words: 6.4, number: 7.7, code: 7.3 }
const headerLetter = 6.4
const padding = 20
const sortArrow = 16
const mostForOneText = 560
// A text longer than those of most rows waits until the other columns have what they need; blank cells count as short.
const usualPart = 0.8

/**
 * The widths of a table's columns by what its rows hold. A column without any text takes the width of its header; a
 * number or a date is never cut; a width that the person has set is kept. Pure: server and browser come to the same
 * widths.
 */
export function columnShares<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  rows: readonly Row[],
  context: CellContext<Extra>,
  set: Readonly<Record<string, number>> = {},
): ColumnShare[] {
  const measured = columns.map((column) => {
    const width = set[column.id]
    return width === undefined
      ? { id: column.id, ...measure(column, rows, context) }
      : { id: column.id, least: width, need: width, whole: width, weight: 0, isCause: false }
  })
  const weights = sumOf(measured, ({ weight }) => weight)
  return measured.map(({ weight, ...share }) => ({ ...share, grow: weights === 0 ? 0 : weight / weights }))
}

function measure<Row extends BaseRow, Extra>(
  column: ListColumn<Row, Extra>,
  rows: readonly Row[],
  context: CellContext<Extra>,
) {
  const { width, align, className = '', isCause = false } = column
  const lengths = rows
    .flatMap((row) => (row.unreadable ? [] : (column.text(row, context)?.length ?? 0)))
    .toSorted((a, b) => a - b)
  const header = Math.round(column.header.length * headerLetter + padding + (column.sort === undefined ? 0 : sortArrow))
  if ((lengths.at(-1) ?? 0) === 0) return { least: header, need: header, whole: header, weight: 0, isCause: false }
  const kind = align === 'end' ? 'number' : className.includes('font-mono') ? 'code' : 'words'
  const widthOf = (length: number) => Math.round(length * letter[kind] + padding + (width.beside ?? 0))
  const longest = widthOf(lengths.at(-1)!)
  if (align === 'end' || column.isNeverCut) {
    const need = Math.max(header, longest)
    return { least: need, need, whole: need, weight: 0, isCause: false }
  }
  const usual = widthOf(lengths[Math.ceil(lengths.length * usualPart) - 1]!)
  const least = Math.min(width.least, Math.max(header, longest))
  const need = Math.max(header, least, Math.min(usual, width.most))
  const whole = Math.max(need, Math.min(longest, mostForOneText))
  // Badges and codes gain nothing from room that they do not fill.
  const weight = kind === 'words' && width.beside === undefined ? whole : 0
  return { least, need, whole, weight, isCause }
}

/**
 * The columns' widths as CSS lengths of `--table-width`, the room in the table's scroller, so that a window that changes
 * its size draws no row again. From the least widths on, room goes to the cause until it has what it needs,
 * then to the other columns in step, then to what is still cut, and what is left by `grow`. `beside`: pixels that no
 * column gets.
 */
export function columnWidths(shares: readonly ColumnShare[], beside: number): string[] {
  const spare = `var(--table-width) - ${beside + sumOf(shares, (share) => share.least)}px`
  const stages = [
    (share: ColumnShare) => (share.isCause ? share.need - share.least : 0),
    (share: ColumnShare) => (share.isCause ? 0 : share.need - share.least),
    (share: ColumnShare) => share.whole - share.need,
  ].map((wants) => ({ wants, room: sumOf(shares, wants) }))
  return shares.map((share) => {
    const parts = [`${share.least}px`]
    let from = 0
    for (const { wants, room } of stages) {
      const wanted = wants(share)
      if (wanted > 0) parts.push(`clamp(0px, ${spare} - ${from}px, ${room}px) * ${ratio(wanted, room)}`)
      from += room
    }
    if (share.grow > 0) parts.push(`max(0px, ${spare} - ${from}px) * ${ratio(share.grow, 1)}`)
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
