import 'server-only'
import { recordAudit } from '../console/audit.ts'
import { keyedHash } from '../console/keys.ts'
import { authorsBetween } from '../console/write-journal.ts'
import { operations } from '../contract/operations.ts'
import { canonicalText, isJsonObject, type JsonObject } from '../core/json.ts'
import { fail, ok, type Result } from '../core/result.ts'
import { call } from '../partner/call.ts'
import { contractPatch, differingTerms } from '../rules/contract-edit/contract-patch.ts'
import { termsOf } from '../rules/contract-edit/contract-terms.ts'
import { mergeTerms } from '../rules/contract-edit/merge-terms.ts'
import { newTermProblems } from '../rules/contract-edit/term-problems.ts'
import type { Choice } from '../rules/merge/merge-three.ts'
import type { SaveContractReply } from './contract-replies.ts'
import { contractRefusal } from './contract-refusal.ts'
import { readObject } from './json-input.ts'
import { withoutRoster } from './read-contract.ts'
import type { ActionContext } from './run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from './unknown-outcome.ts'
import { writeOnce, type Journal } from './write-once.ts'

// What is said while nobody can tell.
const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/**
 * `base` and `wanted`: JSON text of the contract as it was loaded, and of its terms as they are to be.
 * `choices` answer conflicts that were found in the contract that `seen` stands for.
 */
export type SaveContractInput = { id: string; operation_id: string; base: string; wanted: string; choices?: Choice[] | undefined; seen?: string | undefined }

type Save = { input: SaveContractInput; base: JsonObject; wanted: JsonObject; context: ActionContext }
type Plan = { sent: JsonObject; merge: ReturnType<typeof mergeTerms>; theirsHash: string }
type Read = { contract: JsonObject; terms: JsonObject }

/**
 * Changes a contract's terms without overwriting anybody: reads it once more, merges what was loaded, what is wanted
 * and what it is now, and sends one update of nothing but the difference; where both changed the same, nothing is sent
 * and the conflicts are answered. Then it reads the contract again. A lost answer is settled by what is read.
 */
export async function saveContract(input: SaveContractInput, context: ActionContext): Promise<Result<SaveContractReply>> {
  const [base, wanted] = [readObject(input.base), readObject(input.wanted)]
  if (!base || !wanted || base.contract_id !== input.id) return fail('InvalidInput', 'The change does not belong to this contract.')
  const save: Save = { input, base: termsOf(base), wanted: termsOf(wanted), context }
  const issues = newTermProblems(save.base, save.wanted)
  if (issues.length > 0) return fail('InvalidInput', 'Some of the values cannot be used.', { issues })
  const request: JsonObject = { base: save.base, wanted: save.wanted, choices: input.choices ?? [], seen: input.seen ?? null }
  return writeOnce({ operation_id: input.operation_id, operation: 'updateContractV3', record: input.id, request }, context, (journal) => attempt(save, journal))
}

async function attempt(save: Save, journal: Journal): Promise<Result<SaveContractReply>> {
  const { input, base, wanted } = save
  const { earlier } = journal
  const before = await readNow(save)
  if (!before.ok) return earlier ? stillUnknown(journal, unknown, before.error) : before
  const theirs = before.value.terms
  const theirsHash = await hashOf(theirs)
  const isUncertain = earlier !== undefined && earlier.beforeHash !== theirsHash
  const merge = mergeTerms({ base, mine: wanted, theirs }, input.seen === theirsHash ? input.choices : [], isUncertain)
  const plan: Plan = { merge, theirsHash, sent: contractPatch(theirs, merge.merged) }
  if (merge.conflicts.length > 0) return conflict(save, plan)
  if (Object.keys(plan.sent).length === 0) return saved(save, plan, before.value, journal)
  if (earlier) {
    if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
    if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
    await journal.resend()
  } else {
    await journal.begin(theirsHash)
  }
  return send(save, plan, before.value, journal)
}

async function send(save: Save, plan: Plan, before: Read, journal: Journal): Promise<Result<SaveContractReply>> {
  const { input, context } = save
  await audit(save, 'intent', 'sent')
  // The type tells the union apart; it is not changed by it.
  const bodyText = JSON.stringify({ type: before.contract.type ?? 'professional', ...plan.sent })
  const reply = await call(context.connection, operations.updateContractV3, { params: { contract_id: input.id }, body: {} as never }, { bodyText })
  const isUnknown = !reply.ok && reply.error.name === 'OutcomeUnknown'
  if (!reply.ok && !isUnknown) {
    await audit(save, 'outcome', reply.error.name)
    return { ok: false, error: contractRefusal(reply.error) }
  }
  const after = await readNow(save)
  if (isUnknown) return after.ok && differingTerms(after.value.terms, plan.merge.merged).length === 0 ? saved(save, plan, after.value, journal) : checking(journal)
  if (after.ok) return saved(save, plan, after.value, journal)
  await audit(save, 'outcome', 'SavedButUnread')
  return fail('SavedButUnread', 'The change was saved, but the contract could not be read again. Reload the page to see it.', { status: after.error.status })
}

async function saved(save: Save, plan: Plan, after: Read, journal: Journal): Promise<Result<SaveContractReply>> {
  journal.setAfter(await hashOf(after.terms))
  await audit(save, 'outcome', 'ok')
  return ok({ kind: 'saved', contract: JSON.stringify(after.contract), ...(await alsoKept(save, plan)), unverified: differingTerms(after.terms, plan.merge.merged) })
}

async function conflict(save: Save, plan: Plan): Promise<Result<SaveContractReply>> {
  await recordAudit({ ...entryOf(save), operation: 'getContractV3', stage: 'read', outcome: 'ok' })
  return ok({ kind: 'conflict', conflicts_text: JSON.stringify(plan.merge.conflicts), ...(await alsoKept(save, plan)), seen: plan.theirsHash })
}

async function alsoKept({ base, input, context }: Save, { merge, theirsHash }: Plan) {
  const baseHash = await hashOf(base)
  const by = baseHash === theirsHash ? undefined : await authorsBetween(context.connection.id, input.id, baseHash, theirsHash)
  return { also_kept_text: JSON.stringify(merge.theirsChanges), changed_by: by ?? null }
}

async function readNow({ input, context }: Save): Promise<Result<Read>> {
  const reply = await call(context.connection, operations.getContractV3, { params: { contract_id: input.id } })
  if (!reply.ok) return reply
  const contract = withoutRoster(reply.value.text)
  return isJsonObject(contract) ? ok({ contract, terms: termsOf(contract) }) : fail('UnreadableReply', 'The partner’s reply has another form than expected.', { status: reply.value.status })
}

function hashOf(terms: JsonObject): Promise<string> {
  return keyedHash(canonicalText(terms))
}

function entryOf({ input, context }: Save) {
  return { accountId: context.account.id, connectionId: context.connection.id, operation: 'updateContractV3', recordIds: [input.id] }
}

function audit(save: Save, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({ ...entryOf(save), stage, outcome })
}
