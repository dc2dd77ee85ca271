import { amountWords } from './checks/check-words.ts'
import {
  ageColumn,
  billingNpiColumn,
  categoryColumn,
  chargesColumn,
  facilityColumn,
  fieldColumn,
  idColumn,
  linesColumn,
  optionalColumn,
  patientColumn,
  patientIdColumn,
  payerColumn,
  renderingColumn,
  serviceDateColumn,
  type ListColumn,
} from '#components/table/columns.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import { captureProblem } from '#lib/lists/problem-words.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'

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

/** The columns of the charge captures list. */
export const chargeCaptureColumns: readonly ListColumn<ChargeCaptureRow>[] = [
  {
    id: 'status',
    header: 'Status',
    width: { least: 104, most: 140, beside: 24 },
    text: (row) => row.status && humanize(row.status),
    render: (row) => row.status && <ChargeCaptureStatus status={row.status} />,
  },
  {
    id: 'external_id',
    header: 'Capture',
    width: { least: 92, most: 170 },
    isMain: true,
    className: 'font-mono text-xs',
    text: nameOfCapture,
  },
  {
    id: 'message',
    header: 'Problem',
    width: { least: 104, most: 520 },
    isCause: true,
    text: captureProblem,
  },
  fieldColumn,
  {
    id: 'checks',
    header: 'Checks',
    width: { least: 90, most: 170 },
    isOptional: true,
    text: checkWords,
    render: (row) => <span className={checkTone(row)}>{checkWords(row)}</span>,
    title: (row) => row.checks?.words,
  },
  patientColumn,
  payerColumn,
  facilityColumn,
  serviceDateColumn,
  ageColumn,
  chargesColumn,
  linesColumn,
  patientIdColumn,
  renderingColumn,
  billingNpiColumn,
  categoryColumn,
  optionalColumn('system', 'Originating system', (row) => row.system),
  optionalColumn(
    'billable_status',
    'Billable',
    (row) => row.billable_status && humanize(row.billable_status),
  ),
  optionalColumn(
    'responsible_party',
    'Responsible party',
    (row) => row.responsible_party && humanize(row.responsible_party),
  ),
  idColumn('claim_creation_id', 'Claim creation ID', (row) => row.claim_creation_id),
  idColumn('id', 'Charge capture ID', (row) => row.id),
]
