import 'server-only'
import { and, eq, gt } from 'drizzle-orm'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { now } from '#lib/console/clock.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { openedLately } from '#lib/console/schema.ts'
import type { DraftOwner } from './drafts.ts'

/**
 * A record that a person opened. `words` name it, the most important first; they may name a
 * patient. `at` is an instant as ISO text, UTC.
 */
export type Opened = { kind: string; id: string; words: string[]; at: string }

// The page that is open, and eight others.
const mostKept = 9
const lifeMs = 14 * 86_400_000

/**
 * Notes that a person opened a record: it comes first, and the list keeps nine of the last 14 days.
 * The list is sealed for its account and partner; another account, partner or key has a list of its
 * own.
 */
export async function noteOpened(owner: DraftOwner, opened: Omit<Opened, 'at'>): Promise<void> {
  const at = new Date(now())
  await withAccountLock(owner.accountId, async (db) => {
    const others = (await linesOf(db, owner)).filter(
      ({ kind, id }) => kind !== opened.kind || id !== opened.id,
    )
    const lines = [{ ...opened, at: at.toISOString() }, ...others].slice(0, mostKept)
    const columns = {
      sealedLines: await seal(JSON.stringify(lines), targetOf(owner)),
      expiresAt: new Date(now() + lifeMs),
    }
    await db
      .insert(openedLately)
      .values({ accountId: owner.accountId, connection: owner.connection.boundTo, ...columns })
      .onConflictDoUpdate({
        target: [openedLately.accountId, openedLately.connection],
        set: columns,
      })
  })
}

/** What the account opened in the last 14 days with this connection, the newest first. */
export async function listOpened(owner: DraftOwner): Promise<Opened[]> {
  return linesOf(await consoleDb(), owner)
}

async function linesOf(db: ConsoleDb, owner: DraftOwner): Promise<Opened[]> {
  const [row] = await db
    .select()
    .from(openedLately)
    .where(
      and(
        eq(openedLately.accountId, owner.accountId),
        eq(openedLately.connection, owner.connection.boundTo),
        gt(openedLately.expiresAt, new Date(now())),
      ),
    )
  if (!row) return []
  const lines = JSON.parse((await open(row.sealedLines, targetOf(owner))).reveal()) as Opened[] // noteOpened wrote it
  const oldest = new Date(now() - lifeMs).toISOString()
  return lines.filter(({ at }) => at > oldest)
}

function targetOf({ accountId, connection }: DraftOwner) {
  return { purpose: 'opened-lately' as const, record: accountId, origin: connection.boundTo }
}
