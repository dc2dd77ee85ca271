import { captureColumns, type FilterableData } from '#lib/sandbox/db/capture-columns.ts'

type Header = { external_id: string; patient_external_id: string }

/** The columns that the encounter list filters and sorts by, from an encounter's ids and data. */
export function encounterColumns(header: Header, data: FilterableData) {
  const columns = captureColumns(
    { patient_external_id: header.patient_external_id, charge_external_id: header.external_id },
    data,
    () => undefined,
  )
  return {
    ...header,
    date_of_service: columns.date_of_service,
    billing_provider_npi: columns.billing_provider_npi,
    primary_payer_name: columns.primary_payer_name,
    billable_status: columns.billable_status || 'BILLABLE',
    responsible_party: columns.responsible_party || 'INSURANCE_PAY',
    tags: columns.tags,
    search_text: columns.search_text,
  }
}
