import {
  ageColumn,
  billingNpiColumn,
  chargesColumn,
  facilityColumn,
  idColumn,
  linesColumn,
  moneyColumn,
  optionalColumn,
  patientColumn,
  patientIdColumn,
  payerColumn,
  renderingColumn,
  serviceDateColumn,
  type ListColumn,
} from '#components/table/columns.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import type { EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { ownerWord } from './words.ts'

type Column = ListColumn<EncounterRow>

/** The name of an encounter for a person: its external id, else its own. */
export function nameOfEncounter(row: EncounterRow): string {
  return middleTruncate(row.external_id ?? row.id, 12)
}

/** The columns of the encounters list. */
export const encounterColumns: readonly Column[] = [
  {
    id: 'status',
    header: 'Claim status',
    width: { least: 124, most: 170, beside: 24 },
    text: (row) =>
      row.status === undefined ? 'No claim' : humanize(row.status) + otherClaims(row),
    render: (row) =>
      row.status === undefined ? (
        <span className="text-ink-3">No claim</span>
      ) : (
        <>
          <ClaimStatus status={row.status} /> <span className="text-ink-3">{otherClaims(row)}</span>
        </>
      ),
    title: (row) =>
      row.claims === undefined || row.status === undefined
        ? row.status
        : `${row.status}, the first of ${row.claims} claims`,
  },
  {
    id: 'external_id',
    header: 'Encounter',
    width: { least: 104, most: 120 },
    isMain: true,
    className: 'font-mono text-xs',
    text: nameOfEncounter,
    title: (row) => row.external_id ?? row.id,
  },
  patientColumn,
  payerColumn,
  {
    id: 'denial',
    header: 'Denial',
    width: { least: 96, most: 360 },
    isCause: true,
    className: 'text-ink-2',
    text: (row) => row.denial,
  },
  serviceDateColumn,
  { ...ageColumn, isOptional: true },
  chargesColumn,
  moneyColumn('paid', 'Paid', (row) => row.paid),
  moneyColumn('insurance_balance', 'Ins. balance', (row) => row.insurance_balance),
  moneyColumn('patient_balance', 'Pat. balance', (row) => row.patient_balance),
  {
    id: 'owner',
    header: 'Next action',
    width: { least: 88, most: 110 },
    text: (row) => row.owner && ownerWord(row.owner),
    title: (row) => row.owner,
  },
  { ...moneyColumn<EncounterRow>('allowed', 'Allowed', (row) => row.allowed), isOptional: true },
  {
    ...moneyColumn<EncounterRow>(
      'patient_responsibility',
      'Patient share',
      (row) => row.patient_responsibility,
    ),
    isOptional: true,
  },
  linesColumn,
  { ...facilityColumn, isOptional: true },
  renderingColumn,
  billingNpiColumn,
  patientIdColumn,
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
  optionalColumn('work_queue_id', 'Work queue ID', (row) => row.work_queue_id),
  optionalColumn('tags', 'Tags', (row) => row.tags),
  idColumn('control_number', 'Control number', (row) => row.control_number),
  idColumn('claim_creation_id', 'Claim creation ID', (row) => row.claim_creation_id),
  idColumn('id', 'Encounter ID', (row) => row.id),
]

function otherClaims({ claims }: EncounterRow): string {
  return claims === undefined ? '' : `+${claims - 1}`
}
