import { isLocalDate } from '#lib/core/local-date.ts'
import { fromText, toText } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape, ObjectShape } from '#lib/rules/edit/field-shape.ts'

/** One cell of a pasted block that a grid takes: the row counts from the grid's first, `text` is what its control shows. */
export type PastedCell = { row: number; column: string; text: string }

/** A cell that was not taken, as it was written; no column where the grid has none for it. */
export type UnreadCell = { row: number; column: string | undefined; text: string }

/** A code that was taken with the zero in front that its spreadsheet had dropped: `text` was written, `as` is the code. */
export type PaddedCell = { row: number; column: string; text: string; as: string }

/** What a pasted block means to a grid. `rows` is how many rows the grid must have for it. */
export type PastedBlock = { cells: PastedCell[]; unread: UnreadCell[]; padded: PaddedCell[]; rows: number }

/**
 * The cells of text that a spreadsheet put on the clipboard: tabs between cells, line ends between rows, a cell that
 * holds either written in double quotes. Spreadsheets end the last row as well; that end makes no row.
 */
export function readBlock(text: string): string[][] {
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
 * Where the cells of a block go, when its first one goes to `row` and `column` of a grid with these columns. An empty
 * cell changes nothing. What a column cannot hold, and what lies right of the last column, is handed back unread. A
 * code that got back its leading zero is told: a person may have meant another one.
 */
export function placeBlock(
  block: readonly (readonly string[])[],
  row: number,
  column: string,
  columns: readonly string[],
  item: ObjectShape,
): PastedBlock {
  const first = columns.indexOf(column)
  const placed: PastedBlock = { cells: [], unread: [], padded: [], rows: row + block.length }
  block.forEach((texts, down) => {
    texts.forEach((text, right) => {
      const name = columns[first + right]
      const shape = name === undefined ? undefined : item.members[name]
      const place = { row: row + down, column: shape && name }
      if (text.trim() === '') return
      const read = shape && cellText(text.trim(), shape, name!)
      if (read === undefined) placed.unread.push({ ...place, text: text.trim() })
      else {
        placed.cells.push({ row: row + down, column: name!, text: read })
        if (shape?.kind === 'choice' && read === `0${text.trim()}`)
          placed.padded.push({ row: row + down, column: name!, text: text.trim(), as: read })
      }
    })
  })
  return placed
}

/** What a control shows for a cell of a spreadsheet; undefined where that would be a guess. */
function cellText(text: string, shape: FieldShape, name: string): string | undefined {
  if (shape.kind === 'cents') return centsText(text, shape)
  if (shape.kind === 'date') return dateText(text)
  if (shape.kind === 'choice') return choiceText(text, shape.values)
  if (shape.kind === 'list') return listText(text, shape)
  if (name === 'quantity') return quantityText(text)
  return /[\r\n]/.test(text) ? undefined : text
}

// Spreadsheets part thousands by commas. No number with thousands begins with 0: that is a decimal of other countries.
function quantityText(text: string): string | undefined {
  return /^(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : undefined
}

// Accountants write negative amounts in brackets.
function centsText(text: string, shape: FieldShape): string | undefined {
  const meaning = fromText(/^\(.*\)$/.test(text) ? `-${text.slice(1, -1)}` : text, shape)
  return meaning && toText(meaning.value, shape)
}

// ISO, or month first with the year in full, as spreadsheets here write dates. Two digits of a year would be a guess.
function dateText(text: string): string | undefined {
  const parts = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text)
  const date = parts ? `${parts[3]}-${parts[1]!.padStart(2, '0')}-${parts[2]!.padStart(2, '0')}` : text
  return isLocalDate(date) ? date : undefined
}

// Spreadsheets take codes for numbers and drop the zero in front: 2 is place of service 02.
function choiceText(text: string, values: readonly string[]): string | undefined {
  return (
    values.find((value) => value === text || value.toLowerCase() === text.toLowerCase()) ??
    (/^\d$/.test(text) ? values.find((value) => value === `0${text}`) : undefined)
  )
}

function listText(text: string, shape: FieldShape): string | undefined {
  const meaning = fromText(text.toUpperCase(), shape)
  return meaning && toText(meaning.value, shape)
}
