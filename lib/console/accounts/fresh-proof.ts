import 'server-only'
import { and, eq, gt, or } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { session } from '#lib/console/schema.ts'
import { currentSessionToken } from './session.ts'

const freshMs = 10 * 60_000

/** True if this request's session began in the last ten minutes. */
export async function hasJustSignedIn(): Promise<boolean> {
  return isFresh(gt(session.createdAt, since()))
}

/**
 * True if the person of this request's session signed in, or entered their password again, in the
 * last ten minutes. Somebody at an unattended browser must not make administrators or exchange the
 * partner's keys.
 */
export async function hasFreshProof(): Promise<boolean> {
  return isFresh(or(gt(session.createdAt, since()), gt(session.provenAt, since())))
}

/** Notes that the person of this request's session has just proven who they are. */
export async function noteProof(): Promise<void> {
  const db = await consoleDb()
  await db
    .update(session)
    .set({ provenAt: new Date(now()) })
    .where(eq(session.token, await currentSessionToken()))
}

async function isFresh(condition: ReturnType<typeof or>): Promise<boolean> {
  const own = and(eq(session.token, await currentSessionToken()), condition)
  const db = await consoleDb()
  return (await db.select({ id: session.id }).from(session).where(own)).length > 0
}

function since(): Date {
  return new Date(now() - freshMs)
}
