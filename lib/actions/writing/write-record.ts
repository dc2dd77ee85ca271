import 'server-only'
import type { AuditChange } from '#lib/console/trail/trail-key.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { authorsBetween } from '#lib/console/records/write-journal.ts'
import { canonicalText, type JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type { Reply } from '#lib/partner/call.ts'
import type { LeafChange } from '#lib/rules/edit/leaf-changes.ts'
import type { Choice, Conflict, TheirsChange } from '#lib/rules/merge/merge-three.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  checking,
  maxSends,
  mayBeOnItsWay,
  stillUnknown,
  writeOnce,
  type Job,
  type Journal,
  type Refused,
} from './write-once.ts'
import type { Checking, Conflicted, Saved } from './write-replies.ts'

/** `choices` answer the conflicts that were found in the record with the content hash `seen`. */
export type SaveInput = {
  operation_id: string
  choices?: Choice[] | undefined
  seen?: string | undefined
}

/** The circumstances of the read that an attempt begins with. */
export type Look = {
  /** The person's choices; none where the record has changed since the person chose. */
  choices: readonly Choice[]
  /**
   * An earlier send was lost and the record has changed since: the change may be ours or another
   * person's.
   */
  isUncertain: boolean
  /** The partner may still be carrying out an earlier send. */
  isOnItsWay: boolean
}

/**
 * What to send: `sent` is the body of the update; without members, nothing needs to be sent. The
 * rest is the result of the merge, for records that are merged by `lib/rules/merge`.
 */
export type Plan = {
  sent: JsonObject
  conflicts?: readonly Conflict[]
  theirsChanges?: readonly TheirsChange[]
  repointed?: readonly LeafChange[]
}

// A record that is never merged has no conflicts to answer.
type ConflictedOf<P extends Plan> = P extends { conflicts: readonly Conflict[] }
  ? Conflicted
  : never

/**
 * The rules for saving one kind of record. `Shown` are the members of the reply that show the
 * record.
 */
export type WriteSpec<
  Input extends SaveInput,
  J extends Job,
  Now,
  P extends Plan,
  Shown extends object,
  Other = never,
> = {
  /** The record's name in a sentence. */
  noun: string
  /**
   * The operations that change the record and read it, as the journal and the audit log name them.
   */
  operation: string
  readOperation: string
  /** Checks the input, with issues at its fields. It reads nothing from the partner. */
  prepare: (input: Input) => Result<J> | Promise<Result<J>>
  read: (job: J, context: ActionContext) => Promise<Result<Now>>
  /** The members that people change. Their keyed hash shows whether somebody changed the record. */
  content: (now: Now) => JsonObject
  /**
   * The content that the person loaded. Set, the reply names the people who changed the record
   * since.
   */
  loaded?: (job: J) => JsonObject
  /** Merges, and says what to send. */
  plan: (job: J, now: Now, look: Look, context: ActionContext) => P | Promise<P>
  /** Answers instead of a send, on the first attempt and on later ones. */
  end?: (job: J, plan: P, now: Now, look: Look) => Result<Other> | undefined
  /**
   * Refuses before the first send. A promise means a look-up of some seconds, during which others
   * may save, so the record is read and merged again afterwards. Return undefined at once without a
   * look-up.
   */
  refuseFirst?: (
    job: J,
    plan: P,
    now: Now,
    context: ActionContext,
  ) => Refused | undefined | Promise<Refused | undefined>
  send: (job: J, plan: P, now: Now, context: ActionContext) => Promise<Result<Reply>>
  /** The record as the partner's reply shows it, which saves the second read. */
  inReply?: (job: J, reply: Reply) => Now | undefined
  /** Puts a refusal at its fields. It never sees OutcomeUnknown. */
  refusal?: (failure: Failure) => Failure
  /**
   * The paths where the record differs from what was sent; undefined where the record shows nothing
   * that was sent.
   */
  differing: (job: J, plan: P, after: Now) => string[] | undefined
  show: (
    job: J,
    plan: P,
    after: Now,
    unverified: string[],
    context: ActionContext,
  ) => Shown | Promise<Shown>
}

const unknown = { what: 'the change was saved', promise: 'nothing is written twice' }

/**
 * Saves a record without overwriting anybody: reads it, merges what was loaded, what is wanted and
 * what is there now, and sends one update with nothing but the difference. If two people changed
 * the same field, nothing is sent and the reply lists the conflicts. After the send the record is
 * read again. If the answer was lost, that read tells whether the change was made; an operation is
 * sent twice at most.
 */
export function writeRecord<
  Input extends SaveInput,
  J extends Job,
  Now,
  P extends Plan,
  Shown extends object,
  Other = never,
>(
  spec: WriteSpec<Input, J, Now, P, Shown, Other>,
): (
  input: Input,
  context: ActionContext,
) => Promise<Result<(Saved & Shown) | Other | ConflictedOf<P> | Checking>> {
  type Answer = Promise<Result<(Saved & Shown) | Other | ConflictedOf<P> | Checking>>

  return async (input, context) => {
    const prepared = await spec.prepare(input)
    if (!prepared.ok) return prepared
    const job = prepared.value

    return writeOnce(
      { ...job, operation_id: input.operation_id, operation: spec.operation },
      context,
      (journal) => attempt(journal, false),
    )

    async function attempt(journal: Journal, isAsked: boolean): Answer {
      const { earlier } = journal
      const before = await spec.read(job, context)
      if (!before.ok) return earlier ? stillUnknown(journal, unknown, before.error) : before
      const now = before.value
      const nowHash = await hashOf(spec.content(now))
      const look: Look = {
        choices: (input.seen === nowHash && input.choices) || [],
        isUncertain: earlier !== undefined && earlier.beforeHash !== nowHash,
        isOnItsWay: earlier !== undefined && mayBeOnItsWay(earlier.sentAt),
      }
      const plan = await spec.plan(job, now, look, context)
      if (plan.conflicts && plan.conflicts.length > 0) {
        await audit(spec.readOperation, 'read', 'ok')
        const conflicts_text = JSON.stringify(plan.conflicts)
        const changes = await changesOf(plan, nowHash)
        const conflicted: Conflicted = {
          kind: 'conflict',
          conflicts_text,
          ...changes,
          seen: nowHash,
        }
        return ok(conflicted as ConflictedOf<P>) // this plan has conflicts
      }
      const end = spec.end?.(job, plan, now, look)
      if (end) return end
      if (Object.keys(plan.sent).length === 0) return saved(journal, plan, nowHash, now)
      if (earlier) {
        if (look.isOnItsWay) return checking(journal)
        if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
        await journal.resend()
      } else {
        const refusal = isAsked ? undefined : spec.refuseFirst?.(job, plan, now, context)
        if (refusal instanceof Promise) return (await refusal) ?? attempt(journal, true)
        if (refusal) return refusal
        await journal.begin(nowHash)
      }
      return send(journal, plan, nowHash, now)
    }

    async function send(journal: Journal, plan: P, nowHash: string, now: Now): Answer {
      await audit(spec.operation, 'intent', 'sent', changeOf(spec.content(now), plan.sent))
      const reply = await spec.send(job, plan, now, context)
      const isLost = !reply.ok && reply.error.name === 'OutcomeUnknown'
      if (!reply.ok && !isLost) {
        await audit(spec.operation, 'outcome', reply.error.name)
        return { ok: false, error: spec.refusal?.(reply.error) ?? reply.error }
      }
      const shown = reply.ok ? spec.inReply?.(job, reply.value) : undefined
      const after = shown === undefined ? await spec.read(job, context) : ok(shown)
      if (isLost) {
        const isMade = after.ok && spec.differing(job, plan, after.value)?.length === 0
        return isMade ? saved(journal, plan, nowHash, after.value, now) : checking(journal)
      }
      if (after.ok) return saved(journal, plan, nowHash, after.value, now)
      // A job asks again with the same operation id, and is answered by a look at the record.
      await journal.unknown()
      await audit(spec.operation, 'outcome', 'SavedButUnread')
      return fail(
        'SavedButUnread',
        `The change was saved, but the ${spec.noun} couldn’t be reloaded. Reload the page to see it.`,
        { status: after.error.status },
      )
    }

    // `before` is undefined where nothing was sent this time: the row of an earlier intent has it.
    async function saved(
      journal: Journal,
      plan: P,
      nowHash: string,
      after: Now,
      before?: Now,
    ): Answer {
      journal.setAfter(await hashOf(spec.content(after)))
      const change = before && { before: spec.content(before), after: spec.content(after) }
      await audit(spec.operation, 'outcome', 'ok', change)
      const unverified = spec.differing(job, plan, after) ?? []
      const shown = await spec.show(job, plan, after, unverified, context)
      return ok({ kind: 'saved', ...shown, ...(await changesOf(plan, nowHash)), unverified })
    }

    async function changesOf(plan: P, nowHash: string) {
      const loadedHash = spec.loaded ? await hashOf(spec.loaded(job)) : nowHash
      const authors =
        loadedHash === nowHash
          ? undefined
          : await authorsBetween(context.connection.id, job.record, loadedHash, nowHash)
      return {
        also_kept_text: JSON.stringify(plan.theirsChanges ?? []),
        changed_by: authors ?? null,
        repointed_text: JSON.stringify(plan.repointed ?? []),
      }
    }

    function audit(
      operation: string,
      stage: 'read' | 'intent' | 'outcome',
      outcome: string,
      change?: AuditChange,
    ): Promise<void> {
      return recordAct(context, stage, operation, job.ids, { outcome, ...(change && { change }) })
    }
  }
}

// Of an update, the members that it sends and what they were.
function changeOf(now: JsonObject, sent: JsonObject): AuditChange {
  const before = Object.fromEntries(
    Object.keys(sent).flatMap((name) => (name in now ? [[name, now[name]!]] : [])),
  )
  return { before, after: sent }
}

function hashOf(content: JsonObject): Promise<string> {
  return keyedHash(canonicalText(content))
}
