import 'server-only'
import { and, desc, eq } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { user, writeOperations } from '#lib/console/schema.ts'

/** A write in the journal. */
export type JournalEntry = typeof writeOperations.$inferSelect

export type NewEntry = {
  operationId: string
  accountId: string
  connectionId: string
  operation: string
  record: string
  requestHash: string
  beforeHash: string | null
}

/** The write with that id; undefined if it was never sent. */
export async function findWrite(operationId: string): Promise<JournalEntry | undefined> {
  const db = await consoleDb()
  const [entry] = await db
    .select()
    .from(writeOperations)
    .where(eq(writeOperations.operationId, operationId))
  return entry
}

/**
 * Records a write before it is sent. Throws if the id was used before; then nothing may be sent.
 */
export async function beginWrite(entry: NewEntry): Promise<JournalEntry> {
  const db = await consoleDb()
  const [row] = await db
    .insert(writeOperations)
    .values({ ...entry, stage: 'sent', sentAt: new Date(now()) })
    .returning()
  return row!
}

/** Records that the same write is about to be sent again. */
export async function beginResend({ operationId, sends }: JournalEntry): Promise<JournalEntry> {
  const db = await consoleDb()
  const change = { stage: 'sent' as const, sends: sends + 1, sentAt: new Date(now()) }
  const [row] = await db
    .update(writeOperations)
    .set(change)
    .where(eq(writeOperations.operationId, operationId))
    .returning()
  return row!
}

/** Marks the outcome of a write as unknown. Deadlines count from this moment. */
export async function leaveUnknown({ operationId, stage }: JournalEntry): Promise<void> {
  if (stage !== 'sent') return
  const db = await consoleDb()
  await db
    .update(writeOperations)
    .set({ stage: 'unknown', sentAt: new Date(now()) })
    .where(eq(writeOperations.operationId, operationId))
}

/** Stores the end of a write. `outcome` is the answer's text, returned again for the same id. */
export async function settleWrite(
  entry: JournalEntry,
  outcome: string,
  afterHash: string | null,
): Promise<void> {
  const db = await consoleDb()
  const sealedOutcome = await seal(outcome, targetOf(entry))
  await db
    .update(writeOperations)
    .set({ stage: 'settled', sealedOutcome, afterHash })
    .where(eq(writeOperations.operationId, entry.operationId))
}

/** The stored answer of a write; undefined if it is too old. */
export async function outcomeOf(entry: JournalEntry): Promise<string | undefined> {
  return entry.sealedOutcome === null
    ? undefined
    : (await open(entry.sealedOutcome, targetOf(entry))).reveal()
}

/**
 * The names of the people whose writes through this console lead from one content of a record to
 * another; undefined if part of the change came from elsewhere.
 */
export async function authorsBetween(
  connectionId: string,
  record: string,
  fromHash: string,
  toHash: string,
): Promise<string[] | undefined> {
  const db = await consoleDb()
  const writes = await db
    .select({
      beforeHash: writeOperations.beforeHash,
      afterHash: writeOperations.afterHash,
      name: user.name,
    })
    .from(writeOperations)
    .innerJoin(user, eq(user.id, writeOperations.accountId))
    .where(
      and(
        eq(writeOperations.connectionId, connectionId),
        eq(writeOperations.record, record),
        eq(writeOperations.stage, 'settled'),
      ),
    )
    .orderBy(desc(writeOperations.createdAt))
    .limit(100)
  const names: string[] = []
  let at = toHash
  for (const write of writes) {
    if (at === fromHash) break
    if (write.afterHash !== at || write.beforeHash === null) continue
    names.unshift(write.name)
    at = write.beforeHash
  }
  return at === fromHash ? [...new Set(names)] : undefined
}

function targetOf({ operationId, connectionId }: { operationId: string; connectionId: string }) {
  return { purpose: 'write' as const, record: operationId, origin: connectionId }
}
