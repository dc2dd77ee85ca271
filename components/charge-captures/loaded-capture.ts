import type { SettledError } from '#components/resolve/resolved-errors.tsx'
import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import type { PreEncounterOrigin } from '#lib/actions/charge-captures/pre-encounter-origin.ts'
import { type Json, type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import { bodyOf } from '#lib/rules/edit/edit-data.ts'
import { editableHeader } from '#lib/rules/edit/edit-scope.ts'

/** A charge capture as the editor holds it. */
export type LoadedCapture = {
  /** The partner's own text of the capture: a save is checked against it. */
  text: string
  capture: JsonObject
  /** The update body that would change nothing. */
  base: JsonObject
  claimCreation: JsonObject | undefined
  /** Set when the capture follows pre-encounter records. */
  origin: PreEncounterOrigin | null
  /** What cleared its open errors before, by the error's id. */
  fixes: NonNullable<ChargeCaptureReply['fixes']>
}

/** An error of the partner's about a capture, or about its whole claim creation. */
export type CaptureError = {
  id: string
  message: string
  field: string | undefined
  isWhole: boolean
}

/** Reads a reply's JSON text, numbers as they were written. */
export function toLoadedCapture(reply: ChargeCaptureReply): LoadedCapture {
  const capture = asObject(parseExact(reply.charge_capture)) ?? {}
  const claimCreation =
    reply.claim_creation === null ? undefined : asObject(parseExact(reply.claim_creation))
  return {
    text: reply.charge_capture,
    capture,
    base: bodyOf(capture, editableHeader),
    claimCreation,
    origin: reply.pre_encounter ?? null,
    fixes: reply.fixes ?? {},
  }
}

/**
 * The unresolved errors that concern a capture: its own, those that its claim creation has for it,
 * and the bundle's.
 */
export function errorsOf({ capture, claimCreation }: LoadedCapture): CaptureError[] {
  const all = [...itemsOf(claimCreation?.errors), ...itemsOf([capture.error ?? null])]
  // The capture's own copy of an error may be older than its claim creation's, which says that it
  // was resolved.
  const seen = new Set(
    all.flatMap((error) => (error.resolved === true ? (textOf(error.id) ?? []) : [])),
  )
  return all.flatMap((error) => {
    const owner = textOf(error.charge_capture_id)
    const id = textOf(error.id) ?? JSON.stringify(error)
    if (error.resolved === true || (owner !== undefined && owner !== capture.id) || seen.has(id))
      return []
    seen.add(id)
    return [
      {
        id,
        message: textOf(error.message) ?? 'No message from the partner.',
        field: textOf(error.field_in_error),
        isWhole: owner === undefined,
      },
    ]
  })
}

/** The ids of the errors and changes of a capture: the audit trail names those. */
export function partsOf({ capture, claimCreation }: LoadedCapture): string[] {
  const errors = [...itemsOf(claimCreation?.errors), ...itemsOf([capture.error ?? null])]
  const own = errors.filter((error) =>
    [undefined, capture.id].includes(textOf(error.charge_capture_id)),
  )
  return [
    ...new Set([...own, ...itemsOf(capture.updates)].flatMap((part) => textOf(part.id) ?? [])),
  ]
}

/** The errors that were settled by hand, those of the capture and those of the whole. */
export function settledErrorsOf({ capture, claimCreation }: LoadedCapture): SettledError[] {
  return itemsOf(claimCreation?.errors).flatMap((error) => {
    const owner = textOf(error.charge_capture_id)
    if (error.resolved !== true || (owner !== undefined && owner !== capture.id)) return []
    const message = textOf(error.message) ?? 'No message from the partner.'
    return [
      {
        id: textOf(error.id) ?? '',
        message,
        resolved_by: textOf(error.resolved_by) ?? null,
        resolution_reason: textOf(error.resolution_reason) ?? null,
      },
    ]
  })
}

/**
 * The same records after one of their errors was settled; the partner's own text, which saves are
 * checked against, stays.
 */
export function withSettledError(
  loaded: LoadedCapture,
  { id, ...how }: ErrorResolved,
): LoadedCapture {
  const settle = (error: Json): Json =>
    isJsonObject(error) && error.id === id ? { ...error, ...how, resolved: true } : error
  const { claimCreation, capture } = loaded
  return {
    ...loaded,
    capture: {
      ...capture,
      ...(capture.error === undefined ? {} : { error: settle(capture.error) }),
    },
    claimCreation: claimCreation && {
      ...claimCreation,
      ...(Array.isArray(claimCreation.errors) ? { errors: claimCreation.errors.map(settle) } : {}),
    },
  }
}

/** True when the partner recorded a change after billing on the capture, resolved or not. */
export function hasUpdates(capture: JsonObject): boolean {
  return itemsOf(capture.updates).length > 0
}

/** A member that is text and not empty. */
export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function itemsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((item) => isJsonObject(item)) : []
}

function asObject(value: Json): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
