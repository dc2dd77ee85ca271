import { amountWords } from './checks/check-words.ts'
import {
  ageColumn,
  billingNpiColumn,
  categoryColumn,
  chargesColumn,
  facilityColumn,
  fieldColumn,
  linesColumn,
  patientColumn,
  patientIdColumn,
  payerColumn,
  renderingColumn,
  serviceDateColumn,
} from '#components/table/common-columns.tsx'
import type { ListColumn } from '#components/table/list-column.ts'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ChargeCaptureStatus } from '#components/ui/record-status.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'

/** The name of a capture for a person: its external id, else its own. */
export function nameOfCapture(row: ChargeCaptureRow): string {
  return row.external_id ?? middleTruncate(row.id, 13)
}

/** The error on a capture, or what changed since it was billed. */
export function whatStopsCapture(row: ChargeCaptureRow): string | undefined {
  return row.message ?? (row.updates === undefined ? undefined : (row.update_message ?? 'Changed since billed'))
}

// A capture that is not judged any more, because it is past billing, has nothing here.
function checksOf({ checks }: ChargeCaptureRow) {
  if (!checks) return undefined
  const { errors, warnings } = checks
  if (errors + warnings === 0) return <span className="text-ink-2">No problems</span>
  return <span className={errors > 0 ? 'text-red' : 'text-amber'}>{amountWords(errors, warnings)}</span>
}

/** The columns of the charge captures list. */
export const chargeCaptureColumns: readonly ListColumn<ChargeCaptureRow>[] = [
  {
    id: 'status',
    header: 'Status',
    size: 120,
    render: (row) => row.status && <ChargeCaptureStatus status={row.status} />,
  },
  {
    id: 'external_id',
    header: 'Capture',
    size: 112,
    isMain: true,
    className: 'font-mono text-xs',
    render: nameOfCapture,
    title: nameOfCapture,
  },
  {
    id: 'message',
    header: 'Problem',
    size: 172,
    minSize: 120,
    grows: true,
    render: whatStopsCapture,
    title: whatStopsCapture,
  },
  fieldColumn,
  { id: 'checks', header: 'Checks', size: 130, isOptional: true, render: checksOf, title: (row) => row.checks?.words },
  patientColumn,
  payerColumn,
  facilityColumn,
  { ...serviceDateColumn, size: 112 },
  ageColumn,
  chargesColumn,
  linesColumn,
  patientIdColumn,
  renderingColumn,
  billingNpiColumn,
  categoryColumn,
  {
    id: 'system',
    header: 'Originating system',
    size: 130,
    isOptional: true,
    className: 'text-ink-2',
    render: (row) => row.system,
    title: (row) => row.system,
  },
  {
    id: 'billable_status',
    header: 'Billable',
    size: 100,
    isOptional: true,
    className: 'text-ink-2',
    render: (row) => row.billable_status && humanize(row.billable_status),
  },
  {
    id: 'responsible_party',
    header: 'Responsible party',
    size: 130,
    isOptional: true,
    className: 'text-ink-2',
    render: (row) => row.responsible_party && humanize(row.responsible_party),
  },
  {
    id: 'claim_creation_id',
    header: 'Claim creation id',
    size: 130,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => row.claim_creation_id && middleTruncate(row.claim_creation_id, 13),
    title: (row) => row.claim_creation_id,
  },
  {
    id: 'id',
    header: 'Charge capture id',
    size: 130,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => middleTruncate(row.id, 13),
    title: (row) => row.id,
  },
]
