import 'server-only'
import { eq, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { inUse, type Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { log } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { breakGlass, connections, facts, passkeys, session, user } from '#lib/console/schema.ts'
import { mayHoldSession, mayHoldSessionBeside } from './accounts.ts'
import { runsFor, runsNowOf } from './break-glass.ts'
import { emergency, isRole, may, type ActingRole } from './permissions.ts'
import { factorRolesFact, hasSecondFactor, needsFactor, needsFactorBeside } from './factors.ts'
import { absoluteSeconds, idleMs, readSessionToken, sessionCookieName } from './session-cookie.ts'

/**
 * The signed-in person. `role` is `none` while the person has no second factor and the own role
 * needs one: then they may set it up and do nothing else. `emergency` is set while they act with an
 * administrator's rights (break-glass.ts).
 */
export type Account = {
  id: string
  name: string
  email: string
  role: ActingRole
  isDemo: boolean
  emergency?: { id: string; endsAt: string }
}

/** The signed-in person of a request, and the partner connection that is in use. */
export type Caller = { account: Account; connection: Connection }

// The page's idle limit is shorter by this time, so that it can still extend what it shows as
// alive.
const seenEveryMs = 10_000

/**
 * The account of a session token, by the rules of `currentAccount` in session.ts. Deletes an
 * expired session.
 */
export async function accountOfToken(token: string, isWork = true): Promise<Account | null> {
  return (await callerOfToken(token, isWork))?.account ?? null
}

/** The same with the connection in use. */
export async function callerOfToken(token: string, isWork = true): Promise<Caller | null> {
  const found = takeJustRead(token) ?? (await readSession(token))
  if (!found) return refuse('session-unknown')
  const { session: held, user: holder, breakGlass: raised, factorRoles } = found
  const at = now()
  const db = await consoleDb()
  const ended = endOf(held, at)
  if (ended) {
    await db.delete(session).where(eq(session.id, held.id))
    return refuse(ended)
  }
  const connection = inUse(found.connection)
  if (!isRole(holder.role) || !mayHoldSessionBeside(holder, connection))
    return refuse('session-of-closed-account')
  if (isWork && at - held.lastSeenAt.getTime() >= seenEveryMs) {
    const seen = { lastSeenAt: new Date(at) }
    await db.update(session).set(seen).where(eq(session.id, held.id))
    await db.update(user).set(seen).where(eq(user.id, holder.id))
  }
  const hasFactor = holder.twoFactorEnabled || found.hasPasskey
  const lacksFactor = !hasFactor && needsFactorBeside(holder, factorRoles ?? undefined, connection)
  return { account: acting(holder, lacksFactor ? 'none' : holder.role, raised), connection }
}

// Support reads in the log why somebody had to sign in again.
function refuse(event: string): null {
  log('info', event)
  return null
}

// A role that may not break the glass any more has no rights from before.
function acting(
  { id, name, email, isDemo }: typeof user.$inferSelect,
  role: ActingRole,
  raised: typeof breakGlass.$inferSelect | null | undefined,
): Account {
  const own = { id, name, email, role, isDemo }
  if (!raised || !may(role, 'breakGlass')) return own
  return {
    ...own,
    role: emergency,
    emergency: { id: raised.id, endsAt: raised.endsAt.toISOString() },
  }
}

// All that a request asks before its work, in one statement that each connection of the database
// plans once.
type SessionRead = Awaited<ReturnType<ReturnType<typeof prepareRead>['execute']>>[number]
const reads = new WeakMap<ConsoleDb, ReturnType<typeof prepareRead>>()

async function readSession(token: string): Promise<SessionRead | undefined> {
  const db = await consoleDb()
  const read = reads.get(db) ?? prepareRead(db)
  reads.set(db, read)
  return (await read.execute({ token, at: new Date(now()) }))[0]
}

function prepareRead(db: ConsoleDb) {
  return db
    .select({
      session,
      user,
      breakGlass,
      connection: connections,
      factorRoles: facts.value,
      hasPasskey: sql<boolean>`exists (select from ${passkeys} where ${passkeys.userId} = ${user.id})`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(breakGlass, runsFor(session.id, sql.placeholder('at')))
    .leftJoin(connections, eq(connections.isActive, true))
    .leftJoin(facts, eq(facts.name, factorRolesFact))
    .where(eq(session.token, sql.placeholder('token')))
    .prepare('session_of_token')
}

// What the front server has just read of a request's session serves the action of that request,
// once.
const justReadMs = 250
const state = processState<{ justRead: Map<string, { at: number; found: SessionRead }> }>()

function noteJustRead(token: string, found: SessionRead): void {
  const notes = (state.justRead ??= new Map())
  for (const [other, { at }] of notes) {
    if (performance.now() - at < justReadMs) break
    notes.delete(other)
  }
  notes.delete(token)
  notes.set(token, { at: performance.now(), found })
}

function takeJustRead(token: string): SessionRead | undefined {
  const note = state.justRead?.get(token)
  state.justRead?.delete(token)
  return note && performance.now() - note.at < justReadMs ? note.found : undefined
}

/**
 * An account by its id, for work without a request: null if it may not hold a session any more. It
 * has its own role, or an administrator's rights while it has them in a browser.
 */
export async function accountOfId(id: string): Promise<Account | null> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).where(eq(user.id, id))
  if (!holder || !isRole(holder.role) || !(await mayHoldSession(holder))) return null
  const lacksFactor = (await needsFactor(holder)) && !(await hasSecondFactor(id))
  const [raised] = await db.select().from(breakGlass).where(runsNowOf(id)).limit(1)
  return acting(holder, lacksFactor ? 'none' : holder.role, raised)
}

/**
 * The id of the account whose session a request's Cookie header has, so that its body may be read;
 * undefined without a session that has not expired. Whether the account may do anything is asked
 * afterwards. This does not count as use.
 */
export async function accountInCookies(cookies: string | undefined): Promise<string | undefined> {
  const name = `${sessionCookieName()}=`
  const own = cookies?.split(';').find((cookie) => cookie.trim().startsWith(name))
  const token = await readSessionToken(own?.trim().slice(name.length))
  if (token === undefined) return undefined
  const found = await readSession(token)
  if (!found || endOf(found.session, now())) return undefined
  noteJustRead(token, found)
  return found.session.userId
}

function endOf(
  { createdAt, expiresAt, lastSeenAt }: typeof session.$inferSelect,
  at: number,
): 'session-over' | 'session-idle' | undefined {
  if (at >= createdAt.getTime() + absoluteSeconds * 1000 || at >= expiresAt.getTime())
    return 'session-over'
  return at - lastSeenAt.getTime() < idleMs ? undefined : 'session-idle'
}
