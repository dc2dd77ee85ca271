/** What a cell can hold; null and undefined are an empty cell. */
export type CsvCell = string | number | null | undefined

// A spreadsheet would run such a cell as a formula (CWE-1236); a leading apostrophe makes it text again.
const isFormula = /^\0*[=+\-@\t\r]/

/**
 * A table as CSV text (RFC 4180: CRLF, quotes doubled), with a byte order mark so that spreadsheets read UTF-8.
 * Text that a spreadsheet would take for a formula is made text; numbers stay numbers.
 */
export function toCsv(rows: Iterable<readonly CsvCell[]>): string {
  let text = '\uFEFF'
  for (const row of rows) text += `${row.map(cellText).join(',')}\r\n`
  return text
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = (isFormula.test(cell) ? `'${cell}` : cell).replaceAll('\0', '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
