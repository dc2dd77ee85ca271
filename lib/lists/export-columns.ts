import type { CsvCell } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import { humanize } from './filter-value.ts'
import type { PartnerListOperation } from './list-spec.ts'
import type { ContractRow } from './rows/contract-rows.ts'
import type { EncounterRow } from './rows/encounter-rows.ts'
import type { BaseRow, ChargeCaptureRow, ClaimCreationRow, VisitRow } from './rows/rows.ts'
import type { SpanRow } from './rows/span-rows.ts'

/**
 * One column of a list's file. Its id is that of the column in the table, where the table has it. Dates are local dates
 * (YYYY-MM-DD), amounts dollars ("1234.50"), so that a spreadsheet can count with them.
 */
export type ExportColumn<Row extends BaseRow = BaseRow> = {
  id: string
  header: string
  /** Protected health information: left out unless a person chooses it. */
  isPhi?: true
  // A method, so that a list's columns fit where any row is written.
  value(row: Row): CsvCell
}

function text<Row extends BaseRow, Name extends string & keyof Row>(name: Name, header: string): ExportColumn<Row> {
  return { id: name, header, value: (row) => row[name] as CsvCell }
}

function words<Row extends BaseRow, Name extends string & keyof Row>(name: Name, header: string): ExportColumn<Row> {
  return { id: name, header, value: (row) => row[name] && humanize(String(row[name])) }
}

function dollars<Row extends BaseRow, Name extends string & keyof Row>(name: Name, header: string): ExportColumn<Row> {
  const value = (row: Row) => (typeof row[name] === 'number' ? dollarsText(row[name]) : undefined)
  return { id: name, header: `${header} (USD)`, value }
}

function phi<Row extends BaseRow>(column: ExportColumn<Row>): ExportColumn<Row> {
  return { ...column, isPhi: true }
}

const visit: ExportColumn<VisitRow>[] = [
  phi(text('patient', 'Patient')),
  phi(text('patient_id', 'Patient ID')),
  // A date that belongs to one person is health information, and the partner's message may quote a person.
  phi(text('date_of_service', 'Service date')),
  phi(text('message', 'Problem')),
  { id: 'field', header: 'Field', value: (row) => row.field_label ?? row.field },
  text('payer', 'Payer'),
  text('facility', 'Facility'),
  text('rendering', 'Rendering provider'),
  text('billing_npi', 'Billing NPI'),
  dollars('charges', 'Charges'),
  text('lines', 'Lines'),
  text('category', 'Category'),
]

const visitOfEncounter = visit.filter(({ id }) => !['message', 'field', 'category'].includes(id))

const contracts: ExportColumn<ContractRow>[] = [
  words('status', 'Status'),
  text('payer', 'Payer'),
  text('payer_id', 'Payer ID'),
  text('provider', 'Contracting provider'),
  text('provider_npi', 'Contracting NPI'),
  words('type', 'Type'),
  text('providers', 'Providers'),
  text('effective_date', 'Effective date'),
  text('expiration_date', 'End date'),
  text('regions', 'Regions'),
  text('insurance', 'Lines of business'),
  text('id', 'Contract ID'),
]

function spans(covered: string): ExportColumn<SpanRow>[] {
  return [
    text('covered', covered),
    text('covered_npi', 'NPI'),
    text('payer', 'Payer'),
    text('payer_id', 'Payer ID'),
    text('provider', 'Contracting provider'),
    text('provider_npi', 'Contracting NPI'),
    text('start_date', 'Effective date'),
    text('end_date', 'End date'),
    text('submitted_date', 'Submitted'),
    text('payer_loaded_date', 'Payer loaded'),
    words('status', 'Status'),
    { id: 'is_enabled', header: 'Switched off', value: (row) => (row.is_enabled === false ? 'Yes' : undefined) },
  ]
}

const captures: ExportColumn<ChargeCaptureRow>[] = [
  text('external_id', 'Capture'),
  words('status', 'Status'),
  ...visit,
  { id: 'updates', header: 'Changes since billed', value: (row) => row.updates },
  text('system', 'Originating system'),
  words('billable_status', 'Billable'),
  words('responsible_party', 'Responsible party'),
  text('claim_creation_id', 'Claim creation ID'),
  text('id', 'Charge capture ID'),
]

const claimCreations: ExportColumn<ClaimCreationRow>[] = [
  words('status', 'Status'),
  ...visit,
  { id: 'errors', header: 'Open errors', value: (row) => row.errors ?? 0 },
  text('encounter_id', 'Encounter ID'),
  text('id', 'Claim creation ID'),
]

const encounters: ExportColumn<EncounterRow>[] = [
  text('external_id', 'Encounter'),
  { id: 'status', header: 'Claim status', value: (row) => (row.status ? humanize(row.status) : 'No claim') },
  ...visitOfEncounter,
  text('denial', 'Denial'),
  dollars('allowed', 'Allowed'),
  dollars('paid', 'Paid'),
  dollars('insurance_balance', 'Ins. balance'),
  dollars('patient_balance', 'Pat. balance'),
  dollars('patient_responsibility', 'Patient share'),
  words('owner', 'Next action'),
  words('billable_status', 'Billable'),
  words('responsible_party', 'Responsible party'),
  text('work_queue_id', 'Work queue ID'),
  text('tags', 'Tags'),
  text('control_number', 'Control number'),
  text('claim_creation_id', 'Claim creation ID'),
  text('id', 'Encounter ID'),
]

/** What a list's file can hold, by the list's operation. */
export const exportColumns: Record<PartnerListOperation, readonly ExportColumn<BaseRow>[]> = {
  listClaimCreations: claimCreations,
  listChargeCaptures: captures,
  listEncounters: encounters,
  listContractsV3: contracts,
  listContractsV2: contracts,
  listFacilityCredentialingSpans: [...spans('Facility'), text('id', 'Span ID')],
  listProviderCredentialingSpans: [
    ...spans('Rendering provider'),
    text<SpanRow, 'regions'>('regions', 'Regions'),
    text<SpanRow, 'source'>('source', 'Source'),
    text('id', 'Span ID'),
  ],
}
