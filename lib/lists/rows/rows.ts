import { pathLabel } from '#lib/contract/field-labels.ts'
import { partnerWords } from '#lib/contract/wire-words.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'

/**
 * The members of every row. An item that could not be read keeps its place, and its id where it has
 * one.
 */
export type BaseRow = { id: string; unreadable?: true }

/**
 * One page of rows. A token, never the number of rows, says whether there is more on a side
 * (Pagination 3 and 4).
 */
export type RowPage<Row extends BaseRow = BaseRow> = {
  rows: Row[]
  next: string | null
  prev: string | null
}

/** One page of a list that is read from its first page to its end. */
export type WalkPage<Row extends BaseRow = BaseRow> = Pick<RowPage<Row>, 'rows' | 'next'>

/** The members of a visit that several lists show. */
export type VisitRow = BaseRow & {
  status?: string
  /**
   * The first unresolved error's message in words, the wire path of the field that it names, and
   * that field's label.
   */
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

/** The data of a claim creation's captures for its row. */
export type CapturesOfRow = {
  names: string[]
  planned: number
  /** Unresolved changes since they were billed, and the first one in words. */
  changes: number
  change: string | undefined
  /**
   * For a claim creation without merged input: what its first capture says of the visit, and all
   * charges in cents.
   */
  visit: VisitRow | undefined
  charges: number | undefined
}

/** One claim creation in the list: only what its columns show. */
export type ClaimCreationRow = VisitRow & {
  /** Unresolved errors in all. */
  errors?: number
  encounter_id?: string
  /** What its captures say, for a file. */
  own?: CapturesOfRow
}

/** The findings of the console's rules in a row; `words` has one finding per line. */
export type RowChecks = { errors: number; warnings: number; words: string }

/** One charge capture in the list: only what its columns show. */
export type ChargeCaptureRow = VisitRow & {
  external_id?: string
  /** The patient's, a local date: it tells apart people of one name. */
  birth_date?: string
  /** Unresolved changes since the capture was billed. */
  updates?: number
  /** What the latest of them says, in words. */
  update_message?: string
  claim_creation_id?: string
  /** Its claim creation, for a file. */
  claim?: ClaimCreationRow
  system?: string
  billable_status?: string
  responsible_party?: string
  /** Only where they were asked for, and the capture may still be billed. */
  checks?: RowChecks
}

/**
 * The row of one claim creation, from any JSON: what cannot be read is left out, and nothing is
 * thrown.
 */
export function toClaimCreationRow(item: unknown): ClaimCreationRow {
  const id = textOf(memberAt(item, 'id'))
  if (id === undefined) return { id: '', unreadable: true }
  const input = memberAt(item, 'encounter_creation_input')
  const traits = memberAt(item, 'characteristics')
  const open = itemsOf(memberAt(item, 'errors')).filter(isUnresolved)
  return withoutBlanks({
    id,
    status: textOf(memberAt(item, 'status')),
    errors: open.length || undefined,
    ...errorOf(open[0]),
    ...visitOf(input),
    patient_id:
      textOf(memberAt(traits, 'patient_external_id')) ??
      textOf(memberAt(input, 'patient', 'external_id')),
    date_of_service:
      textOf(memberAt(input, 'date_of_service')) ??
      textOf(memberAt(traits, 'date_of_service')) ??
      firstLineDate(input),
    encounter_id: textOf(memberAt(item, 'created_encounter_id')),
    category: textOf(memberAt(traits, 'claim_creation_category')),
  })
}

/**
 * The row of one charge capture, from any JSON: what cannot be read is left out, and nothing is
 * thrown.
 */
export function toChargeCaptureRow(item: unknown): ChargeCaptureRow {
  const id = textOf(memberAt(item, 'id'))
  if (id === undefined) return { id: '', unreadable: true }
  const data = memberAt(item, 'charge_capture_data')
  const error = memberAt(item, 'error')
  const updates = openUpdatesOf(item)
  return withoutBlanks({
    id,
    external_id: textOf(memberAt(item, 'charge_external_id')),
    birth_date: textOf(memberAt(data, 'patient', 'date_of_birth')),
    status: textOf(memberAt(item, 'status')),
    ...(isUnresolved(error) ? errorOf(error) : {}),
    ...visitOf(data),
    patient_id: textOf(memberAt(item, 'patient_external_id')),
    date_of_service:
      textOf(memberAt(item, 'date_of_service')) ??
      textOf(memberAt(data, 'date_of_service')) ??
      firstLineDate(data),
    updates: updates.length || undefined,
    // Of several, the latest.
    update_message: messageOf(updates.at(-1)),
    claim_creation_id: textOf(memberAt(item, 'claim_creation_id')),
    category: textOf(memberAt(item, 'claim_creation_category')),
    system: textOf(memberAt(item, 'originating_system')),
    billable_status: textOf(memberAt(data, 'billable_status')),
    responsible_party: textOf(memberAt(data, 'responsible_party')),
  })
}

function visitOf(data: unknown) {
  return {
    patient: sortedNameOf(memberAt(data, 'patient')),
    payer: textOf(memberAt(data, 'subscriber_primary', 'insurance_card', 'payer_name')),
    facility: textOf(memberAt(data, 'service_facility', 'organization_name')),
    rendering:
      nameOf(memberAt(data, 'rendering_provider')) ??
      textOf(memberAt(data, 'rendering_provider', 'npi')),
    billing_npi: textOf(memberAt(data, 'billing_provider', 'npi')),
    charges: chargesOf(data),
    lines: itemsOf(memberAt(data, 'service_lines')).length || undefined,
  }
}

/** The unresolved changes of a charge capture since it was billed, oldest first, from any JSON. */
export function openUpdatesOf(capture: unknown): unknown[] {
  return itemsOf(memberAt(capture, 'updates')).filter(isUnresolved)
}

// In words already here: a list page then needs none of the names and codes that they are made of.
function messageOf(problem: unknown): string | undefined {
  const message = textOf(memberAt(problem, 'message'))
  if (message === undefined) return undefined
  const known = wordsOf.get(message)
  if (known !== undefined) return known
  const words = partnerWords(message)
  if (wordsOf.size === mostKnown) wordsOf.clear()
  if (message.length <= longestKnown) wordsOf.set(message, words)
  return words
}

// A page of errors has the same few messages again and again, and their words take longer than all
// the rest of their rows.
const wordsOf = new Map<string, string>()
const [mostKnown, longestKnown] = [1_000, 500]

function errorOf(error: unknown) {
  const field = textOf(memberAt(error, 'field_in_error'))
  return { message: messageOf(error), field, field_label: field && fieldLabelOf(field) }
}

/**
 * The label of an error's field, in any spelling: `service_lines.0.units`, `serviceLines[0].units`,
 * `/service_lines/0/units`.
 */
export function fieldLabelOf(field: string): string {
  const parts =
    field
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .match(/\w+/g) ?? []
  return pathLabel(parts.join('.')) || field
}

function isUnresolved(error: unknown): boolean {
  return textOf(memberAt(error, 'id')) !== undefined && memberAt(error, 'resolved') !== true
}

// A capture may give its dates on the lines alone.
function firstLineDate(data: unknown): string | undefined {
  return itemsOf(memberAt(data, 'service_lines'))
    .map((line) => textOf(memberAt(line, 'date_of_service')))
    .filter((date) => date !== undefined)
    .toSorted()[0]
}

/** The row without the members that have no value: a page of 1,000 rows is sent as text. */
export function withoutBlanks<R extends BaseRow>(row: R): R {
  const filled: Partial<R> = {}
  for (const name in row) if (row[name] !== undefined) filled[name] = row[name]
  return filled as R
}

/** "First Last" of an object with a person's name, or the name of an organization. */
export function nameOf(person: unknown): string | undefined {
  const names = [
    textOf(memberAt(person, 'first_name')),
    textOf(memberAt(person, 'last_name')),
  ].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(' ') : textOf(memberAt(person, 'organization_name'))
}

/**
 * "Last, First" of an object with a person's name: the form in which charts, claims and remittances
 * print it. A single name stands alone.
 */
export function sortedNameOf(person: unknown): string | undefined {
  const first = textOf(memberAt(person, 'first_name'))
  const last = textOf(memberAt(person, 'last_name'))
  return first !== undefined && last !== undefined ? `${last}, ${first}` : nameOf(person)
}

/**
 * The charges of service lines in whole cents: the sum of `charge_amount_cents`, which is a line's
 * total (it includes the quantity). Undefined when no line states one, so that "no amount" is not
 * shown as $0.00.
 */
export function chargesOf(data: unknown): number | undefined {
  return sumOf(itemsOf(memberAt(data, 'service_lines')), 'charge_amount_cents')
}

/** The sum of one amount over lines in whole cents; undefined when no line states it. */
export function sumOf(lines: readonly unknown[], name: string): number | undefined {
  const amounts = lines
    .map((line) => memberAt(line, name))
    .filter((cents): cents is number => Number.isSafeInteger(cents))
  return amounts.length > 0 ? amounts.reduce((sum, cents) => sum + cents, 0) : undefined
}
