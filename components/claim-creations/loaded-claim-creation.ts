import { orFacts, sumOf, visitFacts, type VisitFacts } from '#components/form/visit-facts.ts'
import type { CaptureUpdate } from '#lib/actions/charge-captures/billed-captures.ts'
import type { ClaimCreationReply } from '#lib/actions/claim-creations/read-claim-creation.ts'
import { type Json, type JsonObject, isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import type { claimCreation } from '#lib/contract/claim-creations.ts'
import { resolveFieldInError } from '#lib/rules/edit/field-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/**
 * One of the captures of a claim creation, as its table shows it. `total` is in whole cents;
 * `updates` are the changes after billing, resolved ones included.
 */
export type BundledCapture = {
  id: string
  externalId: string | undefined
  status: string | undefined
  dateOfService: string | undefined
  lines: number
  total: number
  data: Json | undefined
  updates: CaptureUpdate[]
}

/**
 * An error of a claim creation. `place` is the field's path in the capture's data, where the name
 * is understood.
 */
export type CreationError = {
  id: string
  message: string
  field: string | undefined
  resolved: boolean
  resolvedBy: string | undefined
  reason: string | undefined
  /**
   * When this console resolved it, in UTC milliseconds; undefined when it was resolved elsewhere.
   */
  resolvedAt: number | undefined
  captureId: string | undefined
}

/** The errors of one capture; without a capture they belong to the whole claim creation. */
export type ErrorGroup = {
  captureId: string | undefined
  capture: BundledCapture | undefined
  errors: CreationError[]
}

/** A claim creation as its page shows it. */
export type LoadedClaimCreation = {
  record: JsonObject
  status: string
  /** The facts of the merged data; what it lacks is the first capture's. */
  facts: VisitFacts
  encounterId: string | undefined
  /** The id of the claim that a dry run made for a look; nothing was billed. */
  previewId: string | undefined
  /** The members that the contract does not know, as the partner sent them. */
  other: JsonObject
  input: Json | undefined
  captures: BundledCapture[]
  groups: ErrorGroup[]
  resolved: CreationError[]
}

// Every member of the contract, so that the page does not load its schemas.
const known: Record<keyof (typeof claimCreation)['shape'], true> = {
  id: true,
  created_encounter_id: true,
  status: true,
  characteristics: true,
  errors: true,
  encounter_creation_input: true,
  most_recent_claim_preview_id: true,
}

/** Reads a reply's JSON text. A value of the wrong type is left out; nothing is thrown. */
export function toLoadedClaimCreation(reply: ClaimCreationReply): LoadedClaimCreation {
  const record = objectOf(parseExact(reply.claim_creation)) ?? {}
  const captures = itemsOf(parseExact(reply.charge_captures)).map((item) => toBundled(item))
  const errors = itemsOf(record.errors).map((item) => toError(item, reply.resolved_at))
  const open = errors.filter((error) => !error.resolved)
  return {
    record,
    status: textOf(record.status) ?? 'unreadable',
    facts: factsOf(record, captures),
    encounterId: textOf(record.created_encounter_id),
    previewId: textOf(record.most_recent_claim_preview_id),
    other: Object.fromEntries(
      Object.entries(record).filter(([name]) => !Object.hasOwn(known, name)),
    ),
    input: record.encounter_creation_input,
    captures,
    groups: groupsOf(open, captures),
    resolved: errors.filter((error) => error.resolved),
  }
}

// While captures are planned there is no merged data: the claim's money is then the sum of its
// captures, where all were read.
function factsOf(record: JsonObject, captures: readonly BundledCapture[]): VisitFacts {
  const each = captures.map(({ data }) => visitFacts(data))
  const merged = visitFacts(record.encounter_creation_input)
  const patientId = isJsonObject(record.characteristics)
    ? textOf(record.characteristics.patient_external_id)
    : undefined
  return {
    ...orFacts(merged, each[0] ?? visitFacts(undefined)),
    patientId: patientId ?? merged.patientId,
    cents: merged.cents ?? sumOf(each.map(({ cents }) => cents)),
  }
}

/** The ids of the captures, errors and changes of a claim creation: the audit trail names those. */
export function partsOf({ captures, groups, resolved }: LoadedClaimCreation): string[] {
  const errors = [...groups.flatMap((group) => group.errors), ...resolved]
  return [
    ...captures.flatMap(({ id, updates }) => [id, ...updates.map((update) => update.id)]),
    ...errors.map(({ id }) => id),
  ].filter((id) => id !== '')
}

/**
 * The link to a capture, at the field that an error names where that is understood. A path holds no
 * patient's data.
 */
export function captureLink(
  captureId: string,
  error: CreationError,
  data: Json | undefined,
  body: ObjectShape,
): string {
  const place = error.field === undefined ? undefined : resolveFieldInError(error.field, data, body)
  const query = place ? `?field=${encodeURIComponent(place.path)}` : ''
  return `/charge-captures/${encodeURIComponent(captureId)}${query}`
}

// Errors of the whole come first: no single capture's fix clears them.
function groupsOf(errors: CreationError[], captures: BundledCapture[]): ErrorGroup[] {
  // Sorting puts undefined last whatever the comparison says, so the whole is sorted in by hand.
  const owned = [...new Set(errors.map((error) => error.captureId))]
    .filter((id) => id !== undefined)
    .toSorted((a, b) => placeOf(a, captures) - placeOf(b, captures))
  const ids = errors.some((error) => error.captureId === undefined) ? [undefined, ...owned] : owned
  return ids.map((captureId) => ({
    captureId,
    capture: captures.find((capture) => capture.id === captureId),
    errors: errors.filter((error) => error.captureId === captureId),
  }))
}

function placeOf(id: string, captures: BundledCapture[]): number {
  const place = captures.findIndex((capture) => capture.id === id)
  return place < 0 ? captures.length : place
}

function toError(item: JsonObject, resolvedAt: ClaimCreationReply['resolved_at']): CreationError {
  const id = textOf(item.id) ?? JSON.stringify(item)
  return {
    id,
    message: textOf(item.message) ?? 'No message from the partner.',
    field: textOf(item.field_in_error),
    resolved: item.resolved === true,
    resolvedBy: textOf(item.resolved_by),
    reason: textOf(item.resolution_reason),
    resolvedAt: resolvedAt[id],
    captureId: textOf(item.charge_capture_id),
  }
}

function toBundled(item: JsonObject): BundledCapture {
  const data = item.charge_capture_data
  const lines = isJsonObject(data) ? itemsOf(data.service_lines) : []
  const total = lines.reduce((sum, line) => sum + (toNumber(line.charge_amount_cents) ?? 0), 0)
  const dateOfService =
    textOf(item.date_of_service) ?? (isJsonObject(data) ? textOf(data.date_of_service) : undefined)
  return {
    id: textOf(item.id) ?? '',
    externalId: textOf(item.charge_external_id),
    status: textOf(item.status),
    dateOfService,
    lines: lines.length,
    total,
    data,
    updates: updatesOf(item),
  }
}

function updatesOf(item: JsonObject): BundledCapture['updates'] {
  return itemsOf(item.updates).map((update) => {
    const type = textOf(update.hl7_message_type)
    return {
      id: textOf(update.id) ?? '',
      message: textOf(update.message) ?? 'The partner didn’t say what changed.',
      resolved: update.resolved === true,
      ...(type === undefined ? {} : { message_type: type }),
    }
  })
}

function itemsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : []
}

function objectOf(value: Json): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
