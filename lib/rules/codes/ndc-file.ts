import { withWrittenDates, type LocalDate } from '#lib/core/local-date.ts'
import { normalizeNdc } from './codes.ts'
import { cellsOf, dateOfDigits } from './list-cells.ts'
import type { ListFile, ListReader } from './list-kinds.ts'

// Source: FDA, "NDC Product File Definitions": package.txt of the NDC directory, with a heading and
// columns between tabs.

const columns = ['NDCPACKAGECODE', 'STARTMARKETINGDATE', 'ENDMARKETINGDATE'] as const

/**
 * Reads the name of such a file: `package.txt`. It has no date, so the list is of the day on which
 * it was placed. Undefined for any other name; product.txt has no codes of packages.
 */
export function ndcFileOf(name: string, placedOn: LocalDate): ListFile | undefined {
  if (!/^(?:ndc[-_ ]?)?package\.txt$/i.test(name)) return undefined
  const year = placedOn.slice(0, 4)
  return {
    kind: 'ndc',
    name: 'package.txt',
    of: withWrittenDates(placedOn),
    version: placedOn,
    days: { from: `${year}-01-01`, to: `${year}-12-31` },
  }
}

/** Reads the packages of such a file: 11 digits, and the days between which each was marketed. */
export function ndcReader(): ListReader {
  let places: number[] | undefined
  return {
    read(line) {
      const cells = cellsOf(line, '\t')
      if (!places) {
        const names = cells.map((cell) => cell.replace('\ufeff', '').toUpperCase())
        const missing = columns.find((column) => !names.includes(column))
        if (missing) return { message: `The heading has no column ${missing}.` }
        places = columns.map((column) => names.indexOf(column))
        return undefined
      }
      const [written = '', start = '', end = ''] = places.map((place) => cells[place] ?? '')
      const code = normalizeNdc(written)
      if (!code)
        return { message: `NDCPACKAGECODE has “${written}”, which is no code of three parts.` }
      const first_day = start === '' ? null : dateOfDigits(start)
      if (first_day === undefined)
        return { message: `STARTMARKETINGDATE has “${start}”, which is no date.` }
      const last_day = end === '' ? null : dateOfDigits(end)
      if (last_day === undefined)
        return { message: `ENDMARKETINGDATE has “${end}”, which is no date.` }
      return { row: { code, other: '', first_day, last_day, mark: '' } }
    },
    unfinished: () => (places ? undefined : 'The file has no heading.'),
  }
}
