import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, ne, notInArray, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { keyedHash, open, seal, SealBroken } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { fixMemories, user } from '#lib/console/schema.ts'
import { auditRetentionDays } from '#lib/console/trail/archive.ts'

// The memory of fixes as the database has it: what was changed is a text here, sealed in its row.
// `at` is the connection's `boundTo`.

/**
 * The result of a fix: the error is still there, it is gone, a claim was made as well, or the payer
 * denied that claim.
 */
export type FixState = (typeof fixMemories.$inferSelect)['state']

/** A fix to remember. `value` is any text; `cause` is the cause's key. */
export type FixToKeep = {
  cause: string
  chargeCaptureId: string
  claimCreationId: string
  accountId: string
  state: FixState
  savedAt: Date
  value: string
}

/**
 * A fix that cleared its error, opened. `by` is the name of who saved it, undefined for an account
 * that is gone.
 */
export type RememberedFix = {
  id: string
  cause: string
  chargeCaptureId: string
  isBilled: boolean
  isDenied: boolean
  savedAt: Date
  by: string | undefined
  value: string
}

/** A fix whose claim has not billed, as far as is known. */
export type UnsettledFix = {
  id: string
  causeHash: string
  chargeCaptureId: string
  claimCreationId: string
  state: FixState
  value: string
}

const dayMs = 86_400_000
// Claims that have not billed by then are not waited for.
const watchedDays = 60
// Payers answer most claims within three months, and some of their denials are reversed.
const judgedDays = 180
const mostOfCause = 200
// What the catalogue of checks counts.
const countedDays = 90
const mostCounted = 2_000
const mostOpened = 20_000

const state = processState<{ openedFixes: Map<string, string> }>()

/**
 * Remembers fixes. An earlier fix of the same cause and capture that did not clear the error is
 * forgotten. With `isPast` a fix is left out if one of its cause and capture is known: that one is
 * later. Returns at once without any.
 */
export async function keepFixes(
  at: string,
  fixes: readonly FixToKeep[],
  isPast = false,
): Promise<void> {
  if (fixes.length === 0) return
  const rows = await Promise.all(
    fixes.map(async ({ cause, value, ...fix }) => {
      const id = randomUUID()
      return {
        ...fix,
        id,
        connection: at,
        cause: await causeHash(at, cause),
        sealedFix: await seal(value, targetOf(at, id)),
      }
    }),
  )
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    for (const row of rows) {
      const same = and(
        eq(fixMemories.connection, at),
        eq(fixMemories.cause, row.cause),
        eq(fixMemories.chargeCaptureId, row.chargeCaptureId),
      )
      if (
        isPast &&
        (await tx.select({ id: fixMemories.id }).from(fixMemories).where(same).limit(1)).length > 0
      )
        continue
      await tx.delete(fixMemories).where(and(same, eq(fixMemories.state, 'open')))
      await tx.insert(fixMemories).values(row)
    }
  })
}

/**
 * Gives the fixes of a cause its present key, where an earlier version named it otherwise: all of
 * them, or those of some captures. Else an error that is still open would look cleared.
 */
export async function renameFixes(
  at: string,
  earlier: string,
  present: string,
  captures?: readonly string[],
): Promise<void> {
  const db = await consoleDb()
  await db
    .update(fixMemories)
    .set({ cause: await causeHash(at, present) })
    .where(
      and(
        eq(fixMemories.connection, at),
        eq(fixMemories.cause, await causeHash(at, earlier)),
        captures && inArray(fixMemories.chargeCaptureId, [...captures]),
      ),
    )
}

/**
 * The newest fixes that cleared one of the causes (keys), at most 200 of each, newest first. A row
 * that does not open is left out.
 */
export async function readFixes(at: string, causes: readonly string[]): Promise<RememberedFix[]> {
  if (causes.length === 0) return []
  const keys = new Map(
    await Promise.all(
      [...new Set(causes)].map(async (key) => [await causeHash(at, key), key] as const),
    ),
  )
  const asked = sql.join(
    [...keys.keys()].map((hash) => sql`(${hash}::text)`),
    sql`, `,
  )
  // The index has the newest of each cause first, so a cause with many fixes takes no longer.
  const newest = sql`select newest.id from (values ${asked}) as asked (cause) cross join lateral (select ${fixMemories.id} from ${fixMemories} where ${and(
    eq(fixMemories.connection, at),
    sql`${fixMemories.cause} = asked.cause`,
    ne(fixMemories.state, 'open'),
    gt(fixMemories.savedAt, await oldestKept()),
  )} order by ${fixMemories.savedAt} desc limit ${mostOfCause}) as newest`
  const db = await consoleDb()
  const rows = await db
    .select({ fix: fixMemories, by: user.name })
    .from(fixMemories)
    .leftJoin(user, eq(user.id, fixMemories.accountId))
    .where(sql`${fixMemories.id} in (${newest})`)
    .orderBy(desc(fixMemories.savedAt))
  const read = await Promise.all(
    rows.map(async ({ fix: { id, cause, chargeCaptureId, savedAt, sealedFix, ...fix }, by }) => {
      const value = await opened(at, id, sealedFix)
      if (value === undefined) return []
      const isDenied = fix.state === 'denied'
      const isBilled = isDenied || fix.state === 'billed'
      return [
        {
          id,
          cause: keys.get(cause)!,
          chargeCaptureId,
          isBilled,
          isDenied,
          savedAt,
          by: by ?? undefined,
          value,
        },
      ]
    }),
  )
  return read.flat()
}

/**
 * The fixes of the last 90 days, opened, at most 2,000, newest first. One that does not open is
 * left out.
 */
export async function newestFixes(
  at: string,
): Promise<{ state: FixState; savedAt: Date; value: string }[]> {
  const db = await consoleDb()
  const { id, state: became, savedAt, sealedFix } = fixMemories
  const rows = await db
    .select({ id, state: became, savedAt, sealedFix })
    .from(fixMemories)
    .where(
      and(
        eq(fixMemories.connection, at),
        gt(savedAt, new Date(now() - countedDays * dayMs)),
        gt(savedAt, await oldestKept()),
      ),
    )
    .orderBy(desc(savedAt))
    .limit(mostCounted)
  const read = await Promise.all(
    rows.map(async (row) => {
      const value = await opened(at, row.id, row.sealedFix)
      return value === undefined ? [] : [{ state: row.state, savedAt: row.savedAt, value }]
    }),
  )
  return read.flat()
}

/** Fixes of the last 60 days whose claims have not billed, the longest unseen first. */
export async function unsettledFixes(at: string, limit: number): Promise<UnsettledFix[]> {
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(fixMemories)
    .where(
      and(
        eq(fixMemories.connection, at),
        notInArray(fixMemories.state, ['billed', 'denied']),
        gt(fixMemories.savedAt, new Date(now() - watchedDays * dayMs)),
      ),
    )
    .orderBy(asc(fixMemories.seenAt))
    .limit(limit)
  const read = await Promise.all(
    rows.map(async ({ cause, sealedFix, ...row }) => {
      const value = await opened(at, row.id, sealedFix)
      return value === undefined ? [] : [{ ...row, causeHash: cause, value }]
    }),
  )
  return read.flat()
}

/**
 * Fixes of the last 180 days that made a claim, the longest unseen first: the payer may deny it, or
 * reverse a denial.
 */
export async function fixesWithClaims(
  at: string,
  limit: number,
): Promise<{ id: string; claimCreationId: string; state: FixState }[]> {
  const db = await consoleDb()
  return db
    .select({
      id: fixMemories.id,
      claimCreationId: fixMemories.claimCreationId,
      state: fixMemories.state,
    })
    .from(fixMemories)
    .where(
      and(
        eq(fixMemories.connection, at),
        inArray(fixMemories.state, ['billed', 'denied']),
        gt(fixMemories.savedAt, new Date(now() - judgedDays * dayMs)),
      ),
    )
    .orderBy(asc(fixMemories.seenAt))
    .limit(limit)
}

/** Stores what became of fixes; undefined forgets them: something else cleared the error. */
export async function settleFixes(
  ids: readonly string[],
  became: FixState | undefined,
): Promise<void> {
  if (ids.length === 0) return
  const db = await consoleDb()
  const which = inArray(fixMemories.id, [...ids])
  if (became === undefined) await db.delete(fixMemories).where(which)
  else
    await db
      .update(fixMemories)
      .set({ state: became, seenAt: new Date(now()) })
      .where(which)
}

/**
 * Fixes that were saved before this time are forgotten: the retention of the trail is theirs too.
 */
export async function oldestKept(): Promise<Date> {
  return new Date(now() - (await auditRetentionDays()) * dayMs)
}

/** The stored hash of a cause's key. */
export function causeHash(at: string, key: string): Promise<string> {
  return keyedHash(`fix ${at} ${key}`)
}

async function opened(at: string, id: string, sealedFix: string): Promise<string | undefined> {
  state.openedFixes ??= new Map()
  const known = state.openedFixes.get(id)
  if (known !== undefined) return known
  try {
    const value = (await open(sealedFix, targetOf(at, id))).reveal()
    if (state.openedFixes.size >= mostOpened) state.openedFixes.clear()
    state.openedFixes.set(id, value)
    return value
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

function targetOf(at: string, id: string) {
  return { purpose: 'fix' as const, record: id, origin: at }
}
