import 'server-only'
import { eq } from 'drizzle-orm'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { placeOf, recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { session } from '#lib/console/schema.ts'
import { accountOfToken, type Account } from './account-of-token.ts'
import { signInEntry } from './sign-in-trail.ts'
import { readSessionToken, sessionCookieName } from './session-cookie.ts'
import { startConsole } from '#lib/console/server/start.ts'

/** The page of one's own account: the only one for somebody who must set up a second factor first. */
export const ownAccountPath = '/settings/account'

/**
 * The signed-in person of this request, or null. Every read checks on the server that the session exists, is at most 12
 * hours old and was used within the last 15 minutes, and that the account may still sign in. With `isWork` false the
 * request does not count as use. Throws DatabaseAway while the database does not answer.
 */
export async function currentAccount(isWork = true): Promise<Account | null> {
  // Read the cookie first: that makes a page dynamic, so a build never opens the database.
  const jar = await cookies()
  return throwIfDatabaseAway(accountOfCookie(jar.get(sessionCookieName())?.value, isWork))
}

async function accountOfCookie(cookie: string | undefined, isWork: boolean): Promise<Account | null> {
  await startConsole()
  const token = await readSessionToken(cookie)
  return token ? accountOfToken(token, isWork) : null
}

/** The token of this request's session, '' without one. It does not tell whether the session is still valid. */
export async function currentSessionToken(): Promise<string> {
  const jar = await cookies()
  return (await readSessionToken(jar.get(sessionCookieName())?.value)) ?? ''
}

/**
 * The signed-in person, for a page. Anyone else is sent to sign in and returns to `next` (a path of ours). Whoever must
 * set up a second factor first is sent to their account's page.
 */
export async function requireAccount(next: string): Promise<Account> {
  const account = await currentAccount()
  if (!account) redirect(`/sign-in?next=${encodeURIComponent(next)}`)
  if (account.role === 'none' && next !== ownAccountPath) redirect(ownAccountPath)
  return account
}

/** Ends the session of this request on the server and deletes its cookie (in an action or a route handler). */
export async function endSession(): Promise<void> {
  const jar = await cookies()
  const token = await currentSessionToken()
  const account = token ? await accountOfToken(token, false) : null
  const place = placeOf(await headers(), token)
  await (
    await consoleDb()
  ).transaction(async (tx) => {
    await tx.delete(session).where(eq(session.token, token))
    if (account) await recordAudit({ ...signInEntry('signOut', account.id, 'ok'), actor: { account, place } }, tx)
  })
  jar.delete(sessionCookieName())
}
