import { toCsv } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import type { BulkRow } from '#lib/actions/bulk/read.ts'
import { keyLabel } from '#lib/rules/bulk/value-columns.ts'
import { stateOf, verdictOf } from './bulk-columns.tsx'

/** A preview or its results as a CSV file, one line for each change. */
export function previewCsv(rows: readonly BulkRow[]): string {
  const head = [
    keyLabel,
    'Charge capture ID',
    'Patient',
    'Claim (USD)',
    'Charges (USD)',
    'Field',
    'Before',
    'After',
    'After the change',
    'State',
  ]
  return toCsv([
    head,
    ...rows.flatMap((row) => {
      const { external_id, id, patient, cents, charges, changes } = row
      const about = [external_id, id, patient, amountOf(cents), amountOf(charges)]
      const end = [verdictOf(row), stateOf(row)[0]]
      const lines = changes.length === 0 ? [{ label: '', before: '', after: '' }] : changes
      return lines.map(({ label, before, after }) => [...about, label, before, after, ...end])
    }),
  ])
}

function amountOf(cents: number | undefined): string | null {
  return cents === undefined ? null : dollarsText(cents)
}
