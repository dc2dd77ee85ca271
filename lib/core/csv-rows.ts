import Papa from 'papaparse'

/** A row of a CSV file, and the line (from 1) on which it begins. */
export type CsvRow = { line: number; cells: string[] }

/**
 * The rows of a CSV file that have any text. A quoted cell may hold line breaks, so rows and lines
 * of the file are not the same.
 */
export function csvRows(text: string, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = []
  let [line, at] = [1, 0]
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

/**
 * The mark that parts the columns of a heading: the one by which a cell is a name that `isName`
 * knows. Guessing by the rows takes ragged ones for another mark.
 */
export function csvDelimiter(text: string, isName: (cell: string) => boolean): string {
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1)
  const marks = [',', ';', '\t', '|']
  const cellsBy = (delimiter: string) => Papa.parse<string[]>(heading, { delimiter }).data[0] ?? []
  const isParted = (mark: string) =>
    cellsBy(mark).length > 1 && cellsBy(mark).some((cell) => isName(cell.trim()))
  return marks.find(isParted) ?? marks.find((mark) => heading.includes(mark)) ?? ','
}
