import {
  ageColumn,
  billingNpiColumn,
  chargesColumn,
  facilityColumn,
  linesColumn,
  patientColumn,
  patientIdColumn,
  payerColumn,
  renderingColumn,
  serviceDateColumn,
} from '#components/table/common-columns.tsx'
import type { ListColumn } from '#components/table/list-column.ts'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { Money } from '#components/ui/money.tsx'
import { ClaimStatus } from '#components/ui/record-status.tsx'
import type { EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import { ownerWord } from './words.ts'

type Column = ListColumn<EncounterRow>
type Amount = 'allowed' | 'paid' | 'patient_responsibility' | 'insurance_balance' | 'patient_balance'

/** The name of an encounter for a person: its external id, else its own. */
export function nameOfEncounter(row: EncounterRow): string {
  return middleTruncate(row.external_id ?? row.id, 12)
}

function amountColumn(id: Amount, header: string, size: number): Column {
  return { id, header, size, align: 'end', render: (row) => <Money cents={row[id]} /> }
}

function textColumn(
  id: keyof EncounterRow & string,
  header: string,
  size: number,
  show: (text: string) => string = (text) => text,
): Column {
  const textOf = (row: EncounterRow) => (row[id] === undefined ? undefined : show(String(row[id])))
  return { id, header, size, isOptional: true, className: 'text-ink-2', render: textOf, title: textOf }
}

function idColumn(id: keyof EncounterRow & string, header: string): Column {
  return {
    id,
    header,
    size: 130,
    isOptional: true,
    className: 'font-mono text-xs text-ink-2',
    render: (row) => row[id] && middleTruncate(String(row[id]), 13),
    title: (row) => (row[id] === undefined ? undefined : String(row[id])),
  }
}

/** The columns of the encounters list. */
export const encounterColumns: readonly Column[] = [
  {
    id: 'status',
    header: 'Claim status',
    size: 142,
    render: (row) =>
      row.status === undefined ? (
        <span className="text-ink-3">No claim</span>
      ) : (
        <>
          <ClaimStatus status={row.status} />
          {row.claims !== undefined && <span className="ml-1 text-ink-3">+{row.claims - 1}</span>}
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
    size: 106,
    isMain: true,
    className: 'font-mono text-xs',
    render: nameOfEncounter,
    title: (row) => row.external_id ?? row.id,
  },
  { ...patientColumn, size: 102 },
  { ...payerColumn, size: 102, minSize: 90, grows: true },
  { ...serviceDateColumn, size: 96 },
  { ...ageColumn, size: 52 },
  { ...chargesColumn, size: 92 },
  amountColumn('paid', 'Paid', 88),
  amountColumn('insurance_balance', 'Ins. balance', 92),
  amountColumn('patient_balance', 'Pat. balance', 92),
  {
    id: 'owner',
    header: 'Next action',
    size: 88,
    render: (row) => row.owner && ownerWord(row.owner),
    title: (row) => row.owner,
  },
  {
    id: 'denial',
    header: 'Denial',
    size: 96,
    className: 'text-ink-2',
    render: (row) => row.denial,
    title: (row) => row.denial,
  },
  { ...amountColumn('allowed', 'Allowed', 96), isOptional: true },
  { ...amountColumn('patient_responsibility', 'Patient share', 106), isOptional: true },
  linesColumn,
  { ...facilityColumn, isOptional: true },
  renderingColumn,
  billingNpiColumn,
  patientIdColumn,
  textColumn('billable_status', 'Billable', 100, humanize),
  textColumn('responsible_party', 'Responsible party', 130, humanize),
  textColumn('work_queue_id', 'Work queue id', 130),
  textColumn('tags', 'Tags', 130),
  idColumn('control_number', 'Control number'),
  idColumn('claim_creation_id', 'Claim creation id'),
  idColumn('id', 'Encounter id'),
]
