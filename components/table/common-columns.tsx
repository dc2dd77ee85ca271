import { Age } from '#components/ui/age.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import type { VisitRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './list-column.ts'

type Column = ListColumn<VisitRow>

// Columns of a visit that both lists show alike.

export const fieldColumn: Column = {
  id: 'field',
  header: 'Field',
  size: 132,
  className: 'text-left font-mono text-xs text-ink-2 [direction:rtl]',
  // Paths differ at their ends, so a long one is cut at its beginning: the cell runs right to left, the path does not.
  // Some errors begin the path with the name of the whole record, which tells nothing here.
  render: (row) => row.field && <bdi dir="ltr">{row.field.replace(/^(charge_capture_data|data)\./, '')}</bdi>,
  title: (row) => row.field,
}

export const patientColumn: Column = {
  id: 'patient',
  header: 'Patient',
  size: 108,
  render: (row) => row.patient ?? row.patient_id,
  title: (row) => [row.patient, row.patient_id].filter(Boolean).join(' · '),
}

export const patientIdColumn: Column = {
  id: 'patient_id',
  header: 'Patient id',
  size: 130,
  isOptional: true,
  className: 'font-mono text-xs',
  render: (row) => row.patient_id,
  title: (row) => row.patient_id,
}

export const payerColumn: Column = {
  id: 'payer',
  header: 'Payer',
  size: 106,
  render: (row) => row.payer,
  title: (row) => row.payer,
}

export const facilityColumn: Column = {
  id: 'facility',
  header: 'Facility',
  size: 126,
  className: 'text-ink-2',
  render: (row) => row.facility,
  title: (row) => row.facility,
}

export const renderingColumn: Column = {
  id: 'rendering',
  header: 'Rendering provider',
  size: 150,
  isOptional: true,
  className: 'text-ink-2',
  render: (row) => row.rendering,
  title: (row) => row.rendering,
}

export const billingNpiColumn: Column = {
  id: 'billing_npi',
  header: 'Billing NPI',
  size: 112,
  isOptional: true,
  className: 'font-mono text-xs text-ink-2',
  render: (row) => row.billing_npi,
}

export const categoryColumn: Column = {
  id: 'category',
  header: 'Category',
  size: 120,
  isOptional: true,
  className: 'text-ink-2',
  render: (row) => row.category,
  title: (row) => row.category,
}

export const serviceDateColumn: Column = {
  id: 'date_of_service',
  header: 'Service date',
  size: 94,
  className: 'text-ink-2',
  sort: 'date_of_service',
  render: (row) => <LocalDate date={row.date_of_service} weekday year={false} />,
}

export const ageColumn: Column = {
  id: 'age',
  header: 'Age',
  size: 62,
  align: 'end',
  className: 'text-ink-2',
  render: (row, { today }) => <Age since={row.date_of_service} today={today} />,
}

export const chargesColumn: Column = {
  id: 'charges',
  header: 'Charges',
  size: 96,
  align: 'end',
  render: (row) => <Money cents={row.charges} />,
}

export const linesColumn: Column = {
  id: 'lines',
  header: 'Lines',
  size: 62,
  align: 'end',
  isOptional: true,
  className: 'text-ink-2',
  render: (row) => row.lines,
}
