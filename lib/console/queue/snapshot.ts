import 'server-only'
import { and, asc, eq, gt, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { keyedHash, open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { queueDays, queueRows, queueSnapshots } from '#lib/console/schema.ts'

// The snapshot of the work queue as the database has it: values are texts here, sealed in their
// rows. `at` is the connection's `boundTo`.

/** The partner's list that has a claim creation; '' if none has. */
export type Listed = (typeof queueRows.$inferSelect)['listed']

/**
 * A row of the snapshot. `value` is undefined if nothing is left to do, and for a row that its
 * reader already has opened: one with the same `valueHash`, which is '' without a value.
 */
export type SnapshotRow = {
  id: string
  listed: Listed
  creationHash: string
  value: string | undefined
  valueHash: string
  firstSeenAt: Date
  changedAt: Date
}

/** A row to keep; its times follow from the row that is there already. */
export type RowToKeep = Pick<SnapshotRow, 'id' | 'listed' | 'creationHash' | 'value'>

/** The hash of each row's value that a reader has opened, by the row's id. */
export type OpenedHashes = { get: (id: string) => string | undefined }

/** A snapshot without its rows. Times are null before the first reading. */
export type SnapshotHead = Pick<
  typeof queueSnapshots.$inferSelect,
  'version' | 'readAt' | 'wholeAt' | 'unread'
> & {
  isReading: boolean
}

// Some ten milliseconds of the database.
const rowsAtOnce = 125
// Longer than the pause between two reports of a reading.
const readingSeconds = 60

/** The head of a snapshot; zeros before the first reading. */
export async function readHead(at: string): Promise<SnapshotHead> {
  const db = await consoleDb()
  const [head] = await db
    .select({
      version: queueSnapshots.version,
      readAt: queueSnapshots.readAt,
      wholeAt: queueSnapshots.wholeAt,
      unread: queueSnapshots.unread,
      isReading: sql<boolean>`coalesce(${queueSnapshots.readingUntil} > now(), false)`,
    })
    .from(queueSnapshots)
    .where(eq(queueSnapshots.connection, at))
  return head ?? { version: 0, readAt: null, wholeAt: null, unread: [], isReading: false }
}

/** Notes that a reading is under way, or has ended with what it could and could not read. */
export async function noteReading(
  at: string,
  end?: { readAt?: Date; wholeAt?: Date; unread: SnapshotHead['unread'] },
): Promise<void> {
  const change = end
    ? { ...end, readingUntil: null }
    : { readingUntil: sql`now() + make_interval(secs => ${readingSeconds})` }
  await bump(await consoleDb(), at, change, end ? 1 : 0)
}

/**
 * The rows with a greater version in their order, some at a time, opened except those whose value
 * `opened` has. A row that changes meanwhile comes again. Throws SealBroken for a row that was
 * changed or moved.
 */
export async function* readRowsSince(
  at: string,
  version: number,
  opened: OpenedHashes = new Map(),
): AsyncGenerator<SnapshotRow[]> {
  const db = await consoleDb()
  const { claimCreationId: id, listed, creationHash, valueHash, firstSeenAt, changedAt } = queueRows
  let isAfter = gt(queueRows.version, version)
  for (;;) {
    const found = await db
      .select({
        id,
        listed,
        creationHash,
        valueHash,
        firstSeenAt,
        changedAt,
        version: queueRows.version,
      })
      .from(queueRows)
      .where(and(eq(queueRows.connection, at), isAfter))
      .orderBy(asc(queueRows.version), asc(id))
      .limit(rowsAtOnce)
    const last = found.at(-1)
    if (!last) return
    const rows = new Map(
      found.map(({ version: _version, ...row }): [string, SnapshotRow] => [
        row.id,
        { ...row, value: undefined },
      ]),
    )
    const sealed = found.filter(
      (row) => row.valueHash !== '' && opened.get(row.id) !== row.valueHash,
    )
    // Another process may have changed a row meanwhile: then its new hash belongs to its new value.
    for (const { id: name, ...read } of await openValues(
      at,
      sealed.map((row) => row.id),
    ))
      rows.set(name, { ...rows.get(name)!, ...read })
    yield [...rows.values()]
    if (found.length < rowsAtOnce) return
    isAfter = sql`(${queueRows.version}, ${id}) > (${last.version}, ${last.id})`
  }
}

async function openValues(at: string, ids: readonly string[]) {
  if (ids.length === 0) return []
  const db = await consoleDb()
  const { claimCreationId: id, valueHash, sealedValue } = queueRows
  const found = await db
    .select({ id, valueHash, sealedValue })
    .from(queueRows)
    .where(and(eq(queueRows.connection, at), inArray(id, [...ids])))
  const values = found.map(async (row) => {
    const value =
      row.sealedValue === null
        ? undefined
        : (await open(row.sealedValue, rowTarget(at, row.id))).reveal()
    return { id: row.id, valueHash: row.valueHash, value }
  })
  return Promise.all(values)
}

/**
 * Keeps rows, and drops those of `gone`. A row whose value is as before keeps its times. With
 * `since`, the version that a reading began with, rows that were kept after that stay: a write was
 * read while the reading was under way. Each 125 rows are a transaction of their own, so that no
 * other writer of the list waits long. Returns the hash of each value that was given, by the row's
 * id.
 */
export async function keepRows(
  at: string,
  rows: readonly RowToKeep[],
  gone: readonly string[] = [],
  since?: number,
): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  const isOlder = since === undefined ? undefined : lte(queueRows.version, since)
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    for (const { id, valueHash } of await keepSome(
      at,
      rows.slice(from, from + rowsAtOnce),
      isOlder,
    ))
      hashes.set(id, valueHash)
  const db = await consoleDb()
  for (let from = 0; from < gone.length; from += rowsAtOnce)
    await db.transaction(async (tx) => {
      const version = await bump(tx, at)
      await tx
        .update(queueRows)
        .set({ listed: '', sealedValue: null, valueHash: '', version, changedAt: new Date(now()) })
        .where(
          and(
            eq(queueRows.connection, at),
            inArray(queueRows.claimCreationId, gone.slice(from, from + rowsAtOnce)),
            isOlder,
          ),
        )
    })
  return hashes
}

async function keepSome(at: string, rows: readonly RowToKeep[], isOlder: SQL | undefined) {
  const moment = new Date(now()).toISOString()
  const values = await Promise.all(
    rows.map(async ({ id, listed, creationHash, value }) => ({
      id,
      listed,
      creationHash,
      valueHash: value === undefined ? '' : await keyedHash(value),
      sealedValue: value === undefined ? null : await seal(value, rowTarget(at, id)),
    })),
  )
  // One parameter for all rows takes two thirds of the time of one for each column.
  const given = sql`json_to_recordset(${JSON.stringify(values)}::json)
    as given (id text, listed text, "creationHash" text, "valueHash" text, "sealedValue" text)`
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    const version = await bump(tx, at)
    const isSame = sql`${queueRows.valueHash} = excluded.value_hash`
    await tx
      .insert(queueRows)
      // In the order of the table's columns.
      .select(
        sql`select ${at}::text, id, listed, ${version}::bigint, "creationHash", "valueHash", "sealedValue",
          ${moment}::timestamptz, ${moment}::timestamptz from ${given}`,
      )
      .onConflictDoUpdate({
        target: [queueRows.connection, queueRows.claimCreationId],
        setWhere: isOlder,
        set: {
          listed: sql`excluded.listed`,
          version: sql`excluded.version`,
          creationHash: sql`excluded.creation_hash`,
          valueHash: sql`excluded.value_hash`,
          sealedValue: sql`excluded.sealed_value`,
          // Work that comes back after there was none is new.
          firstSeenAt: sql`case when ${queueRows.sealedValue} is null then excluded.first_seen_at else ${queueRows.firstSeenAt} end`,
          changedAt: sql`case when ${isSame} then ${queueRows.changedAt} else excluded.changed_at end`,
        },
      })
  })
  return values
}

/**
 * Raises the version, so that every process reads again what the team noted. `db` may be a
 * transaction.
 */
export async function noteTeamChange(db: ConsoleDb, at: string): Promise<void> {
  await bump(db, at)
}

// The row's lock makes writers wait for one another, so versions are committed in their order.
async function bump(
  db: ConsoleDb,
  at: string,
  change: Partial<Omit<typeof queueSnapshots.$inferInsert, 'readingUntil'>> & {
    readingUntil?: unknown
  } = {},
  by = 1,
): Promise<number> {
  const set = { ...(change as Partial<typeof queueSnapshots.$inferInsert>) }
  const [head] = await db
    .insert(queueSnapshots)
    .values({ ...set, connection: at, version: by })
    .onConflictDoUpdate({
      target: queueSnapshots.connection,
      set: { ...set, version: sql`${queueSnapshots.version} + ${by}` },
    })
    .returning({ version: queueSnapshots.version })
  return head!.version // an insert or update of one row returns it
}

/** Keeps the sums of a day (any text), sealed. */
export async function keepDay(at: string, day: string, sums: string): Promise<void> {
  const sealedSums = await seal(sums, dayTarget(at, day))
  const db = await consoleDb()
  await db
    .insert(queueDays)
    .values({ connection: at, day, sealedSums })
    .onConflictDoUpdate({ target: [queueDays.connection, queueDays.day], set: { sealedSums } })
}

/** The sums of the days from `first` (a local date) on, by day, oldest first. */
export async function readDays(at: string, first: string): Promise<Map<string, string>> {
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(queueDays)
    .where(and(eq(queueDays.connection, at), gte(queueDays.day, first)))
    .orderBy(asc(queueDays.day))
  const opened = rows.map(
    async ({ day, sealedSums }) =>
      [day, (await open(sealedSums, dayTarget(at, day))).reveal()] as const,
  )
  return new Map(await Promise.all(opened))
}

function rowTarget(at: string, id: string) {
  return { purpose: 'queue' as const, record: `row/${id}`, origin: at }
}

function dayTarget(at: string, day: string) {
  return { purpose: 'queue' as const, record: `day/${day}`, origin: at }
}
