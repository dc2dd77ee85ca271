import 'server-only'
import { recordAudit } from '../console/audit.ts'
import type { Connection } from '../console/connections.ts'
import { keepSaveReason } from '../console/save-reasons.ts'
import { operations } from '../contract/operations.ts'
import { isJsonObject, parseExact, type JsonObject } from '../core/json.ts'
import { fail, ok, type Failure, type Result } from '../core/result.ts'
import { call } from '../partner/call.ts'
import { leafChanges } from '../rules/leaf-changes.ts'
import { claimCreationChange } from './claim-creation-change.ts'
import { newIssues } from './new-issues.ts'
import { noteOverwritten } from './pre-encounter-origin.ts'
import { claimCreationIdOf, readClaimCreationText, withClaimCreation } from './read-charge-capture.ts'
import type { SaveReply } from './replies.ts'
import type { ActionContext } from './run-action.ts'

/** `body`: JSON text of the PATCH body, numbers as they were written. `base`: JSON text of the capture as it was loaded. */
export type SaveInput = { id: string; body: string; base: string; past?: SavePast | undefined }

/** Why a save goes past errors that the checks found: the person's sentence, and a rule's id for each error. */
export type SavePast = { reason: string; findings: string[] }

/**
 * Saves a charge capture: reads it once more and refuses when someone else changed what is being saved, sends one
 * PATCH, reads the capture and its claim creation again, and says what changed. When the partner did not confirm the
 * PATCH, what is read afterwards decides whether it was made.
 */
export async function saveCapture(input: SaveInput, { account, connection }: ActionContext): Promise<Result<SaveReply>> {
  const [body, base] = [readObject(input.body), readObject(input.base)]
  if (!body || !base || base.id !== input.id) return fail('InvalidInput', 'The change does not belong to this charge capture.')
  const issues = newIssues(body, base)
  if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
  const before = await readCapture(connection, input.id)
  if (!before.ok) return before
  const foreign = changedMeanwhile(body, base, before.value.capture)
  if (foreign.length > 0) return conflict(foreign)
  const creationBefore = await readClaimCreationText(connection, claimCreationIdOf(before.value.text))

  const entry = { accountId: account.id, connectionId: connection.id, operation: 'updateChargeCapture', recordIds: [input.id] }
  await recordAudit({ ...entry, stage: 'intent', outcome: 'sent' })
  const sent = await call(connection, operations.updateChargeCapture, { params: { charge_capture_id: input.id }, body: {} }, { bodyText: input.body })
  const after = sent.ok || sent.error.name === 'OutcomeUnknown' ? await readCapture(connection, input.id) : undefined
  const settled = settle(sent.ok ? undefined : sent.error, after, { body, base })
  await recordAudit({ ...entry, stage: 'outcome', outcome: settled.ok ? 'ok' : settled.error.name })
  if (!settled.ok) return settled
  if (input.past) await keepSaveReason({ accountId: account.id, connectionId: connection.id, record: input.id, rules: input.past.findings, reason: input.past.reason })

  const unverified = differingPaths(body, base, settled.value.capture)
  await noteOverwritten(connection, input.id, unverified)
  const records = await withClaimCreation(connection, settled.value.text)
  return ok({
    ...records,
    changes: leafChanges(withoutFindings(base), withoutFindings(settled.value.capture)),
    claim_creation_change: claimCreationChange(creationBefore.claim_creation, records.claim_creation),
    is_verified: unverified.length === 0,
    unverified,
  })
}

// What the partner found wrong is told with the claim creation; here only the record's own content counts.
function withoutFindings({ error: _, updates: __, ...record }: JsonObject): JsonObject {
  return record
}

type Read = { text: string; capture: JsonObject }

async function readCapture(connection: Connection, id: string): Promise<Result<Read>> {
  const reply = await call(connection, operations.getChargeCapture, { params: { charge_capture_id: id } })
  if (!reply.ok) return reply
  const capture = readObject(reply.value.text)
  return capture ? ok({ text: reply.value.text, capture }) : fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status: reply.value.status })
}

// A confirmed write whose record cannot be read back is still a write; an unconfirmed one counts as made only when
// the record now says so.
function settle(failure: Failure | undefined, after: Result<Read> | undefined, { body, base }: { body: JsonObject; base: JsonObject }): Result<Read> {
  if (!after) return { ok: false, error: failure! } // without a failure the record was read again
  if (!failure) {
    if (after.ok) return after
    return fail('SavedButUnread', 'The change was saved, but the record could not be read again. Reload the page to see it.', { status: after.error.status })
  }
  return after.ok && differingPaths(body, base, after.value.capture).length === 0 ? after : { ok: false, error: failure }
}

/** The members of the body that someone else changed since the capture was loaded, as wire paths. */
function changedMeanwhile(body: JsonObject, base: JsonObject, current: JsonObject): string[] {
  return leafChanges(namedLike(body, base), namedLike(body, current)).map((change) => change.path)
}

/**
 * Where the record holds something else than the body that was sent. Null and missing count as the same here, and a
 * member that the partner added by itself, which neither the body nor the loaded record had, is no difference.
 */
function differingPaths(body: JsonObject, base: JsonObject, capture: JsonObject): string[] {
  const kept = namedLike(body, capture)
  const added = new Set(leafChanges(namedLike(body, base), kept).flatMap(({ path, before }) => (before === undefined ? [path] : [])))
  return leafChanges(body, kept)
    .filter(({ path, before, after }) => ((before ?? null) !== null || (after ?? null) !== null) && !(before === undefined && added.has(path)))
    .map((change) => change.path)
}

/** The members of a record that the body names, under the body's names. */
function namedLike(body: JsonObject, record: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(body).map((name) => [name, record[recordName(name)] ?? null]))
}

function conflict(paths: string[]): { ok: false; error: Failure } {
  const issues = paths.slice(0, 50).map((path) => ({ path, message: 'Someone else changed this since you opened the record.' }))
  return fail('ChangedMeanwhile', 'Someone else changed this charge capture since you opened it. Nothing was saved. Reload it to see their change.', { issues })
}

// A capture's `data` is called `charge_capture_data` in what the partner gives back.
function recordName(name: string): string {
  return name === 'data' ? 'charge_capture_data' : name
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = parseExact(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
