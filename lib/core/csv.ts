/** What a cell can hold; null and undefined are an empty cell. */
export type CsvCell = string | number | null | undefined

// A spreadsheet would run such a cell as a formula (CWE-1236); a leading apostrophe makes it text again.
const isFormula = /^\0*[=+\-@\t\r]/
// A negative number runs nothing, and as text it would drop out of every sum.
const isNegativeNumber = /^-\d+(?:\.\d+)?$/

/** What a CSV file begins with, so that spreadsheets read it as UTF-8. */
export const csvStart = '\uFEFF'

/**
 * One line of CSV (RFC 4180: CRLF, quotes doubled). Text that a spreadsheet would take for a formula is made text;
 * numbers stay numbers, also negative ones that come as text.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** A whole table as CSV text. */
export function toCsv(rows: Iterable<readonly CsvCell[]>): string {
  let text = csvStart
  for (const row of rows) text += csvLine(row)
  return text
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = (isFormula.test(cell) && !isNegativeNumber.test(cell) ? `'${cell}` : cell).replaceAll('\0', '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
