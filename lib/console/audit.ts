import 'server-only'
import { and, arrayContains, arrayOverlaps, desc, eq, gt } from 'drizzle-orm'
import { now } from './clock.ts'
import { consoleDb, type ConsoleDb } from './db.ts'
import { auditRecords } from './schema.ts'

/** One audit entry: who did which operation on which records. It never contains a record's values. */
export type AuditEntry = {
  accountId: string
  connectionId: string | null
  operation: string
  stage: 'read' | 'intent' | 'outcome'
  /** `ok` or an error's name; `sent` for an intent. */
  outcome: string
  recordIds: string[]
}

/** Appends an entry, in the transaction `inside` where one is given. Before patient data is returned, await this first: if it fails, return nothing. */
export async function recordAudit(entry: AuditEntry, inside?: ConsoleDb): Promise<void> {
  const db = inside ?? (await consoleDb())
  await db.insert(auditRecords).values({ ...entry, at: new Date(now()) })
}

/** The last success of an operation on each of these records, in UTC milliseconds. Records without one are left out. */
export async function lastDone(
  operation: 'resolveClaimCreationError',
  recordIds: readonly string[],
): Promise<Map<string, number>> {
  if (recordIds.length === 0) return new Map()
  const db = await consoleDb()
  const done = await db
    .select({ at: auditRecords.at, recordIds: auditRecords.recordIds })
    .from(auditRecords)
    .where(
      and(
        eq(auditRecords.operation, operation),
        eq(auditRecords.stage, 'outcome'),
        eq(auditRecords.outcome, 'ok'),
        arrayOverlaps(auditRecords.recordIds, [...recordIds]),
      ),
    )
    .orderBy(desc(auditRecords.at))
    .limit(1_000)
  return new Map(done.toReversed().flatMap(({ at, recordIds: ids }) => ids.map((id) => [id, at.getTime()] as const)))
}

/** True if this account successfully read the record with this connection after `since`. */
export async function hasRead(
  { accountId, connectionId, operation }: { accountId: string; connectionId: string; operation: string },
  record: string,
  since: Date,
): Promise<boolean> {
  const db = await consoleDb()
  // Account and time first: their index limits the search to one person's day.
  const wanted = and(
    eq(auditRecords.accountId, accountId),
    gt(auditRecords.at, since),
    eq(auditRecords.operation, operation),
    eq(auditRecords.stage, 'read'),
    eq(auditRecords.outcome, 'ok'),
    eq(auditRecords.connectionId, connectionId),
    arrayContains(auditRecords.recordIds, [record]),
  )
  return (await db.select({ id: auditRecords.id }).from(auditRecords).where(wanted).limit(1)).length > 0
}
