import 'server-only'
import { eq } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { breakGlass, session, user } from '#lib/console/schema.ts'
import { mayHoldSession } from './accounts.ts'
import { runsNowFor, runsNowOf } from './break-glass.ts'
import { emergency, isRole, may, type ActingRole } from './permissions.ts'
import { hasSecondFactor, needsFactor } from './factors.ts'
import { absoluteSeconds, idleMs, readSessionToken, sessionCookieName } from './session-cookie.ts'

/**
 * The signed-in person. `role` is `none` while the person has no second factor and the own role needs one: then they may
 * set it up and do nothing else. `emergency` is set while they act with an administrator's rights (break-glass.ts).
 */
export type Account = {
  id: string
  name: string
  email: string
  role: ActingRole
  isDemo: boolean
  emergency?: { id: string; endsAt: string }
}

// The page's idle limit is shorter by this time, so that it can still extend what it shows as alive.
const seenEveryMs = 10_000

/** The account of a session token, by the rules of `currentAccount` in session.ts. Deletes an expired session. */
export async function accountOfToken(token: string, isWork = true): Promise<Account | null> {
  const db = await consoleDb()
  const [found] = await db
    .select()
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(breakGlass, runsNowFor(session.id))
    .where(eq(session.token, token))
  if (!found) return null
  const { sessions, account_holders: holder, break_glass: raised } = found
  const at = now()
  if (!isLive(sessions, at)) {
    await db.delete(session).where(eq(session.id, sessions.id))
    return null
  }
  if (!isRole(holder.role) || !(await mayHoldSession(holder))) return null
  if (isWork && at - sessions.lastSeenAt.getTime() >= seenEveryMs) {
    await db
      .update(session)
      .set({ lastSeenAt: new Date(at) })
      .where(eq(session.id, sessions.id))
    await db
      .update(user)
      .set({ lastSeenAt: new Date(at) })
      .where(eq(user.id, holder.id))
  }
  const { id, name, email, isDemo } = holder
  const lacksFactor = (await needsFactor(holder)) && !(await hasSecondFactor(id))
  const role = lacksFactor ? 'none' : holder.role
  // A role that may not break the glass any more has no rights from before.
  if (!raised || !may(role, 'breakGlass')) return { id, name, email, role, isDemo }
  return {
    id,
    name,
    email,
    role: emergency,
    isDemo,
    emergency: { id: raised.id, endsAt: raised.endsAt.toISOString() },
  }
}

/**
 * An account by its id, for work without a request: null if it may not hold a session any more. It has its own role, or
 * an administrator's rights while it has them in a browser.
 */
export async function accountOfId(id: string): Promise<Account | null> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).where(eq(user.id, id))
  if (!holder || !isRole(holder.role) || !(await mayHoldSession(holder))) return null
  const { name, email, isDemo } = holder
  const lacksFactor = (await needsFactor(holder)) && !(await hasSecondFactor(id))
  const role = lacksFactor ? 'none' : holder.role
  const [raised] = may(role, 'breakGlass') ? await db.select().from(breakGlass).where(runsNowOf(id)).limit(1) : []
  if (!raised) return { id, name, email, role, isDemo }
  const { endsAt } = raised
  return { id, name, email, role: emergency, isDemo, emergency: { id: raised.id, endsAt: endsAt.toISOString() } }
}

/**
 * The id of the account whose session a request's Cookie header has, so that its body may be read; undefined without a
 * session that has not expired. Whether the account may do anything is asked afterwards. This does not count as use.
 */
export async function accountInCookies(cookies: string | undefined): Promise<string | undefined> {
  const name = `${sessionCookieName()}=`
  const own = cookies?.split(';').find((cookie) => cookie.trim().startsWith(name))
  const token = await readSessionToken(own?.trim().slice(name.length))
  if (token === undefined) return undefined
  const [found] = await (await consoleDb()).select().from(session).where(eq(session.token, token))
  return found !== undefined && isLive(found, now()) ? found.userId : undefined
}

function isLive({ createdAt, expiresAt, lastSeenAt }: typeof session.$inferSelect, at: number): boolean {
  const isOver = at >= createdAt.getTime() + absoluteSeconds * 1000 || at >= expiresAt.getTime()
  return !isOver && at - lastSeenAt.getTime() < idleMs
}
