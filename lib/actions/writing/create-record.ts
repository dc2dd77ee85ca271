import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { AuditChange } from '#lib/console/trail/trail-key.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { parseExact, type Json, type JsonObject } from '#lib/core/json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { call, type Reply } from '#lib/partner/call.ts'
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
  type UnknownWords,
} from './write-once.ts'
import type { Checking } from './write-replies.ts'

/**
 * `wanted`: the request body, numbers as written, for a spec without its own `send`. `sentIds`:
 * further ids that the audit log names when the request is sent.
 */
export type NewJob = Job & { wanted?: JsonObject; sentIds?: readonly string[] }

/** The input of a look for the record. */
export type LookFor = {
  /** The number of times that the operation was sent. */
  sends: number
  /** The partner may still be carrying out the last send. */
  isOnItsWay: boolean
  /** The last send was refused; otherwise its answer was lost. */
  isRefused: boolean
  /** The last send was the only one. */
  isFirst: boolean
}

/** The result of a look. The engine sends again only after `absent`. */
export type Looked<Made, Answer> =
  | { kind: 'failed'; failure: Failure }
  | { kind: 'absent' }
  | { kind: 'found'; made: Made }
  /** The operation ends with this result; the audit log gets its outcome. */
  | { kind: 'settled'; result: Result<Answer>; outcome: string; ids: string[] }
  /** A person has to say whether the record is among those shown; the operation stays open. */
  | { kind: 'ask'; answer: Answer; ids: string[] }

type Look<J extends NewJob, Made, Answer> = (
  job: J,
  asked: LookFor,
  context: ActionContext,
) => Promise<Looked<Made, Answer>>

/** The rules for writing one kind of record with a request that is sent as it is. */
export type CreateSpec<Input extends { operation_id: string }, J extends NewJob, Made, Answer> = {
  operation: Operation
  unknown: UnknownWords
  /** Checks the input, with issues at its fields. It reads nothing from the partner. */
  prepare: (input: Input, context: ActionContext) => Result<J> | Promise<Result<J>>
  /** Refuses before the first send. */
  refuseFirst?: (
    job: J,
    context: ActionContext,
  ) => Refused | undefined | Promise<Refused | undefined>
  /**
   * Set for a deletion: the record that the audit log says was there. Undefined where it cannot be
   * read.
   */
  before?: (job: J, context: ActionContext) => Promise<Json | undefined>
  /** Left out, `job.wanted` is the body. */
  send?: (job: J, context: ActionContext) => Promise<Result<Reply>>
  /**
   * The record that a reply (its JSON text) names; undefined where it names none, so that nothing
   * is known.
   */
  read: (job: J, reply: string) => Made | undefined
  /** The ids that the audit log names once the record is made. */
  idsOf: (job: J, made: Made) => string[]
  created: (
    job: J,
    made: Made,
    isFound: boolean,
    context: ActionContext,
  ) => Answer | Promise<Answer>
  /**
   * Set, the record is looked for as soon as an answer is lost, and after a refusal for which this
   * is true.
   */
  looksAfter?: (refusal: Failure) => boolean
  /** Puts a refusal at its fields. It never sees OutcomeUnknown. */
  refusal?: (failure: Failure, job: J, context: ActionContext) => Failure | Promise<Failure>
}

type Verb<Input, Answer> = (input: Input, context: ActionContext) => Promise<Result<Answer>>

/**
 * Writes a record once. If the answer was lost, the record is looked for before anything is sent
 * again, and an operation is sent twice at most. Without a `look` nothing is sent again: the answer
 * is the failure OutcomeUnknown.
 */
export function createRecord<
  Input extends { operation_id: string },
  J extends NewJob,
  Made,
  Answer,
>(
  spec: CreateSpec<Input, J, Made, Answer> & { look: Look<J, Made, Answer> },
): Verb<Input, Answer | Checking>
export function createRecord<
  Input extends { operation_id: string },
  J extends NewJob,
  Made,
  Answer,
>(spec: CreateSpec<Input, J, Made, Answer> & { look?: undefined }): Verb<Input, Answer>
export function createRecord<
  Input extends { operation_id: string },
  J extends NewJob,
  Made,
  Answer,
>(
  spec: CreateSpec<Input, J, Made, Answer> & { look?: Look<J, Made, Answer> | undefined },
): Verb<Input, Answer | Checking> {
  return async (input, context) => {
    const prepared = await spec.prepare(input, context)
    if (!prepared.ok) return prepared
    const job = prepared.value

    return writeOnce(
      { ...job, operation_id: input.operation_id, operation: spec.operation.id },
      context,
      (journal) =>
        journal.earlier ? attemptAgain(journal, journal.earlier) : attemptFirst(journal),
    )

    async function attemptFirst(journal: Journal): Promise<Result<Answer | Checking>> {
      const refusal = await spec.refuseFirst?.(job, context)
      if (refusal) return refusal
      await journal.begin(null)
      return send(journal)
    }

    async function attemptAgain(
      journal: Journal,
      { sends, sentAt }: { sends: number; sentAt: Date },
    ): Promise<Result<Answer | Checking>> {
      if (!spec.look) return stillUnknown(journal, spec.unknown)
      const isOnItsWay = mayBeOnItsWay(sentAt)
      const looked = await spec.look(
        job,
        { sends, isOnItsWay, isRefused: false, isFirst: false },
        context,
      )
      if (looked.kind === 'failed') return stillUnknown(journal, spec.unknown, looked.failure)
      if (looked.kind !== 'absent') return answer(journal, looked)
      if (isOnItsWay) return checking(journal)
      if (sends >= maxSends) return stillUnknown(journal, spec.unknown)
      await journal.resend()
      return send(journal)
    }

    async function send(journal: Journal): Promise<Result<Answer | Checking>> {
      const change = spec.before
        ? { before: (await spec.before(job, context)) ?? null, after: null }
        : { before: null, after: job.wanted ?? job.request }
      await audit('intent', 'sent', [...job.ids, ...(job.sentIds ?? [])], change)
      const reply = await (spec.send ?? sendWanted)(job, context)
      const made = reply.ok ? spec.read(job, reply.value.text) : undefined
      if (made !== undefined) return created(made, false, change)
      const refusal = reply.ok || reply.error.name === 'OutcomeUnknown' ? undefined : reply.error
      if (spec.look && spec.looksAfter && (!refusal || spec.looksAfter(refusal))) {
        const { earlier } = journal
        const [sends, isFirst] = [(earlier?.sends ?? 0) + 1, earlier === undefined]
        const looked = await spec.look(
          job,
          { sends, isOnItsWay: true, isRefused: Boolean(refusal), isFirst },
          context,
        )
        if (looked.kind !== 'failed' && looked.kind !== 'absent') return answer(journal, looked)
      }
      if (refusal) {
        await audit('outcome', refusal.name, job.ids)
        return { ok: false, error: (await spec.refusal?.(refusal, job, context)) ?? refusal }
      }
      if (spec.look) return checking(journal)
      const { name, status } = reply.ok
        ? { name: 'UnreadableReply', status: reply.value.status }
        : reply.error
      await audit('outcome', name, job.ids)
      return stillUnknown(journal, spec.unknown, { status })
    }

    function sendWanted({ wanted }: J): Promise<Result<Reply>> {
      return call(context.connection, spec.operation, { body: {} } as never, {
        bodyText: JSON.stringify(wanted),
      })
    }

    async function answer(
      journal: Journal,
      looked: Exclude<Looked<Made, Answer>, { kind: 'failed' | 'absent' }>,
    ): Promise<Result<Answer>> {
      if (looked.kind === 'found') return created(looked.made, true)
      if (looked.kind === 'settled') {
        await audit('outcome', looked.outcome, looked.ids)
        return looked.result
      }
      await journal.unknown()
      await audit('read', 'ok', looked.ids)
      return ok(looked.answer)
    }

    async function created(
      made: Made,
      isFound: boolean,
      change: AuditChange = { before: null, after: job.wanted ?? job.request },
    ): Promise<Result<Answer>> {
      await audit('outcome', 'ok', spec.idsOf(job, made), change)
      return ok(await spec.created(job, made, isFound, context))
    }

    function audit(
      stage: 'read' | 'intent' | 'outcome',
      outcome: string,
      recordIds: string[],
      change?: AuditChange,
    ): Promise<void> {
      const rest = { outcome, ...(change && { change }) }
      return recordAct(context, stage, spec.operation.id, recordIds, rest)
    }
  }
}

/** Finds a record by an id that the sender chooses and the partner accepts only once. */
type Key<J extends NewJob, Made, Answer> = {
  /** The partner's error name when another record has the id. */
  takenAs: string
  find: (job: J, context: ActionContext) => Promise<Result<JsonObject | undefined>>
  made: (record: JsonObject) => Made
  /** True for a record that says what was sent. */
  isSame: (job: J, record: JsonObject) => boolean
  /**
   * The answer where the id is taken. The record is undefined where the stored key cannot see it.
   */
  taken: (
    job: J,
    record: JsonObject | undefined,
    is: { same: boolean; maybeOwn: boolean },
  ) => Answer
  idOf: (record: JsonObject) => string | undefined
}

/**
 * Looks for a record by its key. A refused first send has made nothing, so a record with the same
 * content is somebody else's; after a lost answer it is ours.
 */
export function byKey<J extends NewJob, Made, Answer>(
  key: Key<J, Made, Answer>,
): Look<J, Made, Answer> {
  return async (job, { isRefused, isFirst }, context) => {
    const found = await key.find(job, context)
    if (!found.ok && !isRefused) return { kind: 'failed', failure: found.error }
    const record = found.ok ? found.value : undefined
    if (!record && !isRefused) return { kind: 'absent' }
    const is = {
      same: record !== undefined && key.isSame(job, record),
      maybeOwn: !(isRefused && isFirst),
    }
    if (record && is.same && is.maybeOwn) return { kind: 'found', made: key.made(record) }
    const ids = record ? [key.idOf(record) ?? ''] : []
    return { kind: 'settled', result: ok(key.taken(job, record, is)), outcome: key.takenAs, ids }
  }
}

/**
 * The answer of a deletion. `is_found_gone`: the record was gone already, deleted by this or
 * another request.
 */
export type Deleted = { kind: 'deleted'; is_found_gone: boolean }

/** The rules for deleting one kind of record. */
type DeleteSpec = {
  operation: Operation
  unknown: UnknownWords
  /** The operation that reads the record. */
  get: Operation
  /** The path parameters that name the record. */
  params: (id: string) => object
  /**
   * Reads whether the record is gone. A 404 alone proves nothing: something between may have
   * answered it.
   */
  isGone: (id: string, connection: Connection) => Promise<Result<boolean>>
  /** The answer where a look found the record gone, and the outcome in the audit log. */
  foundGone: (asked: LookFor) => { isFoundGone: boolean; outcome: string }
}

/**
 * Deletes a record once. After a lost answer, and after a 404, the record is looked for; where it
 * is still there and nothing can be on its way any more, the deletion is sent once more, which can
 * harm nothing else.
 */
export function deleteRecord(
  spec: DeleteSpec,
): Verb<{ id: string; operation_id: string }, Deleted | Checking> {
  return createRecord({
    operation: spec.operation,
    unknown: spec.unknown,
    prepare: ({ id }: { id: string; operation_id: string }) =>
      ok({ record: id, request: { id }, ids: [id] }),
    async before({ record }, { connection }) {
      const reply = await call(connection, spec.get, { params: spec.params(record) } as never)
      return reply.ok ? parseExact(reply.value.text) : undefined
    },
    send: ({ record }, { connection }) =>
      call(connection, spec.operation, { params: spec.params(record) } as never),
    read: () => true,
    idsOf: ({ ids }) => ids,
    created: (): Deleted => ({ kind: 'deleted', is_found_gone: false }),
    looksAfter: ({ status }) => status === 404,
    async look({ record, ids }, asked, { connection }) {
      const gone = await spec.isGone(record, connection)
      if (!gone.ok) return { kind: 'failed', failure: gone.error }
      if (!gone.value) return { kind: 'absent' }
      const { isFoundGone, outcome } = spec.foundGone(asked)
      return {
        kind: 'settled',
        result: ok({ kind: 'deleted', is_found_gone: isFoundGone }),
        outcome,
        ids,
      }
    },
  })
}
