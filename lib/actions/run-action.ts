import 'server-only'
import { headers } from 'next/headers'
import { z } from 'zod'
import { acts } from '#lib/acts/acts.ts'
import {
  placeOf,
  recordAudit,
  recordStranger,
  withActor,
  type AuditEntry,
} from '#lib/console/audit.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { TooManyJobs } from '#lib/console/jobs/store.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { metrics } from '#lib/console/metrics.ts'
import { requestId } from '#lib/console/request-id.ts'
import { note } from '#lib/console/traces.ts'
import { DatabaseAway, isDatabaseAway } from '#lib/console/postgres.ts'
import { hasFreshProof } from '#lib/console/accounts/fresh-proof.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { TooManyReads } from '#lib/console/accounts/read-budget.ts'
import {
  bodyRefusals,
  refusedHeader,
  sessionUnknown,
  type BodyRefusal,
} from '#lib/console/server/action-bodies.ts'
import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { currentCaller, currentSessionToken } from '#lib/console/accounts/session.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { unstorableAt } from '#lib/core/unstorable-text.ts'

/** The account that acts, and the partner that is called. */
export type ActionContext = { account: Account; connection: Connection }

/** What an act does, besides whose permission it asks for. */
export type ActSpec<S extends z.ZodType, V> = {
  input: S
  run: (input: z.output<S>, context: ActionContext) => Promise<Result<V>>
  /**
   * False for what a page asks by itself: it must not keep the session of somebody who has left the
   * desk alive.
   */
  isWork?: boolean
  /**
   * True for what gives or takes rights: the person must have signed in, or entered their password,
   * just before.
   */
  needsProof?: boolean
}

/**
 * `task` is a row of the permission table; a function of the raw input where one action serves
 * several.
 */
type Action<S extends z.ZodType, V> = ActSpec<S, V> & {
  task: string | ((input: unknown) => string)
}

/**
 * The one way through which every action runs: our own page, session, permission, input, then what
 * it does. A defect becomes the failure `Unexpected` with a digest that the log has too; its
 * message never leaves the server.
 */
export async function runAction<S extends z.ZodType, V>(
  action: Action<S, V>,
  input: unknown,
): Promise<Result<V>> {
  const task = typeof action.task === 'string' ? action.task : action.task(input)
  // A raw input can name any task; only those that exist are labels.
  const label = Object.hasOwn(acts, task) ? task : 'other'
  const end = metrics()?.actions.startTimer({ action: label })
  note({}, label)
  const result = named(await runChecked(action, task, input))
  if (!result.ok) note({ 'error.type': result.error.name })
  end?.({ outcome: result.ok ? 'ok' : result.error.name })
  return result
}

// Words of ours for the partner's trouble: the request is looked up as after the trouble itself.
const ofTrouble: ReadonlySet<string> = new Set(['OutcomeUnknown', 'SavedButUnread'])

function named<V>(result: Result<V>): Result<V> {
  if (result.ok || !ofTrouble.has(result.error.name)) return result
  return { ok: false, error: { ...result.error, requestId: requestId() } }
}

async function runChecked<S extends z.ZodType, V>(
  action: Action<S, V>,
  task: string,
  input: unknown,
): Promise<Result<V>> {
  try {
    const checked = await checkCaller(task, action.isWork)
    if (!checked.ok) return checked
    const { account } = checked.value
    const refuse = (failure: Refusal) => refused(task, failure, { account, record: idIn(input) })
    if (!may(account.role, task))
      return await refuse(fail('Forbidden', 'Your role doesn’t include this.'))
    const why = (await headers()).get(refusedHeader) as BodyRefusal | typeof sessionUnknown | null // our front server wrote it
    if (why === sessionUnknown) throw new DatabaseAway()
    if (why) return await refuse(fail('TooLarge', bodyRefusals[why]))
    const parsed = action.input.safeParse(input)
    if (!parsed.success) return await refuse(invalidInput(parsed.error))
    const path = unstorableAt(parsed.data)
    if (path !== undefined) {
      const message = 'This has a character that can’t be stored. Type it anew.'
      return await refuse(fail('InvalidInput', message, { issues: [{ path, message }] }))
    }
    if (action.needsProof && !(await hasFreshProof()))
      return await refuse(fail('ProofNeeded', 'Confirm that it’s you: enter your password.'))
    return await asActor(account, () => action.run(parsed.data, checked.value)).catch(
      (error: unknown) => {
        if (error instanceof TooManyReads) return refuse(fail('TooManyReads', error.message))
        if (error instanceof TooManyJobs) return refuse(fail('TooManyJobs', error.message))
        throw error
      },
    )
  } catch (error) {
    return unexpected(error, task)
  }
}

type Refusal = { ok: false; error: Failure }

/**
 * The signed-in person whose page sends this request with the partner in use, or the failure that
 * refuses it, which the audit trail then has. With `isWork` false the request does not count as use
 * of the session.
 */
export async function checkCaller(task: string, isWork = true): Promise<Result<ActionContext>> {
  if (!(await isFromOwnPage())) return refused(task, foreignOrigin())
  const caller = await currentCaller(isWork)
  return caller
    ? ok(caller)
    : refused(task, fail('Unauthenticated', 'Your session has ended. Sign in again.'))
}

/** Runs `work` so that the audit trail names this person and where the request comes from. */
export async function asActor<T>(account: Account | null, work: () => Promise<T>): Promise<T> {
  return withActor({ account, place: placeOf(await headers(), await currentSessionToken()) }, work)
}

/** Writes a refusal to the audit trail and returns it. */
export async function refused(
  task: string,
  refusal: Refusal,
  { account = null, record }: { account?: Account | null; record?: string | undefined } = {},
): Promise<Refusal> {
  const entry: AuditEntry = {
    accountId: account?.id ?? 'anonymous',
    connectionId: null,
    operation: task.slice(0, 100),
    stage: 'refused',
    outcome: refusal.error.name,
    recordIds: record === undefined ? [] : [record],
  }
  await asActor(account, () => (account ? recordAudit(entry) : recordStranger(entry)))
  return refusal
}

/** The failure for a request that another site's page sends. */
export function foreignOrigin(): Refusal {
  return fail('ForeignOrigin', 'This request did not come from this app.')
}

// Only what is surely an id: the rest of a refused input may be anything.
function idIn(input: unknown): string | undefined {
  const id = (input as { id?: unknown } | null | undefined)?.id
  return z.uuid().safeParse(id).data
}

/** The failure for a database that does not answer, or for a defect: logged by its digest only. */
export function unexpected(error: unknown, task: string): { ok: false; error: Failure } {
  if (isDatabaseAway(error)) {
    log('warn', 'the database does not answer', { operation: task })
    return databaseAway()
  }
  return fail('Unexpected', `Something went wrong (${logDefect(error, task)}).`, {
    requestId: requestId(),
  })
}

/**
 * The failure while the console's own database does not answer. The outcome of a write is then
 * unknown.
 */
export function databaseAway(): { ok: false; error: Failure } {
  return fail('DatabaseAway', 'The database isn’t answering. Try again in a moment.', {
    requestId: requestId(),
  })
}

/**
 * True when the request comes from a page of this console. Next itself lets a request without an
 * Origin pass.
 */
export async function isFromOwnPage(): Promise<boolean> {
  const given = await headers()
  return isOwnOrigin(
    {
      origin: given.get('origin'),
      host: given.get('host'),
      fetchSite: given.get('sec-fetch-site'),
    },
    publicOrigin(),
  )
}

/** The failure for an input that its schema refuses, with an issue at each field, at most 100. */
export function invalidInput(error: z.ZodError): { ok: false; error: Failure } {
  const issues = error.issues
    .slice(0, 100)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  return fail('InvalidInput', 'Some values aren’t valid.', { issues })
}
