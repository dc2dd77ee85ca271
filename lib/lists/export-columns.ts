import type { CsvCell } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'
import { humanize } from './filter-value.ts'
import type { ExportListId } from './export-request.ts'
import { itemProblem } from './item-problem.ts'
import { captureProblem, creationProblem, moreErrors } from './problem-words.ts'
import type { QueueCause, QueueItem, QueueKind, TeamMark } from './queue.ts'
import type { ContractRow } from './rows/contract-rows.ts'
import type { EncounterRow } from './rows/encounter-rows.ts'
import type { BaseRow, ChargeCaptureRow, ClaimCreationRow, VisitRow } from './rows/rows.ts'
import type { RosterRow } from './rows/roster-rows.ts'
import type { SpanRow } from './rows/span-rows.ts'
import { kindOf, stepOf, updateKinds, updateSteps } from './updates.ts'

/**
 * One column of a list's file. Its id is that of the column in the table, where the table has it.
 * Dates are local dates (YYYY-MM-DD), amounts dollars ("1234.50"), so that a spreadsheet can count
 * with them.
 */
export type ExportColumn<Row extends BaseRow = BaseRow> = {
  id: string
  header: string
  /** Protected health information: left out unless a person chooses it. */
  isPhi?: true
  // A method, so that a list's columns fit where any row is written.
  value(row: Row): CsvCell
}

function text<Row extends BaseRow, Name extends string & keyof Row>(
  name: Name,
  header: string,
): ExportColumn<Row> {
  return { id: name, header, value: (row) => row[name] as CsvCell }
}

function words<Row extends BaseRow, Name extends string & keyof Row>(
  name: Name,
  header: string,
): ExportColumn<Row> {
  return { id: name, header, value: (row) => row[name] && humanize(String(row[name])) }
}

function dollars<Row extends BaseRow, Name extends string & keyof Row>(
  name: Name,
  header: string,
): ExportColumn<Row> {
  const value = (row: Row) => (typeof row[name] === 'number' ? dollarsText(row[name]) : undefined)
  return { id: name, header: `${header} (USD)`, value }
}

/** The problem of a row in the words of its page. */
function problem<Row extends BaseRow>(value: (row: Row) => CsvCell): ExportColumn<Row> {
  // The partner's message may quote the patient.
  return phi({ id: 'message', header: 'Problem', value })
}

function phi<Row extends BaseRow>(column: ExportColumn<Row>): ExportColumn<Row> {
  return { ...column, isPhi: true }
}

const visit: ExportColumn<VisitRow>[] = [
  phi(text('patient', 'Patient')),
  phi(text('patient_id', 'Patient ID')),
  // A date that belongs to one person is health information.
  phi(text('date_of_service', 'Service date')),
  { id: 'field', header: 'Field', value: (row) => row.field_label ?? row.field },
  text('payer', 'Payer'),
  text('facility', 'Facility'),
  text('rendering', 'Rendering provider'),
  text('billing_npi', 'Billing NPI'),
  dollars('charges', 'Charges'),
  text('lines', 'Lines'),
  text('category', 'Category'),
]

const visitOfEncounter = visit.filter(({ id }) => !['field', 'category'].includes(id))

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
    {
      id: 'is_enabled',
      header: 'Switched off',
      value: (row) => (row.is_enabled === false ? 'Yes' : undefined),
    },
  ]
}

const captures: ExportColumn<ChargeCaptureRow>[] = [
  text('external_id', 'Capture'),
  words('status', 'Status'),
  problem(captureProblem),
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
  problem((row) => [creationProblem(row), moreErrors(row)].filter(Boolean).join(' ') || undefined),
  ...visit,
  { id: 'errors', header: 'Open errors', value: (row) => row.errors ?? 0 },
  text('encounter_id', 'Encounter ID'),
  text('id', 'Claim creation ID'),
]

const encounters: ExportColumn<EncounterRow>[] = [
  text('external_id', 'Encounter'),
  {
    id: 'status',
    header: 'Claim status',
    value: (row) => (row.status ? humanize(row.status) : 'No claim'),
  },
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

/**
 * A cause, an item and a change after billing as rows of a file. `problem` are the words of the
 * item's cause.
 */
export type CauseLine = BaseRow & QueueCause
export type ItemLine = BaseRow & QueueItem & { problem: string }

/** A service facility of a contract with one of its providers, or with none. */
export type FacilityLine = BaseRow & {
  facility?: string
  facility_id?: string
  provider?: string
  npi?: string
  provider_id?: string
}

const mark = <Row extends BaseRow & { mark: TeamMark }>(): ExportColumn<Row>[] => [
  { id: 'owner', header: 'Owner', value: (row) => row.mark.owner },
  {
    id: 'priority',
    header: 'Priority',
    value: (row) => row.mark.priority && humanize(row.mark.priority),
  },
  { id: 'snoozed_until', header: 'Snoozed until', value: (row) => row.mark.snoozed_until },
  // A note may name anybody.
  phi({ id: 'note', header: 'Note', value: (row) => row.mark.note }),
]

const causes: ExportColumn<CauseLine>[] = [
  { id: 'cause', header: 'Cause', value: (row) => row.words },
  { id: 'field', header: 'Field', value: (row) => row.field_label ?? row.field },
  text('claims', 'Claims'),
  { ...dollars('cents', 'Charges'), id: 'charges' },
  {
    id: 'payers',
    header: 'Payers',
    value: (row) => row.payers.map(({ name, claims }) => `${name} ${claims}`).join(', '),
  },
  phi(text('oldest', 'Oldest service')),
  ...mark<CauseLine>(),
]

const itemVisit: ExportColumn<ItemLine>[] = [
  phi(text('patient', 'Patient')),
  phi(text('patient_id', 'Patient ID')),
  phi(text('date_of_service', 'Service date')),
  text('payer', 'Payer'),
  text('payer_id', 'Payer ID'),
  text('facility', 'Facility'),
  text('rendering', 'Rendering provider'),
  text('rendering_npi', 'Rendering NPI'),
]

const itemIds: ExportColumn<ItemLine>[] = [
  ...mark<ItemLine>(),
  text('first_seen_at', 'First seen'),
  text('changed_at', 'Last changed'),
  text('capture_id', 'Charge capture ID'),
  text('claim_creation_id', 'Claim creation ID'),
]

const kindWords: Record<QueueKind, string> = {
  error: 'In error',
  resolved: 'In error, every error resolved',
  held: 'On hold',
  updated: 'Changed after billing',
}

const queueItems: ExportColumn<ItemLine>[] = [
  { id: 'capture', header: 'Capture', value: (row) => row.external_id },
  { id: 'kind', header: 'Kind', value: (row) => kindWords[row.kind] },
  { id: 'problem', header: 'Cause', value: (row) => row.problem },
  problem<ItemLine>(itemProblem),
  { id: 'field', header: 'Field', value: (row) => row.field_label ?? row.field },
  // The field's value may be the patient's.
  phi({ id: 'value', header: 'Value', value: (row) => row.value }),
  ...itemVisit,
  { id: 'filing', header: 'Days left to file', value: (row) => row.filing_days_left },
  { ...dollars('cents', 'Charges'), id: 'charges' },
  ...itemIds,
]

const queueUpdates: ExportColumn<ItemLine>[] = [
  { id: 'capture', header: 'Capture', value: (row) => row.external_id },
  { id: 'kind', header: 'Kind', value: (row) => updateKinds[kindOf(row)] },
  {
    id: 'moved',
    header: 'Change (USD)',
    value: ({ change }) =>
      change?.moved_cents === undefined ? undefined : dollarsText(change.moved_cents),
  },
  { id: 'suggestion', header: 'Suggestion', value: (row) => updateSteps[stepOf(row)] },
  phi({ id: 'reason', header: 'Reason', value: ({ change }) => change?.step_words }),
  problem(({ message }) => message && partnerWords(message)),
  ...itemVisit,
  ...itemIds,
]

const contractProviders: ExportColumn<RosterRow>[] = [
  text('name', 'Name'),
  text('npi', 'NPI'),
  words('type', 'Provider type'),
  text('id', 'Provider ID'),
]

const contractFacilities: ExportColumn<FacilityLine>[] = [
  text('facility', 'Facility'),
  text('facility_id', 'Facility ID'),
  text('provider', 'Provider'),
  text('npi', 'NPI'),
  text('provider_id', 'Provider ID'),
]

/** What a list's file can hold. */
export const exportColumns: Record<ExportListId, readonly ExportColumn<BaseRow>[]> = {
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
  queueCauses: causes,
  queueItems,
  queueUpdates,
  contractProviders,
  contractFacilities,
}
