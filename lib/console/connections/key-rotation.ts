import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { hasCode } from '#lib/console/postgres.ts'
import { facts, keyVersions } from '#lib/console/schema.ts'
import * as schema from '#lib/console/schema.ts'
import { trailKeys } from '#lib/console/trail/trail-key.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import {
  changeRoot,
  families,
  makeVersions,
  readKeysAgain,
  rootKey,
  sealAnew,
  SealBroken,
} from './key-store.ts'
import { adoptNextRootKey, type RootKey } from './root-key.ts'

/** A column of sealed texts, and its companion that names the version which sealed each text. */
type SealedColumn = { name: string; table: PgTable; column: PgColumn; version: PgColumn }

/** Every sealed column of the schema: those with a companion (`sealedWith` of schema.ts). */
export const sealedColumns: SealedColumn[] = Object.values(schema)
  .filter((value) => is(value, PgTable))
  .flatMap((table) => {
    const columns: Record<string, PgColumn> = getTableColumns(table)
    return Object.entries(columns).flatMap(([key, column]) => {
      const version = columns[`${key}With`]
      return version
        ? [{ name: `${getTableName(table)}.${column.name}`, table, column, version }]
        : []
    })
  })

/** How a long act goes on: values sealed so far, and the number that was found at its start. */
export type KeyProgress = (done: number, total: number) => void

type Run = {
  report?: KeyProgress
  signal?: AbortSignal
  /**
   * The wait before a version is destroyed, in milliseconds: longer than a value needs from its
   * seal to its row.
   */
  settleMs?: number
}

/**
 * The end of an act. `left` counts the values of each column that do not open; their version stays.
 */
export type KeyOutcome = {
  sealed: number
  made: string[]
  destroyed: string[]
  left: Map<string, number>
}

/**
 * A version of the key store. `values` counts what it sealed; `id` is null for values from before
 * the versions.
 */
export type ShownVersion = {
  id: string | null
  madeAt: string | null
  isInUse: boolean
  values: number
}

const rotationFact = 'key_rotation'
const rowsAtOnce = 500
const foreignKeyViolation = '23503'

/**
 * Makes a new version of each family, seals every value with it, and destroys the version before.
 * It may be ended at any moment, also by a kill: the next call goes on. Reading and saving go on
 * meanwhile. Throws the signal's reason after `signal`.
 */
export async function rotateKeys({
  report,
  signal,
  settleMs = 10_000,
}: Run = {}): Promise<KeyOutcome> {
  const made = await beginRotation()
  const outcome: KeyOutcome = { sealed: 0, made, destroyed: [], left: new Map() }
  const retired = await retiredVersions()
  const total = (await countValues()).reduce(
    (sum, { id, values }) => sum + (id && !retired.includes(id) ? 0 : values),
    0,
  )
  const pass = async () => {
    const { sealed, left } = await sealAll(inUseOnly, () => {
      outcome.sealed += 1
      report?.(outcome.sealed, total)
      signal?.throwIfAborted()
    })
    outcome.left = left
    return sealed
  }
  await pass()
  // A save may still be on its way with the version before. The foreign key refuses to destroy a
  // version with values.
  for (;;) {
    await sleep(settleMs, undefined, { signal })
    if ((await pass()) > 0) continue
    signal?.throwIfAborted()
    const destroyed = await endRotation()
    if (destroyed) return { ...outcome, destroyed }
  }
}

/**
 * Puts every version under `next` instead of the present root key. Values of before the versions
 * are sealed with a version first. It may be ended at any moment: the next call goes on. Throws a
 * StartProblem in words.
 */
export async function rotateRoot(next: RootKey, { report, signal }: Run = {}): Promise<KeyOutcome> {
  await trailKeys()
  const root = await rootKey()
  const outcome: KeyOutcome = { sealed: 0, made: [], destroyed: [], left: new Map() }
  if (root.fingerprint !== next.fingerprint) {
    const total = (await countValues()).find(({ id }) => id === null)?.values ?? 0
    const { left } = await sealAll(unversionedOnly, () => {
      outcome.sealed += 1
      report?.(outcome.sealed, total)
      signal?.throwIfAborted()
    })
    outcome.left = left
    const broken = [...left.values()].reduce((sum, count) => sum + count, 0)
    await (
      await consoleDb()
    ).transaction(async (tx) => {
      await changeRoot(tx, root, next)
      const unversioned = (await countValues(tx)).find(({ id }) => id === null)?.values ?? 0
      if (unversioned > broken)
        throw new StartProblem(
          'A console of an earlier version still saves. Stop it, then run this again.',
        )
      await audit(tx, 'rotateRootKey', 'outcome', [root.fingerprint, next.fingerprint])
    })
    await readKeysAgain(next)
  }
  adoptNextRootKey(next)
  return outcome
}

/**
 * Every version with the number of its values, and whether a rotation was begun and has not ended.
 */
export async function keyStatus(): Promise<{
  versions: ShownVersion[]
  isRotating: boolean
  root: string
}> {
  const db = await consoleDb()
  const root = await rootKey()
  const counts = new Map((await countValues()).map(({ id, values }) => [id, values]))
  const rows = await db
    .select()
    .from(keyVersions)
    .where(inArray(keyVersions.family, [...families]))
    .orderBy(asc(keyVersions.family), asc(keyVersions.version))
  const versions: ShownVersion[] = rows.map(({ id, madeAt, retiredAt }) => ({
    id,
    madeAt: madeAt.toISOString(),
    isInUse: retiredAt === null,
    values: counts.get(id) ?? 0,
  }))
  if (counts.get(null))
    versions.push({ id: null, madeAt: null, isInUse: false, values: counts.get(null)! })
  const begun = await db.select().from(facts).where(eq(facts.name, rotationFact))
  return { versions, isRotating: begun.length > 0, root: root.fingerprint }
}

// The fact is there from the first version to the last destruction, so a second call goes on with
// the first one's work.
async function beginRotation(): Promise<string[]> {
  // An embedded database cannot read them inside the transaction that writes a line of the trail.
  await trailKeys()
  const root = await rootKey()
  const made = await (
    await consoleDb()
  ).transaction(async (tx) => {
    const at = new Date(now())
    const begun = { name: rotationFact, value: at.toISOString() }
    const inserted = await tx.insert(facts).values(begun).onConflictDoNothing().returning()
    if (inserted.length === 0) return []
    const ids = await makeVersions(tx, root, at)
    await audit(tx, 'rotateKeys', 'intent', ids)
    return ids
  })
  await readKeysAgain()
  return made
}

async function endRotation(): Promise<string[] | undefined> {
  try {
    const destroyed = await (
      await consoleDb()
    ).transaction(async (tx) => {
      const used = (await countValues(tx)).flatMap(({ id, values }) =>
        id !== null && values > 0 ? [id] : [],
      )
      const unused = (await retiredVersions(tx)).filter((id) => !used.includes(id))
      if (unused.length > 0) await tx.delete(keyVersions).where(inArray(keyVersions.id, unused))
      await tx.delete(facts).where(eq(facts.name, rotationFact))
      await audit(tx, 'rotateKeys', 'outcome', unused)
      return unused
    })
    await readKeysAgain()
    return destroyed
  } catch (error) {
    if (hasCode(error, foreignKeyViolation)) return undefined
    throw error
  }
}

async function retiredVersions(db?: ConsoleDb): Promise<string[]> {
  const rows = await (db ?? (await consoleDb()))
    .select()
    .from(keyVersions)
    .where(isNotNull(keyVersions.retiredAt))
  return rows.map(({ id }) => id)
}

async function audit(
  tx: ConsoleDb,
  operation: string,
  stage: 'intent' | 'outcome',
  recordIds: string[],
): Promise<void> {
  const outcome = stage === 'intent' ? 'sent' : 'ok'
  const entry = {
    accountId: 'keys command',
    connectionId: null,
    operation,
    stage,
    outcome,
    recordIds,
  }
  await recordAudit({ ...entry, recordKind: 'key' }, tx)
}

type Which = (column: SealedColumn) => Promise<SQL | undefined>

// How a console from before the versions began a sealed text. A column may have other texts too.
const unversioned = ({ column, version }: SealedColumn) =>
  and(isNull(version), like(column, '{"ciphertext":%'))
const unversionedOnly: Which = async (column) => unversioned(column)
const inUseOnly: Which = async (column) => {
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(keyVersions)
    .where(isNull(keyVersions.retiredAt))
  const inUse = rows.map(({ id }) => id)
  return or(unversioned(column), notInArray(column.version, inUse))
}

/**
 * Seals the chosen values of every column with the versions in use. A row that changes meanwhile
 * keeps its change. A value that does not open stays as it is and is counted by its column.
 */
async function sealAll(
  which: Which,
  step: () => void,
): Promise<{ sealed: number; left: Map<string, number> }> {
  const db = await consoleDb()
  const left = new Map<string, number>()
  let sealed = 0
  for (const given of sealedColumns) {
    const { name, table, column } = given
    const chosen = await which(given)
    for (let after = '(0,0)'; ;) {
      const rows = await db
        .select({ place: sql<string>`ctid::text` })
        .from(table)
        .where(and(chosen, sql`ctid > ${after}::tid`))
        .orderBy(sql`ctid`)
        .limit(rowsAtOnce)
      for (const { place } of rows) {
        const result = await sealRow(db, table, column, place)
        if (result === 'broken') left.set(name, (left.get(name) ?? 0) + 1)
        if (result !== 'sealed') continue
        sealed += 1
        step()
      }
      if (rows.length < rowsAtOnce) break
      after = rows.at(-1)!.place
    }
  }
  return { sealed, left }
}

// One row at a time: a draft or a part of a result may be large.
async function sealRow(db: ConsoleDb, table: PgTable, column: PgColumn, place: string) {
  const at = sql`ctid = ${place}::tid`
  const [row] = await db
    .select({ text: sql<string | null>`${column}` })
    .from(table)
    .where(at)
  if (!row?.text) return 'gone'
  try {
    const text = await sealAnew(row.text)
    const set = sql`update ${table} set ${sql.identifier(column.name)} = ${text}`
    const { rows } = (await db.execute(
      sql`${set} where ${at} and ${column} = ${row.text} returning 1`,
    )) as {
      rows: unknown[]
    }
    return rows.length > 0 ? 'sealed' : 'gone'
  } catch (error) {
    if (error instanceof SealBroken) return 'broken'
    throw error
  }
}

async function countValues(db?: ConsoleDb): Promise<{ id: string | null; values: number }[]> {
  const connection = db ?? (await consoleDb())
  const counts = new Map<string | null, number>()
  for (const given of sealedColumns) {
    const { table, version } = given
    const rows = await connection
      .select({ id: sql<string | null>`${version}`, values: sql<number>`count(*)`.mapWith(Number) })
      .from(table)
      .where(or(isNotNull(version), unversioned(given)))
      .groupBy(version)
    for (const { id, values } of rows) counts.set(id, (counts.get(id) ?? 0) + values)
  }
  return [...counts].map(([id, values]) => ({ id, values }))
}
