import 'server-only'
import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import { isJsonObject, type Json, type JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import type { QueueChange, QueueItem } from '#lib/lists/queue.ts'
import {
  chargesOf,
  fieldLabelOf,
  nameOf,
  openUpdatesOf,
  toChargeCaptureRow,
  toClaimCreationRow,
  withoutBlanks,
} from '#lib/lists/rows/rows.ts'
import { summaryOf } from '#lib/rules/billed-diff/change-words.ts'
import { changeSigns, type ChangeSigns } from '#lib/rules/billed-diff/change-signs.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import type { ItemParty } from '#lib/rules/bulk/value-table.ts'
import { controlName, resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import { filingFacts, type FilingFacts } from '#lib/rules/filing/filing-clock.ts'
import { targetOf, type FixTarget } from '#lib/rules/queue/fix-memory.ts'
import { contentOf } from '#lib/actions/charge-captures/capture-content.ts'
import { causeOf, type Cause, type Problem } from '#lib/rules/queue/cause.ts'
import { isDerived } from '#lib/rules/queue/derived-causes.ts'
import { recordValues } from '#lib/rules/queue/record-values.ts'
import {
  billedDiffOf,
  capturesNow,
  toUpdatedCapture,
} from '#lib/actions/charge-captures/billed-captures.ts'

/**
 * An item as the snapshot stores it: without what the team noted and what depends on the day.
 * `target` decides which earlier fixes fit its field.
 */
export type StoredItem = Omit<
  QueueItem,
  | 'first_seen_at'
  | 'changed_at'
  | 'mark'
  | 'filing'
  | 'filing_days_left'
  | 'filing_words'
  | 'is_filing_default'
  | 'open_by'
  | 'change'
> & {
  target?: FixTarget
  party?: ItemParty
  change?: StoredChange
}

/**
 * A change after billing as the snapshot stores it: what the advice is made of. `claim_status` is
 * missing if it could not be read.
 */
export type StoredChange = Omit<QueueChange, 'step' | 'step_words'> & {
  signs?: ChangeSigns
  claim_status?: string
}

/**
 * The items of one claim creation, their causes, and every capture of it. `format` rises when the
 * same claim creation gives other items or causes: a value of an earlier format is read anew.
 */
export type StoredValue = {
  format?: number
  items: StoredItem[]
  causes: Cause[]
  captures: string[]
  /** An error that a person resolved may still keep the claim from being billed. */
  isByHand?: true
  /** What the clock of filing limits needs of the claim. */
  filing?: FilingFacts
}

/** The format of the values that are made now. */
export const storedFormat = 6

// A value that is longer is edited on the record's page.
const longestValue = 2_000
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
// Only the partner moves such a claim on: nothing is left to fix in it.
const stuck = {
  byHand: 'In error although every error was resolved by hand',
  resolved: 'In error although the partner resolved every error',
  unsaid: 'In error, and the partner states no error',
} as const

/**
 * The work in a claim creation, by its captures: an item for each unresolved error, or for its
 * being in error without one, for a hold, and for unresolved changes after billing; `claimStatus` is
 * its claim's, if it was read. Undefined if nothing is left to do, or if the claim creation has no
 * id. Any JSON is read, and nothing is thrown.
 */
export function storedValueOf(
  creation: unknown,
  captures: readonly unknown[],
  claimStatus?: string,
): StoredValue | undefined {
  const row = toClaimCreationRow(creation)
  if (row.unreadable) return undefined
  const visit = visitOf(creation, captures)
  const isInError = row.status === 'in-error'
  const errors = isInError ? itemsOf(memberAt(creation, 'errors')).filter(isUnresolved) : []
  const quoted = errors.length > 0 ? quotedIn(creation, captures) : {}
  const made = [
    ...withoutDerived(errors.map((error) => errorItem(error, captures, quoted))),
    ...(isInError && errors.length === 0 ? [stuckItem(creation, captures)] : []),
    ...(row.status === 'held' ? [heldItem(captures)] : []),
    ...updatedItem(creation, captures, claimStatus),
  ]
  if (made.length === 0) return undefined
  const seen = new Set<string>()
  const items = made.map(({ item }) => {
    // Ids come from the partner: two items with one id would be one row on the page.
    const id = item.id === undefined || seen.has(item.id) ? `${row.id}/${seen.size}` : item.id
    seen.add(id)
    return withoutBlanks({
      ...visit.facts,
      ...item,
      id,
      claim_creation_id: row.id,
      captures: captures.length,
    })
  })
  const ids = captures.flatMap((capture) => textOf(memberAt(capture, 'id')) ?? [])
  return {
    format: storedFormat,
    items,
    causes: made.map(({ cause }) => cause),
    captures: ids,
    ...(isInError && hasByHand(creation) && { isByHand: true as const }),
    filing: visit.filing,
  }
}

/**
 * The key of the cause of claims in error whose errors were resolved, at least one of them by a
 * person.
 */
export const resolvedByHand = causeOf({ message: stuck.byHand }).key

type Made = {
  item: Omit<StoredItem, 'id' | 'claim_creation_id' | 'captures'> & { id: string | undefined }
  cause: Cause
}

// A problem that follows from another one of its capture is part of that one: it counts once and is
// fixed once.
function withoutDerived(made: readonly Made[]): Made[] {
  const roots = new Map<Made, Made>()
  for (const each of made) {
    const root = made.find(
      (other) =>
        other.item.capture_id === each.item.capture_id &&
        isDerived(each.cause.words, other.cause.words),
    )
    if (root) roots.set(each, root)
  }
  return made
    .filter((each) => !roots.has(each))
    .map((root) => {
      const folds = made.flatMap((each) =>
        roots.get(each) === root ? (each.item.message ?? []) : [],
      )
      return folds.length === 0 ? root : { ...root, item: { ...root.item, folds } }
    })
}

function errorItem(error: unknown, captures: readonly unknown[], quoted: Quoted): Made {
  const error_id = textOf(memberAt(error, 'id'))
  const message = textOf(memberAt(error, 'message')) ?? 'The partner gave no message.'
  const field = textOf(memberAt(error, 'field_in_error'))
  const capture_id = textOf(memberAt(error, 'charge_capture_id'))
  const capture =
    captures.find((each) => textOf(memberAt(each, 'id')) === capture_id) ??
    (captures.length === 1 ? captures[0] : undefined)
  const cause = causeOf({ message, field, ...quoted })
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
function fieldOf(
  field: string | undefined,
  capture: unknown,
): Pick<StoredItem, 'path' | 'value' | 'target' | 'party'> {
  const data = memberAt(capture, 'charge_capture_data')
  const place = capture === undefined ? undefined : resolveFieldInError(field, data, captureShape())
  if (!place?.exact) return {}
  const path = controlName(place.path, captureShape())
  const value = path.startsWith('data.') ? valueAt(data, place.path) : memberAt(capture, path)
  const text = value === undefined ? undefined : JSON.stringify(value)
  const target = targetOf(contentOf(capture as JsonObject), path) // a capture with a field is an object
  return {
    path,
    target,
    ...partyOf(data, path),
    value: text !== undefined && text.length <= longestValue ? text : undefined,
  }
}

function partyOf(data: unknown, path: string): Pick<StoredItem, 'party'> {
  const [member] = /(?<=^data\.)(?:billing|rendering)_provider(?=\.)/.exec(path) ?? []
  if (member === undefined) return {}
  const [npi, name] = [textOf(memberAt(data, member, 'npi')), nameOf(memberAt(data, member))]
  return { party: { ...(npi && { npi }), ...(name && { name }) } }
}

function hasByHand(creation: unknown): boolean {
  return itemsOf(memberAt(creation, 'errors')).some(
    (error) => textOf(memberAt(error, 'resolved_by')) !== undefined,
  )
}

function stuckItem(creation: unknown, captures: readonly unknown[]): Made {
  const errors = itemsOf(memberAt(creation, 'errors'))
  const hold = hasByHand(creation)
    ? stuck.byHand
    : errors.length > 0
      ? stuck.resolved
      : stuck.unsaid
  const cause = causeOf({ message: hold })
  return {
    cause,
    item: { id: undefined, kind: 'resolved', cause: cause.key, hold, ...onlyCapture(captures) },
  }
}

function heldItem(captures: readonly unknown[]): Made {
  const isPlanned = captures.some((capture) => textOf(memberAt(capture, 'status')) === 'planned')
  const hold = isPlanned ? holds.planned : holds.unsaid
  const cause = causeOf({ message: hold })
  return {
    cause,
    item: { id: undefined, kind: 'held', cause: cause.key, hold, ...onlyCapture(captures) },
  }
}

function updatedItem(
  creation: unknown,
  captures: readonly unknown[],
  claimStatus: string | undefined,
): Made[] {
  const changed = captures.filter((capture) => openUpdatesOf(capture).length > 0)
  if (changed.length === 0) return []
  const change = {
    ...changeOf(creation, captures),
    ...(claimStatus !== undefined && { claim_status: claimStatus }),
  }
  const cause = causeOf({ message: effectWords[change.effect ?? 'unknown'] })
  // As the partner says it: the lists of the queue find words for it.
  const message = textOf(memberAt(openUpdatesOf(changed.at(-1)).at(-1), 'message'))
  return [
    {
      cause,
      item: {
        id: undefined,
        kind: 'updated',
        cause: cause.key,
        message,
        change,
        ...onlyCapture(changed),
      },
    },
  ]
}

function changeOf(creation: unknown, captures: readonly unknown[]): StoredChange {
  const update_ids = captures.flatMap((capture) =>
    toUpdatedCapture(capture as Json).updates.flatMap(({ id, resolved }) => (resolved ? [] : [id])),
  )
  const diff = billedDiffOf(creation, captures as Json[]) // both are parsed JSON
  if (!diff) return { update_ids }
  const billed = memberAt(creation, 'encounter_creation_input')
  // The most important change comes first.
  const effect = diff.changes[0]?.class ?? 'cosmetic'
  const summary = summaryOf(diff)
  return {
    update_ids,
    effect,
    moved_cents: diff.moved_cents,
    signs: changeSigns(diff, billed, capturesNow(captures as Json[])),
    ...(summary !== undefined && { summary }),
  }
}

function onlyCapture(captures: readonly unknown[]): Pick<StoredItem, 'capture_id' | 'external_id'> {
  const [capture] = captures
  if (captures.length !== 1) return {}
  return {
    capture_id: textOf(memberAt(capture, 'id')),
    external_id: textOf(memberAt(capture, 'charge_external_id')),
  }
}

// The claim creation's merged data is missing while it is held; its first capture then tells the
// visit.
function visitOf(creation: unknown, captures: readonly unknown[]) {
  const merged = memberAt(creation, 'encounter_creation_input')
  const data = isJsonObject(merged) ? merged : memberAt(captures[0], 'charge_capture_data')
  const captured = captures.map((each) => memberAt(each, 'charge_capture_data'))
  const [row, capture] = [toClaimCreationRow(creation), toChargeCaptureRow(captures[0])]
  const billable = captures.filter((each) => !isDroppedStatus(textOf(memberAt(each, 'status'))))
  const charges = billable.flatMap((each) => chargesOf(memberAt(each, 'charge_capture_data')) ?? [])
  const rendering = memberAt(data, 'rendering_provider')
  const subscribers = ['primary', 'secondary', 'tertiary'].map((rank) =>
    nameOf(memberAt(data, `subscriber_${rank}`)),
  )
  const providers = ['billing', 'referring', 'supervising'].map((kind) =>
    nameOf(memberAt(data, `${kind}_provider`)),
  )
  const patients = [merged, memberAt(captures[0], 'charge_capture_data')].map((each) =>
    nameOf(memberAt(each, 'patient')),
  )
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
  // A message may quote these names. The payer's name says what to do, so it stays in the words of
  // a cause.
  return {
    facts,
    filing: isJsonObject(merged) ? filingFacts(merged) : filingFacts(data, ...captured.slice(1)),
    names: [
      facts.patient,
      ...patients,
      ...subscribers,
      nameOf(rendering),
      ...providers,
      facts.facility,
    ],
  }
}

/** What a claim is worth in whole cents, as the queue shows it; undefined if nothing says it. */
export function claimCents(creation: unknown, captures: readonly unknown[]): number | undefined {
  return visitOf(creation, captures).facts.cents
}

/** What a message about a claim creation may quote of its records. */
export type Quoted = Pick<Problem, 'names' | 'values'>

/**
 * What a message about this claim creation may quote: the names of the patient, the subscribers,
 * providers and the facility, and every value of its merged data and its captures.
 */
export function quotedIn(creation: unknown, captures: readonly unknown[]): Quoted {
  const { names } = visitOf(creation, captures)
  return {
    names,
    values: recordValues([memberAt(creation, 'encounter_creation_input'), ...captures]),
  }
}

function isUnresolved(error: unknown): boolean {
  return memberAt(error, 'resolved') !== true && isJsonObject(error)
}
