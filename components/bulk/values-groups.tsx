import { formatCents } from '#lib/core/money.ts'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import type { RowOffers } from '#lib/rules/bulk/row-offers.ts'
import type { ShownRow, ValueGroup } from './values-table.tsx'

/** How many captures rows have. */
export function capturesOf(rows: readonly ShownRow[]): number {
  return rows.reduce((sum, { row }) => sum + row.captures.length, 0)
}

/**
 * The rows in groups: those that need a person come first. Typing moves no row from one group to the
 * other.
 */
export function groupsOf(
  rows: readonly ValueRow[],
  offers: RowOffers,
  shownOf: (row: ValueRow) => ShownRow,
): ValueGroup[] {
  const [has, needs] = [true, false].map((is) =>
    rows.filter(({ id }) => (offers[id]?.sure !== undefined) === is).map(shownOf),
  ) as [ShownRow[], ShownRow[]] // one for each of the two
  if (has.length === 0) return [{ rows: needs, needs: false }]
  return [
    {
      needs: true,
      rows: needs,
      heading: (
        <>
          <span className="font-medium text-amber">
            {capturesOf(needs).toLocaleString('en-US')} {capturesOf(needs) === 1 ? 'needs' : 'need'}{' '}
            you
          </span>{' '}
          · {formatCents(centsOf(needs))} · skipped if you leave them empty
        </>
      ),
    },
    {
      needs: false,
      rows: has,
      heading: (
        <>
          <span className="font-medium text-ink">
            {capturesOf(has).toLocaleString('en-US')} {capturesOf(has) === 1 ? 'has' : 'have'} a
            proposal
          </span>{' '}
          · {formatCents(centsOf(has))}
        </>
      ),
    },
  ].filter((group) => group.rows.length > 0)
}

function centsOf(rows: readonly ShownRow[]): number {
  return rows.reduce((sum, { row }) => sum + row.cents, 0)
}
