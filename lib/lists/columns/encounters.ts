import type { Columns } from '#lib/lists/columns.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import type { EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { billingColumns, visitColumns } from './visits.ts'

const { patient, payer, facility, date_of_service, age, charges, lines } = visitColumns
const { patient_id, rendering, billing_npi } = visitColumns
const { billable_status, responsible_party, claim_creation_id } = billingColumns

/** The columns of the encounters. */
export const encounterColumns = {
  status: {
    header: 'Claim status',
    value: (row) => (row.status ? humanize(row.status) : 'No claim'),
  },
  external_id: { header: 'Encounter', value: (row) => row.external_id, isMain: true },
  patient,
  payer,
  denial: { header: 'Denial', value: (row) => row.denial },
  date_of_service: { ...date_of_service, sort: 'date_of_service' },
  age: { ...age, isOptional: true },
  charges,
  paid: { header: 'Paid', kind: 'cents', value: (row) => row.paid },
  insurance_balance: {
    header: 'Ins. balance',
    kind: 'cents',
    value: (row) => row.insurance_balance,
  },
  patient_balance: { header: 'Pat. balance', kind: 'cents', value: (row) => row.patient_balance },
  owner: { header: 'Next action', kind: 'words', value: (row) => row.owner },
  allowed: { header: 'Allowed', kind: 'cents', value: (row) => row.allowed, isOptional: true },
  patient_responsibility: {
    header: 'Patient share',
    kind: 'cents',
    value: (row) => row.patient_responsibility,
    isOptional: true,
  },
  lines,
  facility: { ...facility, isOptional: true },
  rendering,
  billing_npi,
  patient_id,
  billable_status,
  responsible_party,
  work_queue_id: { header: 'Work queue ID', value: (row) => row.work_queue_id, isOptional: true },
  tags: { header: 'Tags', value: (row) => row.tags, isOptional: true },
  control_number: {
    header: 'Control number',
    kind: 'id',
    value: (row) => row.control_number,
    isOptional: true,
  },
  claim_creation_id,
  id: { header: 'Encounter ID', kind: 'id', isKey: true, value: (row) => row.id, isOptional: true },
} as const satisfies Columns<EncounterRow>
