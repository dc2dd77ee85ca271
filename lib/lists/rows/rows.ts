import { pathLabel } from '#lib/contract/field-labels.ts'
import { at, chargesOf, list, nameOf, text } from './row-values.ts'

/** What every row has. An item that could not be read keeps its place, and its id where it has one. */
export type BaseRow = { id: string; unreadable?: true }

/** One page of rows. A token, never the number of rows, says whether there is more on a side (Pagination 3 and 4). */
export type RowPage<Row extends BaseRow = BaseRow> = { rows: Row[]; next: string | null; prev: string | null }

/** One page of a list that is read from its first page to its end. */
export type WalkPage<Row extends BaseRow = BaseRow> = Pick<RowPage<Row>, 'rows' | 'next'>

/** What both lists show of a visit. */
export type VisitRow = BaseRow & {
  status?: string
  /** The first unresolved error's message, the wire path of the field that it names, and that field's label. */
  message?: string
  field?: string
  field_label?: string
  patient?: string
  patient_id?: string
  payer?: string
  facility?: string
  rendering?: string
  billing_npi?: string
  date_of_service?: string
  /** Whole cents. */
  charges?: number
  lines?: number
  category?: string
}

/** One claim creation in the list: only what its columns show. */
export type ClaimCreationRow = VisitRow & {
  /** Unresolved errors in all. */
  errors?: number
  encounter_id?: string
}

/** What the console's rules find in a row; `words` say it, one finding a line. */
export type RowChecks = { errors: number; warnings: number; words: string }

/** One charge capture in the list: only what its columns show. */
export type ChargeCaptureRow = VisitRow & {
  external_id?: string
  /** Unresolved changes since the capture was billed. */
  updates?: number
  update_message?: string
  claim_creation_id?: string
  system?: string
  billable_status?: string
  responsible_party?: string
  /** Only where they were asked for, and the capture may still be billed. */
  checks?: RowChecks
}

/** The row of one claim creation, from any JSON: what cannot be read is left out, and nothing is thrown. */
export function toClaimCreationRow(item: unknown): ClaimCreationRow {
  const id = text(at(item, 'id'))
  if (id === undefined) return { id: '', unreadable: true }
  const input = at(item, 'encounter_creation_input')
  const traits = at(item, 'characteristics')
  const open = list(at(item, 'errors')).filter(isUnresolved)
  return withoutBlanks({
    id,
    status: text(at(item, 'status')),
    errors: open.length || undefined,
    ...errorOf(open[0]),
    ...visitOf(input),
    patient_id: text(at(traits, 'patient_external_id')) ?? text(at(input, 'patient', 'external_id')),
    date_of_service: text(at(input, 'date_of_service')) ?? text(at(traits, 'date_of_service')) ?? firstLineDate(input),
    encounter_id: text(at(item, 'created_encounter_id')),
    category: text(at(traits, 'claim_creation_category')),
  })
}

/** The row of one charge capture, from any JSON: what cannot be read is left out, and nothing is thrown. */
export function toChargeCaptureRow(item: unknown): ChargeCaptureRow {
  const id = text(at(item, 'id'))
  if (id === undefined) return { id: '', unreadable: true }
  const data = at(item, 'charge_capture_data')
  const error = at(item, 'error')
  const updates = list(at(item, 'updates')).filter(
    (update) => at(update, 'resolved') !== true && text(at(update, 'id')) !== undefined,
  )
  return withoutBlanks({
    id,
    external_id: text(at(item, 'charge_external_id')),
    status: text(at(item, 'status')),
    ...(isUnresolved(error) ? errorOf(error) : {}),
    ...visitOf(data),
    patient_id: text(at(item, 'patient_external_id')),
    date_of_service: text(at(item, 'date_of_service')) ?? text(at(data, 'date_of_service')) ?? firstLineDate(data),
    updates: updates.length || undefined,
    // Of several, the latest.
    update_message: text(at(updates.at(-1), 'message')),
    claim_creation_id: text(at(item, 'claim_creation_id')),
    category: text(at(item, 'claim_creation_category')),
    system: text(at(item, 'originating_system')),
    billable_status: text(at(data, 'billable_status')),
    responsible_party: text(at(data, 'responsible_party')),
  })
}

function visitOf(data: unknown) {
  return {
    patient: nameOf(at(data, 'patient')),
    payer: text(at(data, 'subscriber_primary', 'insurance_card', 'payer_name')),
    facility: text(at(data, 'service_facility', 'organization_name')),
    rendering: nameOf(at(data, 'rendering_provider')) ?? text(at(data, 'rendering_provider', 'npi')),
    billing_npi: text(at(data, 'billing_provider', 'npi')),
    charges: chargesOf(data),
    lines: list(at(data, 'service_lines')).length || undefined,
  }
}

function errorOf(error: unknown) {
  const field = text(at(error, 'field_in_error'))
  return { message: text(at(error, 'message')), field, field_label: field && pathLabel(field) }
}

function isUnresolved(error: unknown): boolean {
  return text(at(error, 'id')) !== undefined && at(error, 'resolved') !== true
}

// A capture may give its dates on the lines alone.
function firstLineDate(data: unknown): string | undefined {
  return list(at(data, 'service_lines'))
    .map((line) => text(at(line, 'date_of_service')))
    .filter((date) => date !== undefined)
    .toSorted()[0]
}

/** The row without the members that have no value: a page of 1,000 rows is sent as text. */
export function withoutBlanks<R extends BaseRow>(row: R): R {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) if (value !== undefined) kept[name] = value
  return kept as R
}
