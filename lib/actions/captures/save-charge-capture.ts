import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { keepSaveReason } from '#lib/console/records/save-reasons.ts'
import { authorsBetween } from '#lib/console/records/write-journal.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { preEncounterFilledMembers } from '#lib/contract/pre-encounter/filled-members.ts'
import { operations } from '#lib/contract/operations.ts'
import { canonicalText, isJsonObject, sameJson, type Json, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { mergeThree, type Choice, type Merged } from '#lib/rules/merge/merge-three.ts'
import type { Finding } from '#lib/rules/scrub/rule.ts'
import { contentOf, differingPaths, isReadable, readablePart } from './capture-content.ts'
import { claimCreationChange } from '#lib/actions/claim-creations/claim-creation-change.ts'
import { readObject } from '#lib/actions/writing/parse-body.ts'
import { missingAttachment } from './missing-attachment.ts'
import { newIssues } from './new-issues.ts'
import { openErrors, reasonNeeded, rulesPast, type SavePast } from './open-errors.ts'
import { noteOverwritten, preEncounterOrigin } from './pre-encounter-origin.ts'
import { claimCreationIdOf, readClaimCreationText, withClaimCreation } from './read-charge-capture.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'
import type { SaveReply } from '#lib/actions/writing/write-replies.ts'

// What is said while nobody can tell.
const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/**
 * `body`: JSON text of the PATCH body, numbers as they were written. `base`: JSON text of the capture as it was loaded.
 * `choices` answer conflicts that were found in the record that `seen` stands for.
 */
export type SaveInput = {
  id: string
  operation_id: string
  body: string
  base: string
  choices?: Choice[] | undefined
  seen?: string | undefined
  past?: SavePast | undefined
}

type Save = { input: SaveInput; body: JsonObject; base: JsonObject; context: ActionContext }

/**
 * Saves a charge capture without overwriting anybody: reads it once more, merges what was loaded, what is wanted and
 * what it is now, and sends one PATCH; where both changed the same, nothing is sent and the conflicts are answered.
 * Then it reads the records again and says what changed. A lost answer is settled by what is read. What the checks find
 * wrong is sent only with a person's reason.
 */
export async function saveCapture(input: SaveInput, context: ActionContext): Promise<Result<SaveReply>> {
  const [body, base] = [readObject(input.body), readObject(input.base)]
  if (!body || !base || base.id !== input.id)
    return fail('InvalidInput', 'The change does not belong to this charge capture.')
  const issues = newIssues(body, base)
  if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
  const request = { ...input, body, base: await hashOf(contentOf(base)) } as unknown as JsonObject // plain data, only optional members
  const write = {
    operation_id: input.operation_id,
    operation: 'updateChargeCapture',
    record: input.id,
    request: JSON.parse(JSON.stringify(request)) as JsonObject,
  }
  return writeOnce(write, context, (journal) => attempt({ input, body, base, context }, journal))
}

async function attempt(save: Save, journal: Journal): Promise<Result<SaveReply>> {
  const { input, body, base, context } = save
  const { earlier } = journal
  const before = await readCapture(context.connection, input.id)
  if (!before.ok) return earlier ? stillUnknown(journal, unknown, before.error) : before
  const theirs = contentOf(before.value.capture)
  const theirsHash = await hashOf(theirs)
  const loaded = contentOf(base)
  const choices = input.seen === theirsHash ? input.choices : []
  const isUnchanged = earlier?.beforeHash === theirsHash
  // What was sent and cannot be read back says nothing about whether it arrived; the rest does.
  const wanted = earlier && !isUnchanged ? readablePart(body) : body
  const merge = mergeThree(
    { base: loaded, mine: { ...loaded, ...wanted }, theirs },
    choices,
    earlier !== undefined && !isUnchanged,
  )
  // Where it was only concluded from what a save came back with, everything is sent: leaving out could remove it.
  const origin = await preEncounterOrigin(context.connection, before.value.capture)
  const isFilled = origin !== null && origin.source !== 'seen'
  // Who edits what was only concluded to come from records ("Edit anyway") answers for it as for any other capture.
  const isOwn = origin?.source === 'seen' && editsFilled(merge.merged, theirs)
  const errors = openErrors(merge.merged, captureShape(), origin && !isOwn ? 'made' : undefined)
  const plan: Plan = {
    before: before.value,
    theirsHash,
    merge,
    creationBefore: null,
    isFilled,
    errors,
    sent: bodyToSend(Object.keys(wanted), merge.merged, theirs, isFilled),
  }
  if (merge.conflicts.length > 0) return conflict(save, plan)
  plan.creationBefore = (
    await readClaimCreationText(context.connection, claimCreationIdOf(before.value.text))
  ).claim_creation
  if (Object.keys(plan.sent).length === 0) return saved(save, plan, before.value, journal)
  if (earlier) {
    if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
    if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
    await journal.resend()
  } else {
    // A save is judged as it will stand: with what somebody else changed meanwhile, whatever the page looked at.
    if (plan.errors.length > 0 && !input.past) return reasonNeeded(plan.errors, captureShape())
    await journal.begin(theirsHash)
  }
  return send(save, plan, journal)
}

type Read = { text: string; capture: JsonObject }
/**
 * What is about to be sent, and to what. `isFilled`: pre-encounter records fill members of it, which are not sent.
 * `errors`: what the checks find in the whole record as it will be.
 */
type Plan = {
  before: Read
  theirsHash: string
  merge: Merged
  creationBefore: string | null
  isFilled: boolean
  errors: Finding[]
  sent: JsonObject
}

/** The members that differ from what the partner has now; the data goes whole, since an update replaces it. */
function bodyToSend(names: readonly string[], merged: JsonObject, theirs: JsonObject, isFilled: boolean): JsonObject {
  const sent: JsonObject = {}
  for (const name of names) {
    if (Object.hasOwn(merged, name) && !(Object.hasOwn(theirs, name) && sameJson(merged[name], theirs[name])))
      sent[name] = merged[name]!
  }
  if (!isFilled || !isJsonObject(sent.data)) return sent
  const { data, ...header } = sent
  const isSame = isJsonObject(theirs.data) && sameJson(withoutFilled(data), withoutFilled(theirs.data))
  return isSame ? header : { ...header, data: withoutFilled(data) }
}

/** True when a member that pre-encounter records fill is to become another than it is now. */
function editsFilled(merged: JsonObject, theirs: JsonObject): boolean {
  const [data, was] = [merged.data, theirs.data].map((value): JsonObject => (isJsonObject(value) ? value : {}))
  return preEncounterFilledMembers.some((name) => !sameJson(data![name] ?? null, was![name] ?? null))
}

function withoutFilled(data: JsonObject): JsonObject {
  const filled: readonly string[] = preEncounterFilledMembers
  return Object.fromEntries(Object.entries(data).filter(([name]) => !filled.includes(name)))
}

/** Where the record holds something else than what was sent; what pre-encounter records fill was not. */
function differences(plan: Plan, capture: JsonObject): string[] {
  const paths = differingPaths(plan.sent, plan.before.capture, capture)
  if (!plan.isFilled) return paths
  return paths.filter((path) => !preEncounterFilledMembers.some((name) => `${path}.`.startsWith(`data.${name}.`)))
}

async function send(save: Save, plan: Plan, journal: Journal): Promise<Result<SaveReply>> {
  const { input, context } = save
  await audit(save, 'intent', 'sent')
  const reply = await call(
    context.connection,
    operations.updateChargeCapture,
    { params: { charge_capture_id: input.id }, body: {} },
    { bodyText: JSON.stringify(plan.sent), explain: missingAttachment(plan.sent) },
  )
  const isUnknown = !reply.ok && reply.error.name === 'OutcomeUnknown'
  if (!reply.ok && !isUnknown) {
    await audit(save, 'outcome', reply.error.name)
    return reply
  }
  const after = await readCapture(context.connection, input.id)
  if (isUnknown) {
    const isTold = Object.keys(plan.sent).some((name) => isReadable(name))
    const isMade = isTold && after.ok && differences(plan, after.value.capture).length === 0
    return isMade ? saved(save, plan, after.value, journal) : checking(journal)
  }
  if (after.ok) return saved(save, plan, after.value, journal)
  await audit(save, 'outcome', 'SavedButUnread')
  return fail(
    'SavedButUnread',
    'The change was saved, but the record could not be read again. Reload the page to see it.',
    { status: after.error.status },
  )
}

async function saved(save: Save, plan: Plan, after: Read, journal: Journal): Promise<Result<SaveReply>> {
  journal.setAfter(await hashOf(contentOf(after.capture)))
  await audit(save, 'outcome', 'ok')
  const { input, context } = save
  if (input.past)
    await keepSaveReason({
      accountId: context.account.id,
      connectionId: context.connection.id,
      record: input.id,
      rules: rulesPast(plan.errors, input.past),
      reason: input.past.reason,
    })
  const unverified = differences(plan, after.capture)
  await noteOverwritten(
    context.connection,
    input.id,
    unverified.filter((path) => isPutBack(plan, after.capture, path)),
  )
  const records = await withClaimCreation(context.connection, after.text)
  return ok({
    kind: 'saved',
    ...records,
    ...(await alsoKept(save, plan)),
    claim_creation_change: claimCreationChange(plan.creationBefore, records.claim_creation),
    is_verified: unverified.length === 0,
    unverified,
  })
}

// Records put back what was there; a third value is somebody's who saved between the write and the look at it.
function isPutBack({ before }: Plan, after: JsonObject, path: string): boolean {
  const [was, is] = [leafAt(contentOf(before.capture), path), leafAt(contentOf(after), path)]
  return is !== undefined && was !== undefined && sameJson(is, was)
}

function leafAt(content: JsonObject, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (at, part) =>
        Array.isArray(at) ? at[Number(part)] : isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined,
      content,
    )
}

async function conflict(save: Save, plan: Plan): Promise<Result<SaveReply>> {
  await recordAudit({ ...entryOf(save), operation: 'getChargeCapture', stage: 'read', outcome: 'ok' })
  return ok({
    kind: 'conflict',
    conflicts_text: JSON.stringify(plan.merge.conflicts),
    ...(await alsoKept(save, plan)),
    seen: plan.theirsHash,
  })
}

async function alsoKept({ base, input, context }: Save, { merge, theirsHash }: Plan) {
  const baseHash = await hashOf(contentOf(base))
  const by =
    baseHash === theirsHash ? undefined : await authorsBetween(context.connection.id, input.id, baseHash, theirsHash)
  return {
    also_kept_text: JSON.stringify(merge.theirsChanges),
    changed_by: by ?? null,
    repointed_text: JSON.stringify(merge.repointed),
  }
}

async function readCapture(connection: Connection, id: string): Promise<Result<Read>> {
  const reply = await call(connection, operations.getChargeCapture, { params: { charge_capture_id: id } })
  if (!reply.ok) return reply
  const capture = readObject(reply.value.text)
  return capture
    ? ok({ text: reply.value.text, capture })
    : fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status: reply.value.status })
}

function hashOf(content: JsonObject): Promise<string> {
  return keyedHash(canonicalText(content))
}

function entryOf({ input, context }: Save) {
  return {
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: 'updateChargeCapture',
    recordIds: [input.id],
  }
}

function audit(save: Save, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({ ...entryOf(save), stage, outcome })
}
