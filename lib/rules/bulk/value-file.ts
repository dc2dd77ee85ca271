import Papa from 'papaparse'
import { codeOfWord } from '#lib/contract/codes/code-words.ts'
import { labelInSentence } from '#lib/contract/field-labels.ts'
import { csvDelimiter, csvRows, type CsvRow } from '#lib/core/csv-rows.ts'
import { copiedId } from '#lib/core/copied-id.ts'
import type { Json } from '#lib/core/json.ts'
import { writtenDate } from '#lib/core/typed-date.ts'
import { cellFault, plainTable, tableFault } from '#lib/core/table-text.ts'
import { isLeaf, type FieldShape, type ObjectShape } from '#lib/rules/edit/field-shape.ts'
import { readValue, shapeOfPath } from './bulk-change.ts'
import {
  columnNames,
  findColumns,
  isKeyName,
  keyLabel,
  nowLabel,
  type ValueColumns,
} from './value-columns.ts'

/**
 * A file of values as read: the value of each charge external id, and the line (from 1) that it
 * stands on. `finds` has the value that a capture must still have, as the text of a control, where
 * the file says it. `empty` counts the lines of such a file that have no new value.
 */
export type ValueFile = {
  values: Map<string, Json>
  lines: Map<string, number>
  finds: Map<string, string>
  empty: number
}

/** Why a line, or a whole file, does not fit. `line` is 0 where no line is at fault. */
export type FileProblem = { line: number; message: string }

/** The most characters of a file; 10,000 ids with long values are a tenth of it. */
export const maxValueFile = 5_000_000
/** The most captures of one bulk change. */
export const maxBulkCaptures = 10_000
/** The most lines of a file that can be left out: some are told when it is read, some later. */
export const mostLeftOut = 100

const mostProblems = 50

/**
 * Reads a CSV file with the columns of `findColumns`. A value is what its control takes, or the
 * words in which pages show it. A wrong or missing column, a repeated id, an empty cell or a value
 * that the field does not take refuses the file, each with its line; `fit` counts the other lines.
 * Lines of `without` are not read: a person chose to leave them out.
 */
export function readValueFile(
  text: string,
  path: string,
  shape: ObjectShape,
  without: readonly number[] = [],
): ValueFile | { problems: FileProblem[]; fit: number } {
  const field = shapeOfPath(shape, path)
  if (!field || !isLeaf(field)) return refused('Choose a field.')
  if (text.length > maxValueFile) return refused('This file is too large. Split it.')
  const fault = tableFault(text)
  if (fault) return refused(fault)
  const plain = plainTable(text)
  const [heading, ...rest] = csvRows(plain, csvDelimiter(plain, isKeyName))
  if (!heading) return refused('The file is empty.')
  const columns = findColumns(heading.cells, path)
  if (typeof columns === 'string')
    return { problems: [{ line: heading.line, message: columns }], fit: 0 }
  const rows = rest.filter(({ line }) => !without.includes(line))
  return readRows(rows, { ...columns, width: heading.cells.length, path, field })
}

type Columns = ValueColumns & { width: number; path: string; field: FieldShape }

function readRows(
  rows: CsvRow[],
  { width, id, value: at, now, path, field }: Columns,
): ValueFile | { problems: FileProblem[]; fit: number } {
  const file: ValueFile = { values: new Map(), lines: new Map(), finds: new Map(), empty: 0 }
  const problems: FileProblem[] = []
  for (const { line, cells } of rows) {
    const [external = '', text = ''] = [cells[id] && copiedId(cells[id]), cells[at]?.trim()]
    const known = file.lines.get(external)
    if (cells.length !== width)
      problems.push({ line, message: `Has ${cells.length} columns instead of ${width}.` })
    else if (external === '')
      problems.push({ line, message: `Has no ${labelInSentence(keyLabel)}.` })
    else if (cellFault(external))
      problems.push({ line, message: `${external}: ${cellFault(external)}` })
    else if (known !== undefined)
      problems.push({ line, message: `Repeats ${external} of line ${known}.` })
    else if (text === '' && now !== undefined) file.empty += 1
    else {
      const value = readValue(controlText(text, field, path), field, path)
      if ('problem' in value) problems.push({ line, message: `${external}: ${value.problem}` })
      else {
        file.values.set(external, value.value)
        file.lines.set(external, line)
        if (now !== undefined)
          file.finds.set(external, controlText(cells[now]!.trim(), field, path))
      }
    }
    if (problems.length > mostProblems) break
  }
  if (problems.length > mostProblems)
    return {
      problems: [...problems.slice(0, mostProblems), { line: 0, message: tooMany }],
      fit: file.values.size,
    }
  if (problems.length > 0) return { problems, fit: file.values.size }
  if (file.values.size === 0) return refused('The file has no values.')
  if (file.values.size > maxBulkCaptures)
    return refused(
      `The file has more than ${maxBulkCaptures.toLocaleString('en-US')} values. Split it.`,
    )
  return file
}

const tooMany = `More than ${mostProblems} lines don’t fit. Correct the file first.`

/** The lines of a file whose ids none of the captures has. */
export function unknownIds(
  { lines }: Pick<ValueFile, 'lines'>,
  known: ReadonlySet<string>,
): FileProblem[] {
  const problems: FileProblem[] = []
  for (const [external, line] of lines)
    if (!known.has(external))
      problems.push({ line, message: `None of the chosen captures has ${external}.` })
  return problems.length > mostProblems
    ? [...problems.slice(0, mostProblems), { line: 0, message: tooMany }]
    : problems
}

/**
 * A file that gives captures new values while they have the value that a person saw: what a table
 * of values sends. Texts are those of controls.
 */
export function valueFileOf(
  path: string,
  lines: Iterable<{ external: string; now: string; text: string }>,
): string {
  const [id, value] = columnNames(path)
  return Papa.unparse([
    [id, nowLabel, value],
    ...[...lines].map(({ external, now, text }) => [external, now, text]),
  ])
}

/** Words of a page as the field's control takes them: "Feb 28, 2026", "11 office", "yes". */
export function controlText(text: string, field: FieldShape, path: string): string {
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

function refused(message: string): { problems: FileProblem[]; fit: number } {
  return { problems: [{ line: 0, message }], fit: 0 }
}
