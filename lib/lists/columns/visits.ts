import type { Columns } from '#lib/lists/columns.ts'
import type { VisitRow } from '#lib/lists/rows/rows.ts'

/** Columns of a visit, which several lists show alike. */
export const visitColumns = {
  field: {
    header: 'Field',
    value: (row) => row.field_label ?? row.field,
    text: (row) => row.field_label,
  },
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
  payer: { header: 'Payer', value: (row) => row.payer },
  facility: { header: 'Facility', value: (row) => row.facility },
  // A date that belongs to one person is health information.
  date_of_service: {
    header: 'Service date',
    kind: 'date',
    value: (row) => row.date_of_service,
    isPhi: true,
  },
  age: { header: 'Age' },
  charges: { header: 'Charges', kind: 'cents', value: (row) => row.charges },
  lines: { header: 'Lines', kind: 'count', value: (row) => row.lines, isOptional: true },
  rendering: { header: 'Rendering provider', value: (row) => row.rendering, isOptional: true },
  billing_npi: {
    header: 'Billing NPI',
    kind: 'code',
    value: (row) => row.billing_npi,
    isOptional: true,
  },
  category: { header: 'Category', value: (row) => row.category, isOptional: true },
} as const satisfies Columns<VisitRow>
