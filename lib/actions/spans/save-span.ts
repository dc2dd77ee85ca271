import 'server-only'
import { recordAudit } from '../../console/audit.ts'
import { keyedHash } from '../../console/keys.ts'
import { authorsBetween } from '../../console/write-journal.ts'
import { canonicalText, type JsonObject } from '../../core/json.ts'
import { fail, ok, type Issue, type Result } from '../../core/result.ts'
import { call } from '../../partner/call.ts'
import type { Choice } from '../../rules/merge/merge-three.ts'
import { spanProblems } from '../../rules/span-edit/span-problems.ts'
import { differingTerms, mergeSpan, spanPatch, termsOf, termsOfRequest, type SpanKind } from '../../rules/span-edit/span-terms.ts'
import { readObject } from '../json-input.ts'
import type { ActionContext } from '../run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '../unknown-outcome.ts'
import { writeOnce, type Journal } from '../write-once.ts'
import { idOfSpan, spanKinds, spanParams } from './span-kinds.ts'
import type { SaveSpanReply } from './span-replies.ts'

// What is said while nobody can tell.
const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/**
 * `base` and `wanted`: JSON text of the span as it was loaded, and of its terms as they are to be.
 * `choices` answer conflicts that were found in the span that `seen` stands for.
 */
export type SaveSpanInput = { id: string; operation_id: string; base: string; wanted: string; choices?: Choice[] | undefined; seen?: string | undefined }

type Save = { kind: SpanKind; input: SaveSpanInput; base: JsonObject; wanted: JsonObject; context: ActionContext }
type Plan = { sent: JsonObject; merge: ReturnType<typeof mergeSpan>; theirsHash: string }
type Read = { text: string; terms: JsonObject }

/**
 * The verb that changes a span without overwriting anybody: reads it once more, merges what was loaded, what is wanted
 * and what it is now, and sends one update of nothing but the difference; where both changed the same, nothing is sent
 * and the conflicts are answered. Then it reads the span again. A lost answer is settled by what is read.
 */
export function saveSpan(kind: SpanKind) {
  return async (input: SaveSpanInput, context: ActionContext): Promise<Result<SaveSpanReply>> => {
    const [base, wanted] = [readObject(input.base), readObject(input.wanted)]
    if (!base || !wanted || idOfSpan(kind, base) !== input.id) return fail('InvalidInput', 'The change does not belong to this span.')
    const save: Save = { kind, input, base: termsOf(kind, base), wanted: termsOfRequest(kind, wanted), context }
    const issues = newProblems(save)
    if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
    const request: JsonObject = { base: save.base, wanted: save.wanted, choices: input.choices ?? [], seen: input.seen ?? null }
    return writeOnce({ operation_id: input.operation_id, operation: spanKinds[kind].update.id, record: input.id, request }, context, (journal) => attempt(save, journal))
  }
}

// What the span held already is nobody's mistake now; dates are in order only together.
function newProblems({ kind, base, wanted }: Save): Issue[] {
  const changed = new Set(differingTerms(kind, base, wanted))
  const isReversing = changed.has('start_date') || changed.has('end_date')
  return spanProblems(kind, wanted, ['contracting_provider_id', 'payer_uuid']).filter(({ path }) => changed.has(path) || (path === 'end_date' && isReversing))
}

async function attempt(save: Save, journal: Journal): Promise<Result<SaveSpanReply>> {
  const { kind, input, base, wanted } = save
  const { earlier } = journal
  const before = await readNow(save)
  if (!before.ok) return earlier ? stillUnknown(journal, unknown, before.error) : before
  const theirs = before.value.terms
  const theirsHash = await hashOf(theirs)
  const isUncertain = earlier !== undefined && earlier.beforeHash !== theirsHash
  const merge = mergeSpan({ base, mine: wanted, theirs }, input.seen === theirsHash ? input.choices : [], isUncertain)
  const plan: Plan = { merge, theirsHash, sent: spanPatch(kind, theirs, merge.merged) }
  if (merge.conflicts.length > 0) return conflict(save, plan)
  if (Object.keys(plan.sent).length === 0) return saved(save, plan, before.value, journal)
  // Two halves that are in order each may be reversed together.
  const issues = spanProblems(kind, merge.merged, []).filter(({ path }) => path === 'end_date')
  if (issues.length > 0 && merge.theirsChanges.length > 0) return fail('InvalidInput', 'With what somebody else has changed meanwhile, the last day is before the first day.', { issues })
  if (earlier) {
    if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
    if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
    await journal.resend()
  } else {
    await journal.begin(theirsHash)
  }
  return send(save, plan, journal)
}

async function send(save: Save, plan: Plan, journal: Journal): Promise<Result<SaveSpanReply>> {
  const { kind, input, context } = save
  await audit(save, 'intent', 'sent')
  const reply = await call(context.connection, spanKinds[kind].update, { params: spanParams(kind, input.id), body: {} as never }, { bodyText: JSON.stringify(plan.sent) })
  const isUnknown = !reply.ok && reply.error.name === 'OutcomeUnknown'
  if (!reply.ok && !isUnknown) {
    await audit(save, 'outcome', reply.error.name)
    return reply
  }
  const after = await readNow(save)
  if (isUnknown) return after.ok && differingTerms(kind, after.value.terms, plan.merge.merged).length === 0 ? saved(save, plan, after.value, journal) : checking(journal)
  if (after.ok) return saved(save, plan, after.value, journal)
  await audit(save, 'outcome', 'SavedButUnread')
  return fail('SavedButUnread', 'The change was saved, but the span could not be read again. Reload the page to see it.', { status: after.error.status })
}

async function saved(save: Save, plan: Plan, after: Read, journal: Journal): Promise<Result<SaveSpanReply>> {
  journal.setAfter(await hashOf(after.terms))
  await audit(save, 'outcome', 'ok')
  return ok({ kind: 'saved', span: after.text, ...(await alsoKept(save, plan)), unverified: differingTerms(save.kind, after.terms, plan.merge.merged) })
}

async function conflict(save: Save, plan: Plan): Promise<Result<SaveSpanReply>> {
  await recordAudit({ ...entryOf(save), operation: spanKinds[save.kind].get.id, stage: 'read', outcome: 'ok' })
  return ok({ kind: 'conflict', conflicts_text: JSON.stringify(plan.merge.conflicts), ...(await alsoKept(save, plan)), seen: plan.theirsHash })
}

async function alsoKept({ base, input, context }: Save, { merge, theirsHash }: Plan) {
  const baseHash = await hashOf(base)
  const by = baseHash === theirsHash ? undefined : await authorsBetween(context.connection.id, input.id, baseHash, theirsHash)
  return { also_kept_text: JSON.stringify(merge.theirsChanges), changed_by: by ?? null }
}

async function readNow({ kind, input, context }: Save): Promise<Result<Read>> {
  const reply = await call(context.connection, spanKinds[kind].get, { params: spanParams(kind, input.id) })
  if (!reply.ok) return reply
  const span = readObject(reply.value.text)
  return span ? ok({ text: reply.value.text, terms: termsOf(kind, span) }) : fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status: reply.value.status })
}

function hashOf(terms: JsonObject): Promise<string> {
  return keyedHash(canonicalText(terms))
}

function entryOf({ kind, input, context }: Save) {
  return { accountId: context.account.id, connectionId: context.connection.id, operation: spanKinds[kind].update.id, recordIds: [input.id] }
}

function audit(save: Save, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({ ...entryOf(save), stage, outcome })
}
