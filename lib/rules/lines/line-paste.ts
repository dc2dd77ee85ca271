import { withoutInvisible } from '#lib/core/invisible-signs.ts'
import { writtenDate } from '#lib/core/typed-date.ts'
import { cellFault } from '#lib/core/table-text.ts'
import { choiceIn, mendedCell } from '#lib/rules/codes/mended.ts'
import { fromText, toText } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'

/**
 * One accepted cell of a pasted block. `row` counts from the grid's first row; `text` is the
 * control's text.
 */
export type PastedCell = { row: number; column: string; text: string }

/** A rejected cell, as pasted. `column` is undefined if the grid has no column for it. */
export type UnreadCell = { row: number; column: string | undefined; text: string }

/** A code that was written as claims carry it, with its zero or without separators: `text` was pasted. */
export type MendedCell = { row: number; column: string; text: string; as: string }

/** The result of a pasted block. `rows` is the number of rows that the grid needs. */
export type PastedBlock = {
  cells: PastedCell[]
  unread: UnreadCell[]
  mended: MendedCell[]
  rows: number
}

/**
 * The cells of a spreadsheet's clipboard text: tabs between cells, line ends between rows, double
 * quotes around a cell that contains either. A line end after the last row adds no row.
 */
export function readBlock(pasted: string): string[][] {
  const text = withoutInvisible(pasted)
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|[^\t\r\n]*/y
  for (let at = 0; at <= text.length;) {
    cell.lastIndex = at
    const [whole = '', quoted] = cell.exec(text) ?? []
    rows.at(-1)!.push(quoted === undefined ? whole : quoted.replaceAll('""', '"'))
    at += whole.length
    const end = /^(\t|\r\n|\r|\n)/.exec(text.slice(at, at + 2))?.[0]
    if (end === undefined) break
    at += end.length
    if (end === '\t') continue
    if (at === text.length) break
    rows.push([])
  }
  return rows
}

/**
 * Places the cells of a block into a grid, starting at `row` and `column`. An empty cell changes
 * nothing. Values that a column rejects, and cells right of the last column, are returned as
 * unread. A mended code is reported, because the person may have meant another code.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  row: number,
  column: string,
  columns: readonly string[],
  item: ObjectShape,
): PastedBlock {
  const first = columns.indexOf(column)
  const placed: PastedBlock = { cells: [], unread: [], mended: [], rows: row + block.length }
  block.forEach((texts, down) => {
    texts.forEach((text, right) => {
      const name = columns[first + right]
      const shape = name === undefined ? undefined : item.members[name]
      const place = { row: row + down, column: shape && name }
      if (text.trim() === '') return
      const read =
        shape && !cellFault(text.trim()) ? cellText(text.trim(), shape, name!) : undefined
      if (read === undefined) placed.unread.push({ ...place, text: text.trim() })
      else {
        placed.cells.push({ row: row + down, column: name!, text: read })
        const isMended =
          shape?.kind === 'choice' ? read === `0${text.trim()}` : shape?.kind === 'text'
        if (isMended && read !== text.trim())
          placed.mended.push({ row: row + down, column: name!, text: text.trim(), as: read })
      }
    })
  })
  return placed
}

/** The control text of a spreadsheet cell; undefined if it would be a guess. */
function cellText(text: string, shape: FieldShape, name: string): string | undefined {
  if (shape.kind === 'cents') return centsText(text, shape)
  // A two-digit year would be a guess.
  if (shape.kind === 'date') return writtenDate(text)
  if (shape.kind === 'choice') return choiceIn(text, shape.values)
  if (shape.kind === 'list') return listText(text, shape)
  if (name === 'quantity') return quantityText(text)
  return /[\r\n]/.test(text) ? undefined : mendedCell(name.split('.').at(-1)!, text)
}

// Spreadsheets separate thousands with commas. A number with thousands never starts with 0: then
// the comma is a decimal comma.
function quantityText(text: string): string | undefined {
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : undefined
}

// Accountants write negative amounts in brackets.
function centsText(text: string, shape: FieldShape): string | undefined {
  const meaning = fromText(/^\(.*\)$/.test(text) ? `-${text.slice(1, -1)}` : text, shape)
  return meaning && toText(meaning.value, shape)
}

function listText(text: string, shape: FieldShape): string | undefined {
  const meaning = fromText(text.toUpperCase(), shape)
  return meaning && toText(meaning.value, shape)
}
