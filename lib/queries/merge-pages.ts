import type { BaseRow } from '#lib/lists/rows/rows.ts'

type RowsOf<Row> = { rows: Row[] }

/**
 * The rows of pages read one after the other. A row that moved between two reads is there once, in
 * its latest state.
 */
export function mergePages<Row extends BaseRow>(pages: readonly RowsOf<Row>[]): Row[] {
  return pages.length === 1 ? pages[0]!.rows : createMerger<Row>()(pages)
}

/** Merges growing lists of pages: pages that it merged before are not looked at again. */
export function createMerger<Row extends BaseRow>(): (pages: readonly RowsOf<Row>[]) => Row[] {
  let merged: readonly RowsOf<Row>[] = []
  let places = new Map<string, number>()
  let rows: Row[] = []
  return (pages) => {
    if (merged.some((page, index) => page !== pages[index])) {
      merged = []
      places = new Map()
      rows = []
    }
    const added = pages.slice(merged.length)
    merged = pages
    // A copy, so that components that show the rows see the change.
    if (added.length > 0) rows = [...rows]
    for (const row of added.flatMap((page) => page.rows)) {
      const place = row.id === '' ? undefined : places.get(row.id)
      if (place !== undefined) rows[place] = row
      else {
        if (row.id !== '') places.set(row.id, rows.length)
        rows.push(row)
      }
    }
    return rows
  }
}

/** One read of the partner: where it began and how many rows it asked for. */
export type Part = { position: string | null; limit: number }

/** The number of rows of a page's parts that are requested together. */
export function askedFor(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.limit, 0)
}

/**
 * How many rows the next read asks for: the rest of a page whose parts were full, else a whole
 * page, because the partner left rows out of what it read and a small rest would leave even fewer.
 */
export function nextLimit(rows: number, asked: number, limit: number): number {
  return rows === asked && rows < limit ? limit - rows : limit
}
