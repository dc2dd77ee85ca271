import Papa from 'papaparse'
import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'
import { plainTable, tableFault } from '#lib/core/table-text.ts'
import { looksLikeId, looksListed } from './listed-value.ts'

/** A list as read: its values in order without blanks, and the line number of each (from 1). */
export type ReadList = {
  values: string[]
  lines: number[]
  columns: ListColumn[]
  column: number | undefined
}

/** A usable column: its name, or its number without one, and its content. */
export type ListColumn = { place: number; name: string; holds: 'ids' | 'NPIs'; count: number }

/** Why the whole list is rejected; nothing of it may be sent. */
export type ListRefusal = { refused: string }

/** The maximum length of a list in characters; 100,000 ids with names are about half of it. */
export const maxListLength = 20_000_000

// A pasted list of values need not be a table. It may contain a heading and a few mistakes.
const mostlyListed = 0.9
const maxTried = 1_000
const separators = /[\s,;|]+/
// A column contains providers if at least this share of it looks like ids or NPIs.
const enough = 0.5

/**
 * Reads pasted text or a CSV file: values separated by spaces, commas, semicolons or line ends, or
 * a table with a column of provider ids or NPIs. `column` chooses among several such columns. Text
 * without values, or with more than one change may hold, is rejected as a whole.
 */
export function readList(text: string, column?: number): ReadList | ListRefusal {
  if (text.length > maxListLength)
    return {
      refused: `This is too large: ${megabytes(text.length)} MB. A list of ${formatCount(maxProvidersPerRequest)} IDs needs less than 5.`,
    }
  const fault = tableFault(text)
  if (fault) return { refused: fault }
  if (text.trim() === '') return { refused: 'The list is empty.' }
  const plain = plainTable(text)
  const read =
    column === undefined ? (readFlat(plain) ?? readTable(plain)) : readTable(plain, column)
  if ('refused' in read) return read
  const distinct = new Set(read.values).size
  if (distinct > maxProvidersPerRequest)
    return {
      refused: `The list has ${formatCount(distinct)} values; one change takes at most ${formatCount(maxProvidersPerRequest)}. Split it.`,
    }
  return read
}

function readFlat(text: string): ReadList | undefined {
  const values: string[] = []
  const lines: number[] = []
  let listed = 0
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    let [ids, npis] = [0, 0]
    for (const value of separators.test(line) ? line.split(separators) : [line]) {
      // Leading text that is no value is the heading.
      if (value === '' || (values.length === 0 && isHeading(value))) continue
      values.push(value)
      lines.push(index + 1)
      if (looksLikeId(value)) ids += 1
      else if (looksListed(value)) npis += 1
    }
    // Ids and NPIs side by side are two columns of a table.
    if (ids > 0 && npis > 0) return undefined
    listed += ids + npis
    // A long text that begins like this is no list of values, and need not be read to its end.
    if (values.length > maxTried && listed < values.length * enough) return undefined
  }
  return values.length > 0 && listed >= values.length * mostlyListed
    ? { values, lines, columns: [], column: undefined }
    : undefined
}

function readTable(text: string, wanted?: number): ReadList | ListRefusal {
  // Empty lines at the start would hide the mark between the columns.
  const [start = ''] = /^[\r\n]*/.exec(text) ?? []
  const before = start.split(/\r\n|\n|\r/).length
  const { data } = Papa.parse<string[]>(text.slice(start.length), {
    skipEmptyLines: false,
    delimitersToGuess: [',', ';', '\t', '|'],
  })
  const width = data.reduce((most, row) => Math.max(most, row.length), 0)
  const heading = data.find((row) => row.some((cell) => cell.trim() !== ''))
  const hasHeading = heading !== undefined && !heading.some(looksListed) && heading.some(isHeading)
  const columns = columnsOf(data, Math.min(width, 500), hasHeading ? heading : undefined)
  const best =
    wanted === undefined
      ? columns.toSorted((a, b) => b.merit - a.merit)[0]
      : columns.find(({ place }) => place === wanted)
  if (!best) return { refused: noColumn(width, hasHeading ? heading : undefined) }
  const values: string[] = []
  const lines: number[] = []
  for (const [index, row] of data.entries()) {
    const value = row[best.place]?.trim() ?? ''
    if (value === '' || (hasHeading && row === heading)) continue
    values.push(value)
    lines.push(index + before)
  }
  return {
    values,
    lines,
    columns: columns.map(({ place, name, holds, count }) => ({ place, name, holds, count })),
    column: best.place,
  }
}

type Candidate = ListColumn & { merit: number }

function columnsOf(
  rows: readonly string[][],
  width: number,
  heading: string[] | undefined,
): Candidate[] {
  return Array.from({ length: width }, (_, place): Candidate | undefined => {
    let [filled, ids, npis] = [0, 0, 0]
    for (const row of rows) {
      const cell = row[place]
      if (cell === undefined || row === heading || cell.trim() === '') continue
      filled += 1
      if (looksLikeId(cell)) ids += 1
      else if (looksListed(cell)) npis += 1
    }
    const count = Math.max(ids, npis)
    if (count === 0 || ids + npis < filled * enough) return undefined
    const name = heading?.[place]?.trim() ?? ''
    const holds = ids >= npis ? 'ids' : 'NPIs'
    // A column of ids may contain payers or contracts, unless its name says providers. NPIs need no
    // name.
    const isNamed =
      holds === 'ids' ? /provider/i.test(name) || /^id$/i.test(name) : /npi/i.test(name)
    return {
      place,
      name: name || `Column ${place + 1}`,
      holds,
      count,
      merit:
        (isNamed ? 2 : 0) +
        (holds === 'ids' && (isNamed || name === '') ? 1 : 0) +
        count / (rows.length + 1),
    }
  }).filter((candidate) => candidate !== undefined)
}

function noColumn(width: number, heading: string[] | undefined): string {
  const names = heading
    ?.map((name) => name.trim())
    .filter(Boolean)
    .slice(0, 8)
    .join(', ')
  if (width <= 1) return 'No provider IDs or NPIs in this list.'
  return `None of the ${width} columns has provider IDs or NPIs${names ? ` (${names})` : ''}.`
}

// True for a word, false for a mistyped value.
function isHeading(text: string): boolean {
  return /^["\s]*[a-z][a-z _.#-]*"?$/i.test(text.trim())
}

function megabytes(length: number): number {
  return Math.round(length / 1_000_000)
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
