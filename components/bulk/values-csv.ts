import type { BulkValues } from '#lib/actions/bulk/values.ts'
import { toCsv } from '#lib/core/csv.ts'
import { columnNames, nowLabel } from '#lib/rules/bulk/value-columns.ts'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import { isOfProviders } from './value-entries.ts'

/**
 * The rows of a table of values as a CSV file to fill in and take back, one line for each capture:
 * its id, its payer, its value now, and the new value so far, mostly empty. Patients stand in it only
 * where each capture has a value of its own.
 */
export function valuesCsv(
  { path, by, rows }: Pick<BulkValues, 'path' | 'by' | 'rows'>,
  textOf: (row: ValueRow) => string,
): string {
  const [id, value] = columnNames(path)
  const isOwn = by === 'capture'
  const about = isOfProviders(by) ? 'Provider' : 'Payer'
  return toCsv([
    [id, ...(isOwn ? ['Patient'] : []), about, nowLabel, value],
    ...rows.flatMap((row) =>
      row.captures.map(({ external_id, payer }) => [
        external_id,
        ...(isOwn ? [row.patient] : []),
        isOfProviders(by) ? row.name : payer,
        row.now,
        textOf(row),
      ]),
    ),
  ])
}
