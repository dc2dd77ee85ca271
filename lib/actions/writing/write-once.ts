import 'server-only'
import { keyedHash } from '#lib/console/connections/keys.ts'
import { RecordBusy, withRecordLock } from '#lib/console/records/record-lock.ts'
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
import { fail, type Failure, type Result } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One write, as the journal and the audit log need it. */
export type Job = {
  /** The key of the lock and of the journal: two writes of the same record wait for each other. */
  record: string
  /** Everything that the person asked for; the journal keeps its hash. The same operation id with another request is refused. */
  request: Json
  /** The ids of records that the audit log names. */
  ids: string[]
}

/** A refusal: nothing was sent. */
export type Refused = { ok: false; error: Failure }

type OnceWrite = Pick<Job, 'record' | 'request'> & { operation_id: string; operation: string }

/** What a verb does with the journal. Nothing may be sent before `begin` or `resend` has come back. */
export type Journal = {
  /** The earlier send of this operation, whose outcome is not known. */
  earlier: JournalEntry | undefined
  begin: (beforeHash: string | null) => Promise<void>
  resend: () => Promise<void>
  /** Nobody can tell yet; the same operation may ask again. */
  unknown: () => Promise<void>
  /** The content of the record as the write left it. */
  setAfter: (hash: string) => void
}

/**
 * Runs a write under its record's lock. An operation that was settled before answers what it answered then; one whose
 * outcome is unknown runs again with `earlier`, so that the verb looks before it sends.
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
        'This change was already sent with another content. Nothing was sent again. Reload the page.',
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
    return fail('RecordBusy', 'Somebody else is saving this record just now. Nothing was sent. Try again in a moment.')
  }
}

async function answerAgain<T>(entry: JournalEntry): Promise<Result<T>> {
  const outcome = await outcomeOf(entry)
  // The journal keeps what this same verb answered.
  if (outcome !== undefined) return JSON.parse(outcome) as Result<T>
  return fail('OperationReused', 'This change was settled some time ago. Reload the page to see the record as it is.')
}
