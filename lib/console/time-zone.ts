import 'server-only'
import { eq } from 'drizzle-orm'
import { localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { assumedTimeZone, isTimeZone, ownTimeZone } from '#lib/core/time-zone.ts'
import { recordAudit, type AuditEntry } from './audit.ts'
import { now } from './clock.ts'
import { consoleDb } from './db.ts'
import { logDefect } from './log.ts'
import { isDatabaseAway } from './postgres.ts'
import { processState } from './process-state.ts'
import { facts, user } from './schema.ts'

const fact = 'time_zone'
const state = processState<{ timeZone: string }>()

/**
 * The organization's time zone: by it days, nights and due dates are counted. An installation from
 * before the setting counts by the machine's until an administrator chooses one.
 */
export function timeZone(): string {
  return state.timeZone ?? ownTimeZone()
}

/** The organization's day now. Ask once for each request: after midnight the answer is another. */
export function dayNow(): LocalDate {
  return dayAt(now())
}

/** The organization's day at an instant (UTC milliseconds). */
export function dayAt(instant: number): LocalDate {
  return localDateAt(instant, timeZone())
}

/** True if nobody has chosen a time zone in an installation from before the setting. */
export function isTimeZoneOpen(): boolean {
  return state.timeZone === undefined
}

/** Gives a new installation its first time zone, and reads the stored one into this process. */
export async function ensureTimeZone(): Promise<void> {
  const db = await consoleDb()
  const [someone] = await db.select({ id: user.id }).from(user).limit(1)
  if (!someone)
    await db.insert(facts).values({ name: fact, value: assumedTimeZone() }).onConflictDoNothing()
  await readTimeZone()
}

/** Reads what another process may have stored; if the database is away, the next call does. */
export async function refreshTimeZone(): Promise<void> {
  try {
    await readTimeZone()
  } catch (error) {
    if (!isDatabaseAway(error)) logDefect(error, 'refreshTimeZone')
  }
}

async function readTimeZone(): Promise<void> {
  const db = await consoleDb()
  const [row] = await db.select().from(facts).where(eq(facts.name, fact))
  // A machine with older zones may not know the stored one.
  state.timeZone = row && isTimeZone(row.value) ? row.value : undefined
}

/** Changes the time zone, with its row in the trail. Other processes follow within a minute. */
export async function chooseTimeZone(
  by: Pick<AuditEntry, 'accountId' | 'connectionId'>,
  wanted: string,
): Promise<void> {
  const change = { before: { time_zone: timeZone() }, after: { time_zone: wanted } }
  const what = { operation: 'chooseTimeZone', stage: 'outcome', outcome: 'ok' } as const
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx
      .insert(facts)
      .values({ name: fact, value: wanted })
      .onConflictDoUpdate({ target: facts.name, set: { value: wanted } })
    await recordAudit({ ...by, ...what, recordIds: [], change }, tx)
  })
  state.timeZone = wanted
}
