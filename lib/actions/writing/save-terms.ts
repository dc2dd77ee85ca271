import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { authorsBetween } from '#lib/console/records/write-journal.ts'
import { canonicalText, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { mergeTerms } from '#lib/rules/merge/merge-terms.ts'
import type { Choice } from '#lib/rules/merge/merge-three.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from './unknown-outcome.ts'
import { writeOnce, type Journal } from './write-once.ts'
import type { Checking } from './write-replies.ts'

/**
 * `base` and `wanted`: JSON text of the record as it was loaded, and of its terms as they are to be.
 * `choices` answer conflicts that were found in the record that `seen` stands for.
 */
export type SaveTermsInput = {
  id: string
  operation_id: string
  base: string
  wanted: string
  choices?: Choice[] | undefined
  seen?: string | undefined
}

/** A record as it was read: `text` is its JSON, `terms` what of it a person may change. */
export type ReadTerms = { text: string; terms: JsonObject }

/** A save that was made. */
export type TermsSaved = {
  kind: 'saved'
  /** TheirsChange[] of `lib/rules/merge`: what somebody else had changed since it was loaded, and was kept. */
  also_kept_text: string
  /** Who made those changes, where all were made through this console. */
  changed_by: string[] | null
  /** The terms that the partner keeps otherwise than they were sent. */
  unverified: string[]
}

/** Nothing was sent, because somebody else changed the same: a person has to choose. */
export type TermsConflict = Pick<TermsSaved, 'also_kept_text' | 'changed_by'> & {
  kind: 'conflict'
  /** Conflict[] of `lib/rules/merge`. */
  conflicts_text: string
  /** Stands for the record as it was when the conflicts were found: the choices count for it alone. */
  seen: string
}

/** What is to be saved, and what is particular about such a record. `Shown` are members of the reply that show it. */
export type TermsSave<Shown extends object> = {
  input: SaveTermsInput
  base: JsonObject
  wanted: JsonObject
  /** What it is called in a sentence. */
  noun: string
  /** The operations that change it and that read it. */
  operation: string
  readOperation: string
  read: () => Promise<Result<ReadTerms>>
  update: (sent: JsonObject, before: ReadTerms) => Promise<Result<unknown>>
  /** A term that two people change as one thing. */
  isWhole: (name: string) => boolean
  differing: (a: JsonObject, b: JsonObject) => string[]
  /** The update that turns the first terms into the second: nothing but the difference. */
  patch: (before: JsonObject, after: JsonObject) => JsonObject
  /** What is wrong with the terms once somebody else's changes are in them. */
  refuseMerged?: (merged: JsonObject) => { ok: false; error: Failure } | undefined
  /**
   * Why it cannot be sent, asked once, before it is sent for the first time: the terms as they are now, and as they are
   * to be. Undefined at once where nothing has to be asked.
   */
  refuseFirst?: (
    theirs: JsonObject,
    merged: JsonObject,
  ) => Promise<{ ok: false; error: Failure } | undefined> | undefined
  show: (after: ReadTerms) => Shown
}

type Save<Shown extends object> = TermsSave<Shown> & { context: ActionContext }
type Plan = { sent: JsonObject; merge: ReturnType<typeof mergeTerms>; theirsHash: string }
type Reply<Shown> = Result<(TermsSaved & Shown) | TermsConflict | Checking>

// What is said while nobody can tell.
const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/**
 * Changes a record's terms without overwriting anybody: reads it once more, merges what was loaded, what is wanted and
 * what it is now, and sends one update of nothing but the difference; where both changed the same, nothing is sent and
 * the conflicts are answered. Then it reads the record again. A lost answer is settled by what is read.
 */
export async function saveTerms<Shown extends object>(
  what: TermsSave<Shown>,
  context: ActionContext,
): Promise<Reply<Shown>> {
  const { input, base, wanted, operation } = what
  const request: JsonObject = { base, wanted, choices: input.choices ?? [], seen: input.seen ?? null }
  return writeOnce({ operation_id: input.operation_id, operation, record: input.id, request }, context, (journal) =>
    attempt({ ...what, context }, journal),
  )
}

async function attempt<Shown extends object>(
  save: Save<Shown>,
  journal: Journal,
  isAsked = false,
): Promise<Reply<Shown>> {
  const { input, base, wanted } = save
  const { earlier } = journal
  const before = await save.read()
  if (!before.ok) return earlier ? stillUnknown(journal, unknown, before.error) : before
  const theirs = before.value.terms
  const theirsHash = await hashOf(theirs)
  const isUncertain = earlier !== undefined && earlier.beforeHash !== theirsHash
  const merge = mergeTerms(
    { base, mine: wanted, theirs },
    save.isWhole,
    input.seen === theirsHash ? input.choices : [],
    isUncertain,
  )
  const plan: Plan = { merge, theirsHash, sent: save.patch(theirs, merge.merged) }
  if (merge.conflicts.length > 0) return conflict(save, plan)
  if (Object.keys(plan.sent).length === 0) return saved(save, plan, before.value, journal)
  const refusal = merge.theirsChanges.length > 0 ? save.refuseMerged?.(merge.merged) : undefined
  if (refusal) return refusal
  if (earlier) {
    if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
    if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
    await journal.resend()
  } else {
    const asking = isAsked ? undefined : save.refuseFirst?.(theirs, merge.merged)
    // Asking takes seconds, in which others save too: it is read and merged anew.
    if (asking) return (await asking) ?? attempt(save, journal, true)
    await journal.begin(theirsHash)
  }
  return send(save, plan, before.value, journal)
}

async function send<Shown extends object>(
  save: Save<Shown>,
  plan: Plan,
  before: ReadTerms,
  journal: Journal,
): Promise<Reply<Shown>> {
  await audit(save, 'intent', 'sent')
  const reply = await save.update(plan.sent, before)
  const isUnknown = !reply.ok && reply.error.name === 'OutcomeUnknown'
  if (!reply.ok && !isUnknown) {
    await audit(save, 'outcome', reply.error.name)
    return reply
  }
  const after = await save.read()
  if (isUnknown)
    return after.ok && save.differing(after.value.terms, plan.merge.merged).length === 0
      ? saved(save, plan, after.value, journal)
      : checking(journal)
  if (after.ok) return saved(save, plan, after.value, journal)
  await audit(save, 'outcome', 'SavedButUnread')
  return fail(
    'SavedButUnread',
    `The change was saved, but the ${save.noun} could not be read again. Reload the page to see it.`,
    { status: after.error.status },
  )
}

async function saved<Shown extends object>(
  save: Save<Shown>,
  plan: Plan,
  after: ReadTerms,
  journal: Journal,
): Promise<Reply<Shown>> {
  journal.setAfter(await hashOf(after.terms))
  await audit(save, 'outcome', 'ok')
  return ok({
    kind: 'saved',
    ...save.show(after),
    ...(await alsoKept(save, plan)),
    unverified: save.differing(after.terms, plan.merge.merged),
  })
}

async function conflict<Shown extends object>(save: Save<Shown>, plan: Plan): Promise<Reply<Shown>> {
  await recordAudit({ ...entryOf(save), operation: save.readOperation, stage: 'read', outcome: 'ok' })
  return ok({
    kind: 'conflict',
    conflicts_text: JSON.stringify(plan.merge.conflicts),
    ...(await alsoKept(save, plan)),
    seen: plan.theirsHash,
  })
}

async function alsoKept({ base, input, context }: Save<object>, { merge, theirsHash }: Plan) {
  const baseHash = await hashOf(base)
  const by =
    baseHash === theirsHash ? undefined : await authorsBetween(context.connection.id, input.id, baseHash, theirsHash)
  return { also_kept_text: JSON.stringify(merge.theirsChanges), changed_by: by ?? null }
}

function hashOf(terms: JsonObject): Promise<string> {
  return keyedHash(canonicalText(terms))
}

function entryOf({ operation, input, context }: Save<object>) {
  return { accountId: context.account.id, connectionId: context.connection.id, operation, recordIds: [input.id] }
}

function audit(save: Save<object>, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({ ...entryOf(save), stage, outcome })
}
