import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type Json } from '#lib/core/json.ts'
import type { Failure } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import type { BilledDiff, CaptureNow } from '#lib/rules/billed-diff/billed-change.ts'
import { billedDiff } from '#lib/rules/billed-diff/billed-diff.ts'

// A claim creation bundles the captures of one visit; this bound only stops a partner that never
// ends its pages.
const maxPages = 10
const pageSize = 250

/** `message_type` is the HL7 message type of the change, where the partner shows one. */
export type CaptureUpdate = {
  id: string
  message: string
  resolved: boolean
  message_type?: string
}

/** A capture with every change after billing that the partner recorded. */
export type UpdatedCapture = { id: string; external_id?: string; updates: CaptureUpdate[] }

export type ReadCaptures = { items: Json[]; isComplete: boolean; failure: Failure | null }

/**
 * The captures of claim creations, in the order in which they were created: the order in which they
 * are merged.
 */
export async function readCapturesOf(
  connection: Connection,
  claimCreationIds: string[],
): Promise<ReadCaptures> {
  if (claimCreationIds.length === 0) return { items: [], isComplete: true, failure: null }
  const query = {
    claim_creation_ids: claimCreationIds,
    limit: pageSize,
    sort: 'created_at',
    sort_direction: 'asc',
  }
  const ask = askPages(connection, operations.listChargeCaptures, {}, { parse: parseExact })
  const { items, failure } = await readWhole(ask, query, { pages: maxPages })
  return { items: items as Json[], isComplete: failure === null, failure } // items are parsed JSON
}

/** Which claim creations of a page have an unresolved change after billing, by their captures. */
export function haveUnresolved(creations: readonly unknown[], { items }: ReadCaptures): boolean[] {
  const open = new Set(
    items
      .filter((capture) => updatesOf(capture).some((update) => !update.resolved))
      .map((capture) => textOf(memberAt(capture, 'claim_creation_id'))),
  )
  return creations.map((creation) => open.has(textOf(memberAt(creation, 'id'))))
}

/** The bill of a claim creation compared with its captures now; null if it billed nothing. */
export function billedDiffOf(creation: unknown, captures: readonly Json[]): BilledDiff | null {
  if (textOf(memberAt(creation, 'created_encounter_id')) === undefined) return null
  const billed = isJsonObject(creation) ? creation.encounter_creation_input : undefined
  return billedDiff(billed, capturesNow(captures)) ?? null
}

/** Captures as the comparison with the bill takes them. */
export function capturesNow(captures: readonly Json[]): CaptureNow[] {
  return captures.map((capture) => ({
    id: textOf(memberAt(capture, 'id')) ?? '',
    status: textOf(memberAt(capture, 'status')),
    data: isJsonObject(capture) ? capture.charge_capture_data : undefined,
    changed: updatesOf(capture).some((update) => !update.resolved),
  }))
}

/** The members of a capture that a page of updates needs. */
export function toUpdatedCapture(capture: Json): UpdatedCapture {
  const externalId = textOf(memberAt(capture, 'charge_external_id'))
  return {
    id: textOf(memberAt(capture, 'id')) ?? '',
    ...(externalId === undefined ? {} : { external_id: externalId }),
    updates: updatesOf(capture),
  }
}

function updatesOf(capture: Json): CaptureUpdate[] {
  return itemsOf(memberAt(capture, 'updates')).flatMap((update) => {
    const id = textOf(memberAt(update, 'id'))
    const message = textOf(memberAt(update, 'message')) ?? 'The partner didn’t say what changed.'
    const type = textOf(memberAt(update, 'hl7_message_type'))
    const resolved = memberAt(update, 'resolved') === true
    return id === undefined
      ? []
      : [{ id, message, resolved, ...(type === undefined ? {} : { message_type: type }) }]
  })
}
