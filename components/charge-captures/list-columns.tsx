import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { visitLooks } from '#components/table/visit-looks.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { chargeCaptureColumns } from '#lib/lists/columns/charge-captures.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { amountWords } from './checks/check-words.ts'

/** The name of a capture for a person: its external id, else its own. */
export function nameOfCapture(row: ChargeCaptureRow): string {
  return row.external_id ?? middleTruncate(row.id, 13)
}

// A capture that is not judged any more, because it is past billing, has nothing here.
function checkWords({ checks }: ChargeCaptureRow): string | undefined {
  if (!checks) return undefined
  const { errors, warnings } = checks
  return errors + warnings === 0 ? 'No problems' : amountWords(errors, warnings)
}

function checkTone({ checks }: ChargeCaptureRow): string {
  if (checks?.errors) return 'text-red'
  return checks?.warnings ? 'text-amber' : 'text-ink-2'
}

const looks: Looks<typeof chargeCaptureColumns, ChargeCaptureRow> = {
  ...visitLooks,
  status: {
    width: { least: 104, most: 140, beside: 24 },
    render: (row) => row.status && <ChargeCaptureStatus status={row.status} />,
  },
  external_id: {
    width: { least: 92, most: 170 },
    className: 'font-mono text-xs',
    text: nameOfCapture,
  },
  message: { width: { least: 104, most: 520 }, className: '', isCause: true },
  checks: {
    width: { least: 90, most: 170 },
    className: '',
    text: checkWords,
    render: (row) => <span className={checkTone(row)}>{checkWords(row)}</span>,
    title: (row) => row.checks?.words,
  },
}

/** The columns of the charge captures list. */
export const chargeCaptureTable = columnsOf(chargeCaptureColumns, looks)
