import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { CellContext, ListColumn } from './columns.tsx'

/**
 * The width of a column, in pixels. It never has less than `least` and asks for `need`, which holds
 * most of its texts; `whole` holds all of them. Of the width that is left then it takes the part
 * `grow`.
 */
export type ColumnShare = {
  id: string
  least: number
  need: number
  whole: number
  grow: number
  /** Which columns get their room first. */
  rank: 'name' | 'cause' | 'other'
}

// Widths in em of Inter's letters, in groups. Letters of codes are all as wide.
const letterGroups: readonly [RegExp, number][] = [
  [/[ .,:;'’|!ijlI·]/, 0.28],
  [/[frt()/"“”+-]/, 0.4],
  [/[0-9$–−]/, 0.64],
  [/[A-HJ-LN-VX-Z]/, 0.7],
  [/[mwMW…%@—]/, 0.9],
]
const otherLetter = 0.59
const letters = new Map<string, number>()
const textSize = 13
const headerSize = 12
const codeLetter = 7.3
const padding = 17
// The first and the last cell of a row have more.
const edge = 4
const sortArrow = 16
const mostForOneText = 560
const mostForOneName = 340
// A text longer than those of most rows waits until the other columns have what they need; blank
// cells count as short.
const usualPart = 0.8

/**
 * The widths of a table's columns by what its rows hold. A column without any text takes the width
 * of its header; a number or a date is never cut; a width that the person has set is kept. Pure:
 * server and browser come to the same widths.
 */
export function columnShares<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  rows: readonly Row[],
  context: CellContext<Extra>,
  set: Readonly<Record<string, number>> = {},
): ColumnShare[] {
  const measured = columns.map((column, place) => {
    const width = set[column.id]
    const beside = padding + (place === 0 || place === columns.length - 1 ? edge : 0)
    return width === undefined
      ? { id: column.id, ...measure(column, rows, context, beside) }
      : {
          id: column.id,
          least: width,
          need: width,
          whole: width,
          weight: 0,
          rank: 'other' as const,
        }
  })
  const weights = sumOf(measured, ({ weight }) => weight)
  return measured.map(({ weight, ...share }) => ({
    ...share,
    grow: weights === 0 ? 0 : weight / weights,
  }))
}

function measure<Row extends BaseRow, Extra>(
  column: ListColumn<Row, Extra>,
  rows: readonly Row[],
  context: CellContext<Extra>,
  cellPadding: number,
) {
  const { width, align, className = '' } = column
  const rank = column.isName ? 'name' : column.isCause ? 'cause' : 'other'
  const isCode = className.includes('font-mono')
  const lengthOf = (text = '') => (isCode ? text.length * codeLetter : textSize * emsOf(text))
  const lengths = rows
    .flatMap((row) => (row.unreadable ? [] : lengthOf(column.text(row, context))))
    .toSorted((a, b) => a - b)
  const header = Math.ceil(
    headerSize * emsOf(column.header) + cellPadding + (column.sort === undefined ? 0 : sortArrow),
  )
  // Without rows nothing says which columns need room, so that the head fills the table.
  if ((lengths.at(-1) ?? 0) === 0)
    return {
      least: header,
      need: header,
      whole: header,
      weight: rows.length === 0 ? width.most : 0,
      rank: 'other' as const,
    }
  const widthOf = (length: number) => Math.ceil(length + cellPadding + (width.beside ?? 0))
  const longest = widthOf(lengths.at(-1)!)
  if (align === 'end' || column.isNeverCut) {
    const need = Math.max(header, longest)
    return { least: need, need, whole: need, weight: 0, rank: 'other' as const }
  }
  const usual = widthOf(lengths[Math.ceil(lengths.length * usualPart) - 1]!)
  const least = Math.min(width.least, Math.max(header, longest))
  const need = Math.max(header, least, Math.min(usual, width.most))
  const whole = Math.max(need, Math.min(longest, rank === 'name' ? mostForOneName : mostForOneText))
  // Badges and codes gain nothing from room that they do not fill.
  const weight = isCode || width.beside !== undefined ? 0 : whole
  return { least, need: rank === 'name' ? whole : need, whole, weight, rank } as const
}

function emsOf(text: string): number {
  let ems = 0
  for (const letter of text) {
    let width = letters.get(letter)
    if (width === undefined) {
      width = letterGroups.find(([group]) => group.test(letter))?.[1] ?? otherLetter
      letters.set(letter, width)
    }
    ems += width
  }
  return ems
}

/**
 * The columns' widths as CSS lengths of `--table-width`, the room in the table's scroller, so that
 * a window that changes its size draws no row again. From the least widths on, room goes to the
 * names until they are whole, to the cause until it has what it needs, to the other columns in step,
 * then to what is still cut, and what is left by `grow`. `beside`: pixels that no column gets.
 */
export function columnWidths(shares: readonly ColumnShare[], beside: number): string[] {
  const spare = `var(--table-width) - ${beside + sumOf(shares, (share) => share.least)}px`
  const needOf = (rank: ColumnShare['rank']) => (share: ColumnShare) =>
    share.rank === rank ? share.need - share.least : 0
  const stages = [
    needOf('name'),
    needOf('cause'),
    needOf('other'),
    (share: ColumnShare) => share.whole - share.need,
  ].map((wants) => ({ wants, room: sumOf(shares, wants) }))
  return shares.map((share) => {
    const parts = [`${share.least}px`]
    let from = 0
    for (const { wants, room } of stages) {
      const wanted = wants(share)
      if (wanted > 0)
        parts.push(`clamp(0px, ${spare} - ${from}px, ${room}px) * ${ratio(wanted, room)}`)
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
