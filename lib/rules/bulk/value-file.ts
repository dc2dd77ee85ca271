import { codeOfWord } from '#lib/contract/codes/code-words.ts'
import { labelInSentence } from '#lib/contract/field-labels.ts'
import { csvDelimiter, csvRows, type CsvRow } from '#lib/core/csv-rows.ts'
import type { Json } from '#lib/core/json.ts'
import { writtenDate } from '#lib/core/local-date.ts'
import { isLeaf, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { readValue, shapeOfPath } from './bulk-change.ts'
import { headingProblem, isKeyName, keyLabel } from './value-columns.ts'

/**
 * A file of values as read: the value of each charge external id, and the line (from 1) that it
 * stands on.
 */
export type ValueFile = { values: Map<string, Json>; lines: Map<string, number> }

/**
 * Why a whole file is refused: nothing of it may be sent. `line` is 0 where no line is at fault.
 */
export type FileProblem = { line: number; message: string }

/** The most characters of a file; 10,000 ids with long values are a tenth of it. */
export const maxValueFile = 5_000_000
/** The most captures of one bulk change. */
export const maxBulkCaptures = 10_000

const mostProblems = 50

/**
 * Reads a CSV file with the columns of `columnNames`; their wire names are taken too. A value is
 * what its control takes, or the words in which pages show it. A wrong or missing column, a
 * repeated id, an empty cell or a value that the field does not take refuses the whole file, each
 * with its line.
 */
export function readValueFile(
  text: string,
  path: string,
  shape: ObjectShape,
): ValueFile | { problems: FileProblem[] } {
  const field = shapeOfPath(shape, path)
  if (!field || !isLeaf(field)) return refused('Choose a field.')
  if (text.length > maxValueFile) return refused('This file is too large. Split it.')
  if (text.startsWith('PK\u0003\u0004'))
    return refused('This is a spreadsheet, not a CSV file. Save it as CSV first.')
  const plain = text.replace(/^\ufeff/, '')
  const rows = csvRows(plain, csvDelimiter(plain, isKeyName))
  const [heading, ...rest] = rows
  if (!heading) return refused('The file is empty.')
  const names = heading.cells.map((name) => name.trim())
  const wrong = headingProblem(heading.cells, path)
  if (wrong) return { problems: [{ line: heading.line, message: wrong }] }
  return readRows(rest, { width: names.length, id: names.findIndex(isKeyName), path, field })
}

type Columns = { width: number; id: number; path: string; field: FieldShape }

function readRows(
  rows: CsvRow[],
  { width, id, path, field }: Columns,
): ValueFile | { problems: FileProblem[] } {
  const file: ValueFile = { values: new Map(), lines: new Map() }
  const problems: FileProblem[] = []
  for (const { line, cells } of rows) {
    const [external = '', text = ''] = [cells[id]?.trim(), cells[1 - id]?.trim()]
    const known = file.lines.get(external)
    const value = readValue(controlText(text, field, path), field, path)
    if (cells.length !== width)
      problems.push({ line, message: `Has ${cells.length} columns instead of ${width}.` })
    else if (external === '')
      problems.push({ line, message: `Has no ${labelInSentence(keyLabel)}.` })
    else if (known !== undefined)
      problems.push({ line, message: `Repeats ${external} of line ${known}.` })
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
    return refused(
      `The file has more than ${maxBulkCaptures.toLocaleString('en-US')} values. Split it.`,
    )
  return file
}

/** The lines of a file whose ids none of the captures has. */
export function unknownIds(
  { lines }: Pick<ValueFile, 'lines'>,
  known: ReadonlySet<string>,
): FileProblem[] {
  const problems: FileProblem[] = []
  for (const [external, line] of lines)
    if (!known.has(external))
      problems.push({ line, message: `None of the chosen captures has ${external}.` })
  return problems.slice(0, mostProblems)
}

// Words of a page as the field's control takes them.
function controlText(text: string, field: FieldShape, path: string): string {
  if (field.kind === 'date') return writtenDate(text) ?? text
  if (field.kind === 'boolean') return { yes: 'true', no: 'false' }[text.toLowerCase()] ?? text
  const name = path.split('.').at(-1)!
  const item = field.kind === 'list' ? field.item : field
  const codeOf = (words: string) =>
    codeOfWord(name, words, item.kind === 'choice' ? item.values : [])
  if (field.kind !== 'list') return codeOf(text) ?? text
  const parts = text.split(', ')
  return parts.some(codeOf) ? parts.map((part) => codeOf(part) ?? part).join(', ') : text
}

function refused(message: string): { problems: FileProblem[] } {
  return { problems: [{ line: 0, message }] }
}
