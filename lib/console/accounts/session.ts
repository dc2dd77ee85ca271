import 'server-only'
import { eq } from 'drizzle-orm'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { placeOf, recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { log } from '#lib/console/log.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { session } from '#lib/console/schema.ts'
import { accountOfToken, callerOfToken, type Account, type Caller } from './account-of-token.ts'
import { signInEntry } from './sign-in-trail.ts'
import { readSessionToken, sessionCookieName } from './session-cookie.ts'
import { startConsole } from '#lib/console/server/start.ts'

/**
 * The page of one's own account: the only one for somebody who must set up a second factor first.
 */
export const ownAccountPath = '/settings/account'

/**
 * The signed-in person of this request, or null. Every read checks on the server that the session
 * exists, is at most 12 hours old and was used within the last 15 minutes, and that the account may
 * still sign in. With `isWork` false the request does not count as use. Throws DatabaseAway while
 * the database does not answer.
 */
export async function currentAccount(isWork = true): Promise<Account | null> {
  return (await currentCaller(isWork))?.account ?? null
}

/** The same with the partner connection in use. */
export async function currentCaller(isWork = true): Promise<Caller | null> {
  // Read the cookie first: that makes a page dynamic, so a build never opens the database.
  const jar = await cookies()
  return throwIfDatabaseAway(callerOfCookie(jar.get(sessionCookieName())?.value, isWork))
}

async function callerOfCookie(cookie: string | undefined, isWork: boolean): Promise<Caller | null> {
  await startConsole()
  const token = await readSessionToken(cookie)
  if (token) return callerOfToken(token, isWork)
  if (cookie) log('info', 'session-cookie-invalid')
  return null
}

/**
 * The token of this request's session, '' without one. It does not tell whether the session is
 * still valid.
 */
export async function currentSessionToken(): Promise<string> {
  const jar = await cookies()
  return (await readSessionToken(jar.get(sessionCookieName())?.value)) ?? ''
}

/**
 * The signed-in person, for a page. Anyone else is sent to sign in and returns to `next` (a path of
 * ours). A person who must set up a second factor first is sent to their account's page.
 */
export async function requireAccount(next: string): Promise<Account> {
  const account = await currentAccount()
  if (!account) redirect(`/sign-in?next=${encodeURIComponent(next)}`)
  if (account.role === 'none' && next !== ownAccountPath) redirect(ownAccountPath)
  return account
}

/**
 * Ends the session of this request on the server and deletes its cookie (in an action or a route
 * handler).
 */
export async function endSession(): Promise<void> {
  const jar = await cookies()
  const token = await currentSessionToken()
  const account = token ? await accountOfToken(token, false) : null
  const place = placeOf(await headers(), token)
  await (
    await consoleDb()
  ).transaction(async (tx) => {
    await tx.delete(session).where(eq(session.token, token))
    if (account)
      await recordAudit(
        { ...signInEntry('signOut', account.id, 'ok'), actor: { account, place } },
        tx,
      )
  })
  jar.delete(sessionCookieName())
}
