import Papa from 'papaparse'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import type { Json } from '#lib/core/json.ts'
import { isLeaf, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { readValue, shapeOfPath } from './bulk-change.ts'

/** A file of values as read: the value of each charge external id, and the line (from 1) that it stands on. */
export type ValueFile = { values: Map<string, Json>; lines: Map<string, number> }

/** Why a whole file is refused: nothing of it may be sent. `line` is 0 where no line is at fault. */
export type FileProblem = { line: number; message: string }

/** The most characters of a file; 10,000 ids with long values are a tenth of it. */
export const maxValueFile = 5_000_000
/** The most captures of one bulk change. */
export const maxBulkCaptures = 10_000

const key = 'charge_external_id'
const mostProblems = 50

/**
 * Reads a CSV file with the columns `charge_external_id` and one field, whose heading is the field's wire path or label.
 * A wrong or missing column, a repeated id, an empty cell or a value that the field does not take refuses the whole file,
 * each with its line.
 */
export function readValueFile(text: string, path: string, shape: ObjectShape): ValueFile | { problems: FileProblem[] } {
  const field = shapeOfPath(shape, path)
  if (!field || !isLeaf(field)) return refused('Choose a field.')
  if (text.length > maxValueFile) return refused('This file is too large. Split it.')
  if (text.startsWith('PK\u0003\u0004')) return refused('This is a spreadsheet, not a CSV file. Save it as CSV first.')
  const rows = rowsOf(text.replace(/^\ufeff/, ''))
  const [heading, ...rest] = rows
  if (!heading) return refused('The file is empty.')
  const names = heading.cells.map((name) => name.trim())
  const wrong = headingProblem(names, path)
  if (wrong) return { problems: [{ line: heading.line, message: wrong }] }
  return readRows(rest, { width: names.length, id: names.indexOf(key), path, field })
}

type Columns = { width: number; id: number; path: string; field: FieldShape }

function readRows(rows: Row[], { width, id, path, field }: Columns): ValueFile | { problems: FileProblem[] } {
  const file: ValueFile = { values: new Map(), lines: new Map() }
  const problems: FileProblem[] = []
  for (const { line, cells } of rows) {
    const [external = '', text = ''] = [cells[id]?.trim(), cells[1 - id]?.trim()]
    const known = file.lines.get(external)
    const value = readValue(text, field, path)
    if (cells.length !== width) problems.push({ line, message: `Has ${cells.length} columns instead of ${width}.` })
    else if (external === '') problems.push({ line, message: `Has no ${key}.` })
    else if (known !== undefined) problems.push({ line, message: `Repeats ${external} of line ${known}.` })
    else if ('problem' in value) problems.push({ line, message: `${external}: ${value.problem}` })
    else {
      file.values.set(external, value.value)
      file.lines.set(external, line)
    }
    if (problems.length >= mostProblems) break
  }
  if (problems.length > 0) return { problems }
  if (file.values.size === 0) return refused('The file has no values.')
  if (file.values.size > maxBulkCaptures)
    return refused(`The file has more than ${maxBulkCaptures.toLocaleString('en-US')} values. Split it.`)
  return file
}

/** The lines of a file whose ids none of the captures has. */
export function unknownIds({ lines }: Pick<ValueFile, 'lines'>, known: ReadonlySet<string>): FileProblem[] {
  const problems: FileProblem[] = []
  for (const [external, line] of lines)
    if (!known.has(external)) problems.push({ line, message: `None of the chosen captures has ${external}.` })
  return problems.slice(0, mostProblems)
}

function headingProblem(names: string[], path: string): string | undefined {
  if (!names.includes(key)) return `There is no column ${key}.`
  if (names.length !== 2) return `There are ${names.length} columns. Give ${key} and ${path} only.`
  const other = names[names[0] === key ? 1 : 0]!
  const accepted = [path, path.replace(/^data\./, ''), fieldLabel(path.split('.').at(-1)!)]
  return accepted.some((name) => name.toLowerCase() === other.toLowerCase())
    ? undefined
    : `The column is called “${other.slice(0, 60)}”, not ${path}.`
}

type Row = { line: number; cells: string[] }

// A quoted cell may hold line breaks, so rows and lines of the file are not the same.
function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let [line, at] = [1, 0]
  // Guessing takes ragged rows for another delimiter; a heading of wire names holds none but the right one.
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1)
  const delimiter = [',', ';', '\t', '|'].find((mark) => heading.includes(mark)) ?? ','
  Papa.parse<string[]>(text, {
    delimiter,
    step({ data, meta }) {
      if (data.some((cell) => cell.trim() !== '')) rows.push({ line, cells: data })
      line += text.slice(at, meta.cursor).split(/\r\n|\n|\r/).length - 1
      at = meta.cursor
    },
  })
  return rows
}

function refused(message: string): { problems: FileProblem[] } {
  return { problems: [{ line: 0, message }] }
}
