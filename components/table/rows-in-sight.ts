import type { BaseRow } from '#lib/lists/rows/rows.ts'

/** The rows of the page, and the first and last place that is in sight. */
export type Sight<Row extends BaseRow> = { rows: readonly Row[]; start: number; end: number }

/** The sight before any row was drawn. */
export function nothingInSight<Row extends BaseRow>(): Sight<Row> {
  return { rows: [], start: 0, end: -1 }
}

const perGroup = 50

/**
 * The rows in sight in groups of fifty that stay the same while the person scrolls, so that what is
 * asked about each group is asked once.
 */
export function groupsInSight<Row extends BaseRow>({ rows, start, end }: Sight<Row>): Row[][] {
  const last = Math.min(end, rows.length - 1)
  const groups: Row[][] = []
  for (let place = Math.floor(start / perGroup) * perGroup; place <= last; place += perGroup)
    groups.push(rows.slice(place, place + perGroup))
  return groups
}
