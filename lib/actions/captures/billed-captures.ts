import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type Json } from '#lib/core/json.ts'
import type { Failure } from '#lib/core/result.ts'
import { at, list, text } from '#lib/lists/rows/row-values.ts'
import { call } from '#lib/partner/call.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { billedDiff } from '#lib/rules/billed-diff/billed-diff.ts'
import type { CaptureUpdate, UpdatedCapture } from '#lib/actions/replies.ts'

// A claim creation bundles the captures of one visit; this bound only stops a partner that never ends its pages.
const maxPages = 10
const pageSize = 250

export type ReadCaptures = { items: Json[]; isComplete: boolean; failure: Failure | null }

/** The captures of claim creations, in the order in which they were created: the order in which they are merged. */
export async function readCapturesOf(connection: Connection, claimCreationIds: string[]): Promise<ReadCaptures> {
  const items: Json[] = []
  if (claimCreationIds.length === 0) return { items, isComplete: true, failure: null }
  let token: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const query = {
      claim_creation_ids: claimCreationIds,
      limit: pageSize,
      sort: 'created_at',
      sort_direction: 'asc',
      page_token: token,
    }
    const reply = await call(connection, operations.listChargeCaptures, { query })
    if (!reply.ok) return { items, isComplete: false, failure: reply.error }
    const parsed = parseExact(reply.value.text)
    if (isJsonObject(parsed) && Array.isArray(parsed.items)) items.push(...parsed.items)
    token = text(at(parsed, 'next_page_token'))
    if (token === undefined) return { items, isComplete: true, failure: null }
  }
  return { items, isComplete: false, failure: null }
}

/** What a claim creation billed against what all its captures say now; null when it billed nothing. */
export function billedDiffOf(creation: unknown, captures: readonly Json[]): BilledDiff | null {
  if (text(at(creation, 'created_encounter_id')) === undefined) return null
  const now = captures.map((capture) => ({
    id: text(at(capture, 'id')) ?? '',
    status: text(at(capture, 'status')),
    data: isJsonObject(capture) ? capture.charge_capture_data : undefined,
    changed: updatesOf(capture).some((update) => !update.resolved),
  }))
  return billedDiff(isJsonObject(creation) ? creation.encounter_creation_input : undefined, now) ?? null
}

/** What a page of updates needs to know of a capture. */
export function toUpdatedCapture(capture: Json): UpdatedCapture {
  const externalId = text(at(capture, 'charge_external_id'))
  return {
    id: text(at(capture, 'id')) ?? '',
    ...(externalId === undefined ? {} : { external_id: externalId }),
    updates: updatesOf(capture),
  }
}

function updatesOf(capture: Json): CaptureUpdate[] {
  return list(at(capture, 'updates')).flatMap((update) => {
    const id = text(at(update, 'id'))
    const message = text(at(update, 'message')) ?? 'The partner does not say what changed.'
    return id === undefined ? [] : [{ id, message, resolved: at(update, 'resolved') === true }]
  })
}
