import { toCsv } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import type { BulkRow } from '#lib/actions/replies.ts'
import { stateOf } from './bulk-columns.tsx'

/** A preview or its results as a CSV file, one line for each change. */
export function previewCsv(rows: readonly BulkRow[]): string {
  const head = [
    'charge_external_id',
    'charge_capture_id',
    'patient',
    'charges',
    'field',
    'before',
    'after',
    'after_the_change',
    'state',
  ]
  return toCsv([
    head,
    ...rows.flatMap((row) => {
      const { external_id, id, patient, cents, changes, verdict, result } = row
      const about = [external_id, id, patient, cents === undefined ? null : dollarsText(cents)]
      const end = [result?.words ?? verdict, stateOf(row)[0]]
      const lines = changes.length === 0 ? [{ label: '', before: '', after: '' }] : changes
      return lines.map(({ label, before, after }) => [...about, label, before, after, ...end])
    }),
  ])
}
