/** The content of a cell; null and undefined are an empty cell. */
export type CsvCell = string | number | null | undefined

// A spreadsheet would run such a cell as a formula (CWE-1236); a leading apostrophe makes it text
// again. Wide forms of the four signs begin one too where a spreadsheet's language uses them.
const isFormula = /^\0*[=+\-@\t\r\n＝＋－＠]/
// A negative number is harmless, and as text it would be missing from every sum.
const isNegativeNumber = /^-\d+(?:\.\d+)?$/

/** A file's bytes, with headers that differ from those of a CSV file. */
export type ServedFile = { bytes: ReadableStream<Uint8Array>; headers: Record<string, string> }

/** The start of a CSV file, so spreadsheets read it as UTF-8. */
export const csvStart = '\uFEFF'

/**
 * One line of CSV (RFC 4180: CRLF, doubled quotes). A formula becomes text; numbers stay numbers,
 * also negative ones in text form.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`
}

/** The text of a cell that `csvLine` wrote, without the apostrophe before a formula. */
export function textOfCell(cell: string): string {
  return cell.startsWith("'") && isFormula.test(cell.slice(1)) ? cell.slice(1) : cell
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
  const safe = (
    isFormula.test(cell) && !isNegativeNumber.test(cell) ? `'${cell}` : cell
  ).replaceAll('\0', '')
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Lines or bytes as a file that is sent while they are made; the generator ends when nobody reads
 * any more.
 */
export function streamOf(
  lines: AsyncGenerator<string | Uint8Array, void>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
    },
    async cancel() {
      await lines.return()
    },
  })
}
