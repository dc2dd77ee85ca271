import 'server-only'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import type { Task } from '#lib/acts/acts.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { JobProgress } from '#lib/console/jobs/store.ts'
import type { Json } from '#lib/core/json.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import type { Failure, Result } from '#lib/core/result.ts'

/**
 * A kind of job. Add it to kinds.ts, and start one with `enqueueJob`. A job survives the end of the
 * process: it is then run again from its beginning, and its items go on where they were.
 */
export type JobKind<Input extends Json = Json> = {
  kind: string
  /**
   * The task that its owner needs. The runner checks it at each start, every 30 s and every 50
   * items.
   */
  task: Task
  /** The job in words without patient data, for the tray and /activity. */
  title: (input: Input) => string
  /**
   * At most one is open for each connection, or for each account of it, and only its newest result
   * is kept.
   */
  single?: 'connection' | 'account'
  /** So many of the kind may be open for an account: `enqueueJob` throws TooManyJobs beyond it. */
  mostOpen?: number
  /**
   * The console's own upkeep: not shown to people, and only its latest job is stored. Its owner may
   * be `consoleAccount`.
   */
  isQuiet?: boolean
  /** A restart keeps the parts that an earlier start has stored; otherwise they are forgotten. */
  keepsParts?: boolean
  /**
   * Returns when the work has ended. A failure ends the job as failed; its partner's text is not
   * stored.
   */
  run: (tools: JobTools<Input>) => Promise<Result<void>>
  /**
   * Called once a minute in one process of the installation: the input of the next job that the
   * console itself starts with the connection in use, if one is due. A job that is not upkeep has a
   * row in the audit trail, under the console's name.
   */
  everyMinute?: () => Promise<Input | undefined>
}

/** The tools of a running job. Each function may throw `Stopped`: do not catch it. */
export type JobTools<Input extends Json = Json> = {
  id: string
  input: Input
  /** The owner, as the account is now. */
  account: Account
  /**
   * The partner. Read it anew at each use: after a pause it has the key that an administrator has
   * stored meanwhile.
   */
  readonly connection: Connection
  /** Stores the progress, at most every 300 ms. `words` name no patient. */
  report: (progress: JobProgress) => Promise<void>
  /**
   * Set when the job is paused or cancelled, or the process stops. Pass it to calls of the partner.
   */
  signal: AbortSignal
  /**
   * Asks the partner for a read. While the partner is away, wants a pause or refuses the key, the
   * job waits (people see why) and asks the same again, for an hour at most; then the failure is
   * returned.
   */
  retrying: <T>(
    ask: (connection: Connection) => Promise<Result<T>>,
    done?: () => number,
  ) => Promise<Result<T>>
  /** Stores a part of the result, sealed, instead of one with the same name. */
  part: (name: string, text: string) => Promise<void>
  /**
   * Opens a part that this job has stored, also in an earlier start of a kind that `keepsParts`.
   */
  stored: (name: string) => Promise<string | undefined>
  /** Forgets every part. */
  forgetParts: () => Promise<void>
  /** Works on every open item of the job. */
  eachItem: (
    work: (item: WorkItem, tools: JobTools<Input>) => Promise<ItemEnd>,
    options: EachItem,
  ) => Promise<void>
}

/**
 * One item. Its `operationId` is the same again after a restart, so that the write path can tell
 * what it has sent.
 */
export type WorkItem = {
  record: string
  input: Json | undefined
  operationId: string
  /** 1 for the first attempt. */
  attempt: number
  /**
   * The value that `keep` stored before. Use it instead of reading anew, so that the same write is
   * asked for again.
   */
  kept: Json | undefined
  /**
   * Stores a value, sealed, before the write is sent: what the write was made from, which is also
   * what undoes it.
   */
  keep: (value: Json) => Promise<void>
}

/**
 * How an item ended. `words` name no patient. `result` is stored sealed. With `again` the partner
 * did not get to it, or its outcome is unknown: the runner waits and works on it again, with the same
 * operation id only if its outcome is unknown. `endOfWrite` makes one from the answer of the write path.
 */
export type ItemEnd = {
  state: 'verified' | 'conflict' | 'rejected' | 'unknown' | 'cancelled'
  words: string | null
  result?: Json
  again?: boolean
}

export type EachItem = {
  /**
   * So many items are done one after another first. Then `gate` is asked: with words, the job
   * pauses for a person.
   */
  first?: number
  gate?: () => Promise<string | null>
  /** Items that are begun in a second, at most. */
  rate: number
  /** Items that are worked on at the same time; 4 without it. */
  together?: number
}

/** The owner of the jobs that the console itself starts. It is no account and may only read. */
export const consoleAccount: Account = {
  id: 'console',
  name: 'The console',
  email: '',
  role: 'reader',
  isDemo: false,
}

const notReached = new Set([
  'PartnerDown',
  'PartnerBusy',
  'PartnerUnauthorized',
  'PartnerUnreachable',
  'PartnerUnresolved',
  'RecordBusy',
])

// The partner answers so instead of doing the work, whatever it calls the error.
const putsOff = new Set([429, 503])

// Asked again, the write path looks at the record.
const isOpen = new Set(['OutcomeUnknown', 'SavedButUnread'])

/**
 * The end of an item by the answer of the write path (`writeRecord`, `writeOnce`). The partner's
 * own words may quote a patient, so that only the sealed result has them: `refusalIn` reads them.
 */
export function endOfWrite(result: Result<{ kind: string }>): ItemEnd {
  if (result.ok) {
    if (result.value.kind === 'saved') return { state: 'verified', words: null }
    if (result.value.kind === 'checking') return { state: 'unknown', words: null, again: true }
    return { state: 'conflict', words: 'Somebody else changed the same field. Nothing was sent.' }
  }
  const { name, status, message, issues } = result.error
  if (isOpen.has(name)) return { state: 'unknown', words: message, again: true }
  if (notReached.has(name)) return { state: 'rejected', words: message, again: true }
  return {
    state: 'rejected',
    words: [wordsOf(result.error), ...issues.map(({ path }) => path)].join(' '),
    ...(putsOff.has(status) && { again: true }),
    ...(isRefusal(result.error) && {
      result: {
        refusal: [message, ...issues.map((issue) => issue.message)]
          .join(' ')
          .slice(0, longestRefusal),
      },
    }),
  }
}

/** The partner's own words in the result of an item that it refused. They may quote a patient. */
export function refusalIn(result: Json | undefined): string | undefined {
  return textOf(memberAt(result, 'refusal'))
}

const longestRefusal = 1_000
const isRefusal = ({ status }: Failure) => status >= 400

function wordsOf(failure: Failure): string {
  return isRefusal(failure) ? `The partner refused it (${failure.name}).` : failure.message
}
