import 'server-only'
import { eq } from 'drizzle-orm'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { roles, type Role } from './permissions.ts'
import { session, user } from '#lib/console/schema.ts'
import { absoluteSeconds, readSessionToken, sessionCookieName } from './session-cookie.ts'
import { startConsole } from '#lib/console/server/start.ts'

/** The person who is signed in. */
export type Account = { id: string; name: string; email: string; role: Role; isDemo: boolean }

const idleMs = 15 * 60_000
const seenEveryMs = 60_000

/**
 * The signed-in person of this request, or null. Every read checks on the server that the session exists, is at most
 * 12 hours old, was used within the last 15 minutes, and that the account still may sign in. With `isWork` false the
 * request does not count as use.
 */
export async function currentAccount(isWork = true): Promise<Account | null> {
  // The cookie first: reading it makes a page dynamic, so that a build never opens the database.
  const jar = await cookies()
  await startConsole()
  const token = await readSessionToken(jar.get(sessionCookieName())?.value)
  return token ? accountOfToken(token, isWork) : null
}

/** The signed-in person, for a page; anyone else is sent to sign in and comes back to `next` (a path of ours). */
export async function requireAccount(next: string): Promise<Account> {
  const account = await currentAccount()
  if (!account) redirect(`/sign-in?next=${encodeURIComponent(next)}`)
  return account
}

/** The account behind a session token, by the rules of `currentAccount`. An expired session is removed. */
export async function accountOfToken(token: string, isWork = true): Promise<Account | null> {
  const db = await consoleDb()
  const [found] = await db
    .select()
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(eq(session.token, token))
  if (!found) return null
  const { sessions, account_holders: holder } = found
  const at = now()
  const isOver = at >= sessions.createdAt.getTime() + absoluteSeconds * 1000 || at >= sessions.expiresAt.getTime()
  const isIdle = at - sessions.lastSeenAt.getTime() >= idleMs
  if (isOver || isIdle) {
    await db.delete(session).where(eq(session.id, sessions.id))
    return null
  }
  if (!isRole(holder.role) || (holder.isDemo && !(await areDemoAccountsOn()))) return null
  if (isWork && at - sessions.lastSeenAt.getTime() >= seenEveryMs) {
    await db
      .update(session)
      .set({ lastSeenAt: new Date(at) })
      .where(eq(session.id, sessions.id))
  }
  return { id: holder.id, name: holder.name, email: holder.email, role: holder.role, isDemo: holder.isDemo }
}

/** Ends the session of this request on the server and clears its cookie (in an action or a route handler). */
export async function endSession(): Promise<void> {
  const jar = await cookies()
  const token = await readSessionToken(jar.get(sessionCookieName())?.value)
  if (token) await (await consoleDb()).delete(session).where(eq(session.token, token))
  jar.delete(sessionCookieName())
}

function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}
