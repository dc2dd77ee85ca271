import Papa from 'papaparse'
import { isLocalDate, type LocalDate } from '#lib/core/local-date.ts'

// What the published lists have in common: lines of cells and dates of eight digits.

/** The cells of one line, trimmed. A quoted cell may hold the mark, but no line break. */
export function cellsOf(line: string, mark: ',' | '\t'): string[] {
  // Nearly every line has no quotes; a parser for each of two million lines takes half a minute.
  const cells = line.includes('"')
    ? (Papa.parse<string[]>(line, { delimiter: mark }).data[0] ?? [])
    : line.split(mark)
  return cells.map((cell) => cell.trim())
}

/** The local date of eight digits ("20261001"); undefined for anything else. */
export function dateOfDigits(text: string): LocalDate | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const date = match && `${match[1]}-${match[2]}-${match[3]}`
  return date && isLocalDate(date) ? date : undefined
}

/** The last day of a quarter, from 1 to 4. */
export function quarterEnd(year: number, quarter: number): LocalDate {
  return `${year}-${['03-31', '06-30', '09-30', '12-31'][quarter - 1]}`
}
