import 'server-only'
import { chargeCapture, updateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { leafChanges } from '#lib/rules/edit/leaf-changes.ts'

const readable = new Set(['data', ...Object.keys(chargeCapture.shape)])

/**
 * True when a capture returns no member of the body, so that reading it cannot show whether the
 * body arrived.
 */
export function isUntellable(body: JsonObject, capture: JsonObject): boolean {
  return comparable(body, capture).length === 0
}

/** The members of a body that captures show; the whole body where they show none of it. */
export function readablePart(body: JsonObject): JsonObject {
  const members = Object.entries(body).filter(([name]) => readable.has(name))
  return members.length > 0 ? Object.fromEntries(members) : body
}

/**
 * The update body that would change nothing: a capture's own members under the names that a PATCH
 * uses.
 */
export function contentOf(capture: JsonObject): JsonObject {
  const content: JsonObject = {}
  for (const name of Object.keys(updateChargeCaptureBody.shape)) {
    if (Object.hasOwn(capture, recordName(name))) content[name] = capture[recordName(name)]!
  }
  return content
}

/**
 * Where a capture holds something else than what was sent, as wire paths. Null and missing count as
 * the same, and a member that the partner added by itself, which neither the body nor the record
 * before had, is no difference; a row is. What a capture never shows (attachments, the HL7 message
 * type) cannot be compared.
 */
export function differingPaths(
  sent: JsonObject,
  before: JsonObject,
  capture: JsonObject,
): string[] {
  const names = comparable(sent, capture)
  const part = (record: JsonObject, nameIn: (name: string) => string) =>
    Object.fromEntries(names.map((name) => [name, record[nameIn(name)] ?? null]))
  const stored = part(capture, recordName)
  const wanted = part(sent, (name) => name)
  const added = new Set(
    leafChanges(part(before, recordName), stored).flatMap((change) =>
      change.before === undefined || change.before === null ? [change.path] : [],
    ),
  )
  return leafChanges(wanted, stored)
    .filter(
      ({ path, before: was, after }) =>
        ((was ?? null) !== null || (after ?? null) !== null) &&
        !(was === undefined && added.has(path) && !isInNewRow(path, wanted)),
    )
    .map((change) => change.path)
}

function comparable(body: JsonObject, capture: JsonObject): string[] {
  return Object.keys(body).filter((name) => readable.has(name) || Object.hasOwn(capture, name))
}

// A capture's `data` is called `charge_capture_data` in what the partner gives back.
function recordName(name: string): string {
  return name === 'data' ? 'charge_capture_data' : name
}

function isInNewRow(path: string, sent: JsonObject): boolean {
  let at: Json | undefined = sent
  for (const part of path.split('.')) {
    if (Array.isArray(at) && Number(part) >= at.length) return true
    at = typeof at === 'object' && at !== null ? (at as JsonObject)[part] : undefined
  }
  return false
}
