import 'server-only'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { QueueChange, QueueItem } from '#lib/lists/queue.ts'
import {
  chargesOf,
  fieldLabelOf,
  nameOf,
  toChargeCaptureRow,
  toClaimCreationRow,
  withoutBlanks,
} from '#lib/lists/rows/rows.ts'
import { nextStep } from '#lib/rules/billed-diff/next-step.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { controlName, resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { targetOf, type FixTarget } from '#lib/rules/queue/fix-memory.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { causeOf, type Cause } from '#lib/rules/queue/cause.ts'
import { billedDiffOf, toUpdatedCapture } from '#lib/actions/charge-captures/billed-captures.ts'

/**
 * An item as the snapshot stores it: without what the team noted and what depends on the day. `target` decides which earlier
 * fixes fit its field.
 */
export type StoredItem = Omit<QueueItem, 'first_seen_at' | 'changed_at' | 'mark' | 'filing_days_left' | 'open_by'> & {
  target?: FixTarget
}

/** The items of one claim creation, the words of their causes, and every capture of it. */
export type StoredValue = { items: StoredItem[]; causes: Cause[]; captures: string[] }

// A value that is longer is edited on the record's page.
const longestValue = 2_000
const dropped = new Set(['not-billable', 'aborted', 'entered-in-error'])
const effectWords = {
  money: 'The charges changed after billing',
  coding: 'The coding changed after billing',
  coverage: 'The coverage changed after billing',
  cosmetic: 'Details that no payer decides on changed after billing',
  unknown: 'Changed after billing',
} as const
const holds = {
  planned: 'Held while a charge capture is planned',
  unsaid: 'Held by the partner, which gives no reason',
} as const

/**
 * The work in a claim creation, by its captures: an item for each unresolved error, for a hold, and for
 * unresolved changes after billing. Undefined if nothing is left to do, or if the claim creation has no id. Any JSON is
 * read, and nothing is thrown.
 */
export function storedValueOf(creation: unknown, captures: readonly unknown[]): StoredValue | undefined {
  const row = toClaimCreationRow(creation)
  if (row.unreadable) return undefined
  const visit = visitOf(creation, captures)
  const errors = row.status === 'in-error' ? itemsOf(memberAt(creation, 'errors')).filter(isUnresolved) : []
  const made = [
    ...errors.map((error) => errorItem(error, captures, visit)),
    ...(row.status === 'held' ? [heldItem(captures)] : []),
    ...updatedItem(creation, captures),
  ]
  if (made.length === 0) return undefined
  const seen = new Set<string>()
  const items = made.map(({ item }) => {
    // Ids come from the partner: two items with one id would be one row on the page.
    const id = item.id === undefined || seen.has(item.id) ? `${row.id}/${seen.size}` : item.id
    seen.add(id)
    return withoutBlanks({ ...visit.facts, ...item, id, claim_creation_id: row.id, captures: captures.length })
  })
  const ids = captures.flatMap((capture) => textOf(memberAt(capture, 'id')) ?? [])
  return { items, causes: made.map(({ cause }) => cause), captures: ids }
}

type Made = {
  item: Omit<StoredItem, 'id' | 'claim_creation_id' | 'captures'> & { id: string | undefined }
  cause: Cause
}
type Visit = ReturnType<typeof visitOf>

function errorItem(error: unknown, captures: readonly unknown[], { names }: Visit): Made {
  const error_id = textOf(memberAt(error, 'id'))
  const message = textOf(memberAt(error, 'message')) ?? 'The partner gave no message.'
  const field = textOf(memberAt(error, 'field_in_error'))
  const capture_id = textOf(memberAt(error, 'charge_capture_id'))
  const capture =
    captures.find((each) => textOf(memberAt(each, 'id')) === capture_id) ??
    (captures.length === 1 ? captures[0] : undefined)
  const cause = causeOf({ message, field, names })
  return {
    cause,
    item: {
      id: error_id,
      kind: 'error',
      cause: cause.key,
      error_id,
      message,
      field,
      field_label: field && fieldLabelOf(field),
      ...fieldOf(field, capture),
      capture_id: capture_id ?? textOf(memberAt(capture, 'id')),
      external_id: textOf(memberAt(capture, 'charge_external_id')),
    },
  }
}

// The control and the value of a field, as the form of the capture has them.
function fieldOf(field: string | undefined, capture: unknown): Pick<StoredItem, 'path' | 'value' | 'target'> {
  const data = memberAt(capture, 'charge_capture_data')
  const place = capture === undefined ? undefined : resolveFieldInError(field, data, captureShape())
  if (!place?.exact) return {}
  const path = controlName(place.path, captureShape())
  const value = path.startsWith('data.') ? valueAt(data, place.path) : memberAt(capture, path)
  const text = value === undefined ? undefined : JSON.stringify(value)
  const target = targetOf(contentOf(capture as JsonObject), path) // a capture with a field is an object
  return { path, target, value: text !== undefined && text.length <= longestValue ? text : undefined }
}

function heldItem(captures: readonly unknown[]): Made {
  const isPlanned = captures.some((capture) => textOf(memberAt(capture, 'status')) === 'planned')
  const hold = isPlanned ? holds.planned : holds.unsaid
  const cause = causeOf({ message: hold })
  return { cause, item: { id: undefined, kind: 'held', cause: cause.key, hold, ...onlyCapture(captures) } }
}

function updatedItem(creation: unknown, captures: readonly unknown[]): Made[] {
  const changed = captures.filter((capture) => (toChargeCaptureRow(capture).updates ?? 0) > 0)
  if (changed.length === 0) return []
  const change = changeOf(creation, captures)
  const cause = causeOf({ message: effectWords[change.effect ?? 'unknown'] })
  const message = toChargeCaptureRow(changed.at(-1)).update_message
  return [
    { cause, item: { id: undefined, kind: 'updated', cause: cause.key, message, change, ...onlyCapture(changed) } },
  ]
}

function changeOf(creation: unknown, captures: readonly unknown[]): QueueChange {
  const update_ids = captures.flatMap((capture) =>
    toUpdatedCapture(capture as Json).updates.flatMap(({ id, resolved }) => (resolved ? [] : [id])),
  )
  const diff = billedDiffOf(creation, captures as Json[]) // both are parsed JSON
  if (!diff) return { update_ids }
  const step = nextStep(diff)
  // The most important change comes first.
  const effect = diff.changes[0]?.class ?? 'cosmetic'
  return { update_ids, effect, moved_cents: diff.moved_cents, step: step.kind, step_words: step.words }
}

function onlyCapture(captures: readonly unknown[]): Pick<StoredItem, 'capture_id' | 'external_id'> {
  const [capture] = captures
  if (captures.length !== 1) return {}
  return {
    capture_id: textOf(memberAt(capture, 'id')),
    external_id: textOf(memberAt(capture, 'charge_external_id')),
  }
}

// The claim creation's merged data is missing while it is held; its first capture then tells the visit.
function visitOf(creation: unknown, captures: readonly unknown[]) {
  const merged = memberAt(creation, 'encounter_creation_input')
  const data = isJsonObject(merged) ? merged : memberAt(captures[0], 'charge_capture_data')
  const [row, capture] = [toClaimCreationRow(creation), toChargeCaptureRow(captures[0])]
  const billable = captures.filter((each) => !dropped.has(textOf(memberAt(each, 'status')) ?? ''))
  const charges = billable.flatMap((each) => chargesOf(memberAt(each, 'charge_capture_data')) ?? [])
  const rendering = memberAt(data, 'rendering_provider')
  const subscribers = ['primary', 'secondary', 'tertiary'].map((rank) => nameOf(memberAt(data, `subscriber_${rank}`)))
  const providers = ['billing', 'referring', 'supervising'].map((kind) => nameOf(memberAt(data, `${kind}_provider`)))
  const facts = {
    patient: row.patient ?? capture.patient,
    patient_id: row.patient_id ?? capture.patient_id,
    payer: row.payer ?? capture.payer,
    payer_id: textOf(memberAt(data, 'subscriber_primary', 'insurance_card', 'payer_id')),
    facility: row.facility ?? capture.facility,
    rendering: row.rendering ?? capture.rendering,
    rendering_npi: textOf(memberAt(rendering, 'npi')),
    date_of_service: row.date_of_service ?? capture.date_of_service,
    cents: charges.length > 0 ? charges.reduce((sum, cents) => sum + cents, 0) : row.charges,
  }
  // A message may quote these names. The payer's name says what to do, so it stays in the words of a cause.
  return { facts, names: [facts.patient, ...subscribers, nameOf(rendering), ...providers, facts.facility] }
}

/** The names that a message about this claim creation may quote: of the patient, the subscribers, providers and the facility. */
export function namesIn(creation: unknown, captures: readonly unknown[]): (string | undefined)[] {
  return visitOf(creation, captures).names
}

function isUnresolved(error: unknown): boolean {
  return memberAt(error, 'resolved') !== true && isJsonObject(error)
}
