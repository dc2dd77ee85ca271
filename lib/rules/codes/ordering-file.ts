import { isLocalDate, withWrittenDates, type LocalDate } from '#lib/core/local-date.ts'
import { cellsOf } from './list-cells.ts'
import type { ListFile, ListReader } from './list-kinds.ts'
import { isNpi } from './npi.ts'

// Source: CMS, data.cms.gov, "Order and Referring": a CSV file with NPI, LAST_NAME, FIRST_NAME and a
// column of Y or N for each kind of order. Names are not kept: a look-up needs none.

/** The kinds of orders in the order of a row's mark: "YNNNN" is Part B alone. */
const columns = ['PARTB', 'DME', 'HHA', 'PMD', 'HOSPICE'] as const

/**
 * Reads the name of such a file: `OrderReferring_2026-07-17.csv`. Without a date the list is of the
 * day on which it was placed. Undefined for any other name.
 */
export function orderingFileOf(name: string, placedOn: LocalDate): ListFile | undefined {
  if (!/^order(?:ing)?[-_ ]?(?:and[-_ ]?)?referring[-_ \d]*\.csv$/i.test(name)) return undefined
  const [, year, month, date] = /(\d{4})[-_]?(\d{2})[-_]?(\d{2})/.exec(name) ?? []
  const written = `${year}-${month}-${date}`
  const isDated = isLocalDate(written)
  const day = isDated ? written : placedOn
  return {
    kind: 'ordering',
    name: isDated ? `orderreferring_${day}.csv` : 'orderreferring.csv',
    of: withWrittenDates(day),
    version: day,
    days: { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` },
  }
}

/** Reads the NPIs of such a file; the mark of an entry has Y or N for each kind of order. */
export function orderingReader(): ListReader {
  let places: number[] | undefined
  return {
    read(line) {
      const cells = cellsOf(line, ',')
      if (!places) {
        const names = cells.map((cell) => cell.replace('\ufeff', '').toUpperCase())
        if (names[0] !== 'NPI') return { message: 'The first column of the heading isn’t NPI.' }
        const missing = columns.slice(0, 4).find((column) => !names.includes(column))
        if (missing) return { message: `The heading has no column ${missing}.` }
        places = columns.map((column) => names.indexOf(column))
        return undefined
      }
      const npi = cells[0] ?? ''
      if (!isNpi(npi)) return { message: `NPI has “${npi}”, which is no NPI.` }
      // Lists from before 2024 have no column for hospices.
      const marks = places.map((place) => (place === -1 ? 'N' : (cells[place] ?? '').toUpperCase()))
      const wrong = marks.findIndex((mark) => mark !== 'Y' && mark !== 'N')
      if (wrong !== -1) return { message: `${columns[wrong]} has “${marks[wrong]}”, not Y or N.` }
      return {
        row: { code: npi, other: '', first_day: null, last_day: null, mark: marks.join('') },
      }
    },
    unfinished: () => (places ? undefined : 'The file has no heading.'),
  }
}
