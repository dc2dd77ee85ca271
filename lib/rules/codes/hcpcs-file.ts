import type { LocalDate } from '#lib/core/local-date.ts'
import { writtenDate } from '#lib/core/typed-date.ts'
import { cellsOf, dateOfDigits, quarterEnd } from './list-cells.ts'
import { unlistedMark, type ListFile, type ListReader, type ListRow } from './list-kinds.ts'
import { saysUnlisted } from './procedure-kinds.ts'

// Source: CMS, "HCPCS Quarterly Update", Alpha-Numeric HCPCS file, and its record layout: 1-5 code,
// 6-10 sequence number, 11 record id (3 first line of a procedure, 4 its next lines, 7 and 8 those
// of a modifier), 269-276 date added, 277-284 date of the action, 285-292 termination date, the last
// date on which the code may be used. 12-91 and 92-119 are the long and the short description; the next
// lines go on with the long one. The spreadsheet saved as CSV has the same with a heading.

const months = ['jan', 'apr', 'jul', 'oct']

/**
 * Reads the name of such a file: `HCPC2026_OCT_ANWEB.txt`, with any words at its end. Undefined for
 * any other name.
 */
export function hcpcsFileOf(name: string): ListFile | undefined {
  const match = /^hcpc(\d{4})_(jan|apr|jul|oct)_anweb[-_a-z\d]*\.(txt|csv)$/i.exec(name)
  if (!match) return undefined
  const [year, month, ending] = [Number(match[1]), match[2]!.toLowerCase(), match[3]!.toLowerCase()]
  const quarter = months.indexOf(month) + 1
  return {
    kind: 'hcpcs',
    name: `hcpc${year}_${month}_anweb.${ending}`,
    of: `Quarter ${quarter} of ${year}`,
    version: `${year}-${quarter}`,
    days: { from: `${year}-01-01`, to: quarterEnd(year, quarter) },
  }
}

const isCode = (text: string) => /^[A-V]\d{4}$/.test(text)

/** Reads the codes of such a file with the days from which and until which each may be used. */
export function hcpcsReader({ name }: ListFile): ListReader {
  return name.endsWith('.csv') ? tableReader() : columnReader()
}

function columnReader(): ListReader {
  let last: { row: ListRow; words: string } | undefined
  return {
    read(line) {
      const record = line.slice(10, 11)
      if (!/^[A-Z\d ]{5}\d{5}[3478]/.test(line))
        return { message: 'Columns 1 to 11 have no code, sequence number and record ID.' }
      // The next line may go on: the end of this text is not the end of the description.
      const long = `${line.slice(11, 91)}…`
      if (record === '4' && last && last.row.code === line.slice(0, 5)) {
        last.words = last.words.slice(0, -1) + long
        // The code is read already; this entry adds its mark.
        if (last.row.mark !== '' || !saysUnlisted(last.words)) return undefined
        last.row = { ...last.row, mark: unlistedMark }
        return { row: last.row }
      }
      last = undefined
      if (record !== '3') return undefined
      const descriptions = [long, line.slice(91, 119)]
      const found = rowOf(
        line.slice(0, 5),
        line.slice(268, 276),
        line.slice(284, 292),
        descriptions,
        {
          code: 'Columns 1 to 5 have',
          added: 'Columns 269 to 276 have',
          ended: 'Columns 285 to 292 have',
        },
      )
      if ('row' in found) last = { row: found.row, words: long }
      return found
    },
    unfinished: () => undefined,
  }
}

const headings = {
  code: ['HCPC', 'HCPCS', 'CODE'],
  added: ['ADD DT', 'ADD DATE', 'ADD_DT'],
  ended: ['TERM DT', 'TERM DATE', 'TERMINATION DT', 'TERMINATION DATE', 'TERM_DT'],
  record: ['RECID', 'RECORD ID', 'REC ID'],
  long: ['LONG DESCRIPTION', 'LONG DESC', 'LONG_DESCRIPTION'],
  short: ['SHORT DESCRIPTION', 'SHORT DESC', 'SHORT_DESCRIPTION'],
}

function tableReader(): ListReader {
  let places: { [column in keyof typeof headings]: number } | undefined
  return {
    read(line) {
      const cells = cellsOf(line, ',')
      if (!places) {
        const found = placesIn(cells)
        // A notice may come before the heading.
        if (found.code !== -1 && found.added !== -1 && found.ended !== -1) places = found
        return undefined
      }
      const { code, added, ended, record, long, short } = places
      if (record !== -1 && cells[record] !== '3') return undefined
      const descriptions = [cells[long] ?? '', cells[short] ?? '']
      return rowOf(cells[code] ?? '', cells[added] ?? '', cells[ended] ?? '', descriptions, {
        code: 'HCPC has',
        added: 'ADD DT has',
        ended: 'TERM DT has',
      })
    },
    unfinished: () =>
      places ? undefined : 'There is no heading with the columns HCPC, ADD DT and TERM DT.',
  }
}

function placesIn(cells: readonly string[]) {
  const names = cells.map((cell) =>
    cell.replace('\ufeff', '').toUpperCase().replaceAll(/\s+/g, ' '),
  )
  const place = (wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  return {
    code: place(headings.code),
    added: place(headings.added),
    ended: place(headings.ended),
    record: place(headings.record),
    long: place(headings.long),
    short: place(headings.short),
  }
}

function rowOf(
  code: string,
  added: string,
  ended: string,
  descriptions: readonly string[],
  says: { code: string; added: string; ended: string },
): { row: ListRow } | { message: string } {
  if (!isCode(code)) return { message: `${says.code} “${code}”, which is no level II code.` }
  const first_day = dayOf(added)
  if (!first_day) return { message: `${says.added} “${added}”, which is no date.` }
  const last_day = ended.trim() === '' ? null : dayOf(ended)
  if (last_day === undefined) return { message: `${says.ended} “${ended}”, which is no date.` }
  const mark = descriptions.some(saysUnlisted) ? unlistedMark : ''
  return { row: { code, other: '', first_day, last_day, mark } }
}

// A spreadsheet writes its dates as 10/1/2026.
function dayOf(text: string): LocalDate | undefined {
  return dateOfDigits(text.trim()) ?? writtenDate(text.trim())
}
