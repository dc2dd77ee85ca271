import 'server-only'
import { now } from '#lib/console/clock.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { RecordBusy, withRecordLock } from '#lib/console/records/record-lock.ts'
import { requestId } from '#lib/console/request-id.ts'
import {
  beginResend,
  beginWrite,
  findWrite,
  leaveUnknown,
  outcomeOf,
  settleWrite,
  type JournalEntry,
} from '#lib/console/records/write-journal.ts'
import { canonicalText, type Json } from '#lib/core/json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import type { Checking } from './write-replies.ts'

/** One write, as the journal and the audit log need it. */
export type Job = {
  /** The key of the lock and of the journal: two writes of the same record wait for each other. */
  record: string
  /**
   * Everything that the person asked for; the journal keeps its hash. The same operation id with
   * another request is refused.
   */
  request: Json
  /** The ids of records that the audit log names. */
  ids: string[]
}

/** A refusal: nothing was sent. */
export type Refused = { ok: false; error: Failure }

type OnceWrite = Pick<Job, 'record' | 'request'> & { operation_id: string; operation: string }

/** The engine's access to the journal. Send nothing before `begin` or `resend` has returned. */
export type Journal = {
  /** The earlier send of this operation, whose outcome is not known. */
  earlier: JournalEntry | undefined
  begin: (beforeHash: string | null) => Promise<void>
  resend: () => Promise<void>
  /** The outcome is unknown; the browser may ask again with the same operation id. */
  unknown: () => Promise<void>
  /** The content of the record as the write left it. */
  setAfter: (hash: string) => void
}

/**
 * Runs a write under its record's lock. A settled operation answers again what it answered then. An
 * operation whose outcome is unknown runs again with `earlier`, so that the engine looks before it
 * sends.
 */
export async function writeOnce<T>(
  write: OnceWrite,
  { account, connection }: ActionContext,
  verb: (journal: Journal) => Promise<Result<T>>,
): Promise<Result<T>> {
  const requestHash = await keyedHash(canonicalText(write.request))
  const run = async (): Promise<Result<T>> => {
    const earlier = await findWrite(write.operation_id)
    if (
      earlier &&
      (earlier.accountId !== account.id ||
        earlier.connectionId !== connection.id ||
        earlier.requestHash !== requestHash)
    ) {
      return fail(
        'OperationReused',
        'This change was already sent with different values. Nothing was sent again. Reload the page.',
      )
    }
    if (earlier?.stage === 'settled') return answerAgain(earlier)
    let entry = earlier
    let afterHash: string | null = null
    let isOpen = false
    const result = await verb({
      earlier,
      begin: async (beforeHash) => {
        entry = await beginWrite({
          operationId: write.operation_id,
          accountId: account.id,
          connectionId: connection.id,
          operation: write.operation,
          record: write.record,
          requestHash,
          beforeHash,
        })
      },
      resend: async () => {
        entry = await beginResend(earlier!) // only an earlier send is sent once more
      },
      unknown: async () => {
        isOpen = true
        if (entry) await leaveUnknown(entry)
      },
      setAfter: (hash) => {
        afterHash = hash
      },
    })
    if (entry && !isOpen) await settleWrite(entry, JSON.stringify(result), afterHash)
    return result
  }
  try {
    return await withRecordLock(`${connection.id}/${write.record}`, run)
  } catch (error) {
    if (!(error instanceof RecordBusy)) throw error
    return fail(
      'RecordBusy',
      'Someone else is saving this record. Nothing was sent. Try again in a moment.',
    )
  }
}

async function answerAgain<T>(entry: JournalEntry): Promise<Result<T>> {
  const outcome = await outcomeOf(entry)
  // The journal keeps what this same verb answered.
  if (outcome !== undefined) return JSON.parse(outcome) as Result<T>
  return fail(
    'OperationReused',
    'This change is already done. Reload the page to see the current record.',
  )
}

/**
 * A write is sent twice at most, the second time only after a look at the record that does not show
 * it.
 */
export const maxSends = 2

// After a connection breaks, the partner may go on with the write for a moment.
const underWayMs = 1_500

/**
 * True while the partner may still carry out a write that was just sent: a record without it proves
 * nothing yet.
 */
export function mayBeOnItsWay(sentAt: Date): boolean {
  return now() - sentAt.getTime() < underWayMs
}

/**
 * The outcome is unknown: the browser asks again with the operation id, and the engine looks at the
 * record again.
 */
export async function checking(journal: Journal): Promise<Result<Checking>> {
  await journal.unknown()
  return ok({ kind: 'checking', requestId: requestId() })
}

/**
 * What an unknown outcome is about ("the change was saved"), and what checking again never does
 * ("nothing is written twice"). `advice` is the sentence for writes that cannot be checked by
 * asking again.
 */
export type UnknownWords = { what: string; promise?: string; advice?: string }

/**
 * The failure for an outcome that is still unknown after a look; `trouble` is why. The operation
 * stays open.
 */
export async function stillUnknown(
  journal: Journal,
  { what, promise, advice }: UnknownWords,
  trouble: Partial<Failure> = {},
): Promise<Result<never>> {
  await journal.unknown()
  // Where the person can check again, the page's own title says that the outcome is unknown.
  const unsure =
    advice === undefined
      ? (trouble.message ?? 'The partner didn’t confirm it.')
      : [`We don’t know whether ${what}.`, trouble.message].filter(Boolean).join(' ')
  const next = advice ?? (promise === undefined ? 'Check again.' : `Check again; ${promise}.`)
  return fail('OutcomeUnknown', `${unsure} ${next}`, { status: trouble.status ?? 0 })
}
