import 'server-only'
import { headers } from 'next/headers'
import type { z } from 'zod'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { isOwnOrigin } from '#lib/console/server/request-origin.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { fail, type Failure, type Result } from '#lib/core/result.ts'
import type { Pending } from './replies.ts'

/** The account that acts, and the partner that is called. */
export type ActionContext = { account: Account; connection: Connection }

type Action<T, V> = {
  /** A row of the permission table; from the raw input where one action serves several. */
  task: string | ((input: unknown) => string)
  input: z.ZodType<T>
  verb: (input: T, context: ActionContext) => Promise<Result<V>>
  /** False for what a page asks by itself: it must not keep the session of somebody who has left the desk alive. */
  isWork?: boolean
}

/**
 * The one way through which every action runs: our own page, session, permission, input, then the verb.
 * A defect becomes the failure `Unexpected` with a digest that the log has too; its message never leaves the server.
 */
export async function runAction<T, V>(action: Action<T, V>, input: unknown): Promise<Result<V>> {
  const task = typeof action.task === 'string' ? action.task : action.task(input)
  try {
    if (!(await isFromOwnPage())) return fail('ForeignOrigin', 'This request did not come from this app.')
    const account = await currentAccount(action.isWork)
    if (!account) return fail('Unauthenticated', 'Your session has ended. Sign in again.')
    if (!may(account.role, task)) return fail('Forbidden', 'Your role doesn’t include this.')
    const parsed = action.input.safeParse(input)
    if (!parsed.success) return invalidInput(parsed.error)
    return await action.verb(parsed.data, { account, connection: await activeConnection() })
  } catch (error) {
    return unexpected(error, task)
  }
}

/**
 * A read as an action. It answers at once with a promise of its Result as JSON text: Next runs plain actions one after
 * the other, and reads should not wait for each other.
 */
export function readAction<T, V>(action: Action<T, V>): (input: unknown) => Promise<Pending> {
  return async (input) => ({ reply: runAction(action, input).then((result) => JSON.stringify(result)) })
}

/** The failure for a database that does not answer, or for a defect: logged by its digest only. */
export function unexpected(error: unknown, task: string): { ok: false; error: Failure } {
  if (isDatabaseAway(error)) {
    log('warn', 'the database does not answer', { operation: task })
    return databaseAway()
  }
  return fail('Unexpected', `Something went wrong (${logDefect(error, task)}).`)
}

/** The failure while the console's own database does not answer. The outcome of a write is then unknown. */
export function databaseAway(): { ok: false; error: Failure } {
  return fail('DatabaseAway', 'The database isn’t answering. Try again in a moment.')
}

/** True when the request comes from a page of this console. Next itself lets a request without an Origin pass. */
export async function isFromOwnPage(): Promise<boolean> {
  const given = await headers()
  return isOwnOrigin(
    { origin: given.get('origin'), host: given.get('host'), fetchSite: given.get('sec-fetch-site') },
    publicOrigin(),
  )
}

/** The failure for an input that its schema refuses, with an issue at each field, at most 100. */
export function invalidInput(error: z.ZodError): { ok: false; error: Failure } {
  const issues = error.issues.slice(0, 100).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  return fail('InvalidInput', 'Some values aren’t valid.', { issues })
}
