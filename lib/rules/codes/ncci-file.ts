import { cellsOf, dateOfDigits, quarterEnd } from './list-cells.ts'
import type { ListFile, ListReader, ListRow } from './list-kinds.ts'

// Source: CMS, "Medicare NCCI Procedure to Procedure (PTP) Edits", practitioner files: a notice, a
// heading of several lines, then Column 1, Column 2, "*" if in existence prior to 1996, effective
// date, deletion date ("*" for none), modifier indicator and the rationale.

/**
 * Reads the name of a practitioner file, with or without words before it: `ccipra-v323r0-f1.txt`
 * is version 32.3, file 1. Version 30.0 is of the first quarter of 2024. Undefined for any other
 * name; the hospital's files (`ccioph`) are for other claims.
 */
export function ncciFileOf(name: string): ListFile | undefined {
  const match = /(?:^|[-_ ])ccipra-v(\d{2})([0-3])r(\d)-f(\d{1,2})\.(txt|csv)$/i.exec(name)
  if (!match) return undefined
  const [, edition, quarterFrom0, revision, part, ending] = match
  const year = 1994 + Number(edition)
  const quarter = Number(quarterFrom0) + 1
  return {
    kind: 'ncci',
    name: `ccipra-v${edition}${quarterFrom0}r${revision}-f${part}.${ending!.toLowerCase()}`,
    of: `Version ${edition}.${quarterFrom0}, quarter ${quarter} of ${year}`,
    version: `${edition}${quarterFrom0}r${revision}`,
    days: { from: `${year}-01-01`, to: quarterEnd(year, quarter) },
  }
}

const isCode = (text: string) => /^[A-Z\d]{4}[A-Z\d]$/.test(text)

/**
 * Reads the pairs of such a file. The mark of an entry is its modifier indicator: 0 or 1. Pairs
 * with indicator 9 and those deleted before the year of the file judge no claim and are dropped.
 */
export function ncciReader({ days }: ListFile): ListReader {
  let mark: ',' | '\t' | undefined
  let hasBegun = false
  return {
    read(line) {
      if (!mark) {
        if (/column 1.*column 2/i.test(line)) mark = line.includes('\t') ? '\t' : ','
        return undefined
      }
      const cells = cellsOf(line, mark)
      // The heading goes on over several lines.
      if (!hasBegun && !(isCode(cells[0] ?? '') && isCode(cells[1] ?? ''))) return undefined
      hasBegun = true
      const row = rowOf(cells)
      if ('message' in row) return row
      const isOver = row.last_day !== null && row.last_day < days.from
      return row.mark === '9' || isOver ? 'dropped' : { row }
    },
    unfinished: () =>
      mark
        ? undefined
        : 'There is no heading with “Column 1” and “Column 2”, as PTP edits have it.',
  }
}

function rowOf(cells: readonly string[]): ListRow | { message: string } {
  const [code = '', other = '', , effective = '', deletion = '', mark = ''] = cells
  if (!isCode(code)) return { message: `Column 1 has “${code}”, which is no code.` }
  if (!isCode(other)) return { message: `Column 2 has “${other}”, which is no code.` }
  const first_day = dateOfDigits(effective)
  if (!first_day)
    return { message: `The effective date “${effective}” isn’t a date such as 20261001.` }
  const last_day = deletion === '*' ? null : dateOfDigits(deletion)
  if (last_day === undefined)
    return { message: `The deletion date “${deletion}” isn’t * or a date such as 20261231.` }
  if (!/^[019]$/.test(mark)) return { message: `The modifier indicator “${mark}” isn’t 0, 1 or 9.` }
  return { code, other, first_day, last_day, mark }
}
