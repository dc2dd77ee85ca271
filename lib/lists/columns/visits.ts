import type { Columns } from '#lib/lists/columns.ts'
import type { ChargeCaptureRow, VisitRow } from '#lib/lists/rows/rows.ts'

/** The members of a visit that a row of any list, also of the queue, has under the same name. */
export type Visit = Pick<
  VisitRow,
  | 'id'
  | 'unreadable'
  | 'field'
  | 'field_label'
  | 'patient'
  | 'patient_id'
  | 'payer'
  | 'facility'
  | 'rendering'
  | 'date_of_service'
>

/** The columns of these members that a table shows. */
export const partyColumns = {
  patient: {
    header: 'Patient',
    value: (row) => row.patient,
    text: (row) => row.patient ?? row.patient_id,
    isPhi: true,
  },
  patient_id: {
    header: 'Patient ID',
    kind: 'code',
    value: (row) => row.patient_id,
    isPhi: true,
    isOptional: true,
  },
  payer: {
    header: 'Payer',
    value: (row) => row.payer,
    filters: ['primary_payer_ids', 'primary_payer_names'],
  },
  facility: {
    header: 'Facility',
    value: (row) => row.facility,
    filters: ['service_facility_name'],
  },
  rendering: { header: 'Rendering provider', value: (row) => row.rendering, isOptional: true },
  // A date that belongs to one person is health information.
  date_of_service: {
    header: 'Service date',
    kind: 'date',
    value: (row) => row.date_of_service,
    isPhi: true,
  },
  age: { header: 'Age' },
} as const satisfies Columns<Visit>

/** The columns of a visit, which several lists show alike. */
export const visitColumns = {
  ...partyColumns,
  // A page says it together with the problem.
  field: { header: 'Field', value: (row) => row.field_label ?? row.field, screen: false },
  charges: { header: 'Charges', kind: 'cents', value: (row) => row.charges },
  lines: { header: 'Lines', kind: 'count', value: (row) => row.lines, isOptional: true },
  billing_npi: {
    header: 'Billing NPI',
    kind: 'code',
    value: (row) => row.billing_npi,
    isOptional: true,
  },
  category: { header: 'Category', value: (row) => row.category, isOptional: true },
} as const satisfies Columns<VisitRow>

type Billing = Pick<
  ChargeCaptureRow,
  'id' | 'unreadable' | 'billable_status' | 'responsible_party' | 'claim_creation_id'
>

/** The columns that charge captures and encounters have of their billing. */
export const billingColumns = {
  billable_status: {
    header: 'Billable',
    kind: 'words',
    value: (row) => row.billable_status,
    isOptional: true,
  },
  responsible_party: {
    header: 'Responsible party',
    kind: 'words',
    value: (row) => row.responsible_party,
    isOptional: true,
  },
  claim_creation_id: {
    header: 'Claim creation ID',
    kind: 'id',
    value: (row) => row.claim_creation_id,
    isOptional: true,
  },
} as const satisfies Columns<Billing>
