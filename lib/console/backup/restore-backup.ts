import 'server-only'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, utimes } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { withMigrationClient } from '#lib/console/postgres.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { archivesPlace, codeListsPlace, databaseUrl } from '#lib/console/settings.ts'
import { headFile, signTrail } from '#lib/console/trail/sign.ts'
import { endWhatRanOn, noteRestore, type Ended, type Restored } from './after-restore.ts'
import type { Entry } from './entries.ts'
import { readBackup, type ReadBackup } from './read-backup.ts'
import { readHeader } from './sealed-file.ts'
import {
  inSql,
  knownMigrations,
  migrateTo,
  newestHash,
  readTables,
  type Migration,
} from './tables.ts'

/** A backup that can be restored here. */
export type CheckedBackup = ReadBackup & { file: string; migration: Migration }

/**
 * Reads a whole backup, and the files that its own would replace. Changes nothing and asks no
 * database. Throws a StartProblem for a broken or newer backup, for another root key, and for files
 * that differ from those of the backup.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const { header } = await readHeader(file)
  const migration = knownMigrations().find(({ hash }) => hash === header.migration.hash)
  if (!migration)
    throw new StartProblem(
      `The backup is of version ${header.version} with the migration ${header.migration.tag}, which this version does not know. Restore it with a version from then on.`,
    )
  const { contents } = await readBackup(file)
  for (const { kind, name, sha256 } of contents.entries)
    if (kind !== 'table') await refuseOtherFile(placeOf(kind, name), sha256)
  return { file, migration, header, contents }
}

/**
 * Puts a checked backup into the empty database of DATABASE_URL: the rows of every table, all or
 * none, and the archives and code lists into their folders. Then the database gets the migrations
 * since, and the trail a row. Sessions, links and jobs of the backup end (after-restore.ts). `report`
 * gets each step in words. Throws a StartProblem, before it changes anything, for a database in use
 * or with data.
 */
export async function restoreBackup(
  { file, migration, header }: CheckedBackup,
  report: (step: string) => void = () => {},
): Promise<Ended> {
  const restored: Restored = {
    made_at: header.made_at,
    restored_at: new Date(now()).toISOString(),
    by: userName(),
    former_head: headInFile(),
  }
  const ended = await withMigrationClient(
    process.env.DATABASE_MIGRATION_URL || databaseUrl(),
    async (client) => {
      await refuseInUse(client)
      await refuseData(client, migration)
      await migrateTo(client, migration)
      report('Loading its rows…')
      return loadAll(client, file, restored, report)
    },
  )
  await consoleDb()
  await noteRestore()
  await signTrail()
  return ended
}

async function refuseInUse(client: Client): Promise<void> {
  // A console that starts meanwhile waits for this lock before it looks at the tables.
  await client.query('select pg_advisory_lock(7241530)')
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null`,
  )
  if (rowCount)
    throw new StartProblem(
      'The database is in use: a console or another program is connected. Stop it, then restore again.',
    )
}

async function refuseData(client: Client, migration: Migration): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  for (const { name } of rows)
    if ((await client.query(`select from ${name} limit 1`)).rowCount)
      throw new StartProblem(
        'The database holds data already, which a restore never replaces. Restore into an empty database, or into another DATA_DIR.',
      )
  // An earlier restore that failed leaves empty tables.
  const hash = await newestHash(client)
  if (hash !== undefined && hash !== migration.hash)
    throw new StartProblem(
      'The database has the empty tables of another version. Restore into an empty database.',
    )
}

async function loadAll(
  client: Client,
  file: string,
  restored: Restored,
  report: (step: string) => void,
): Promise<Ended> {
  await client.query('begin')
  try {
    const tables = await readTables(client)
    const putBack = await setIndexesAside(client)
    const { contents } = await readBackup(file, async (entry, content) => {
      if (entry.kind !== 'table') return writeFile(entry, content)
      if (!tables.some(({ name }) => name === entry.name))
        throw new StartProblem(`This version does not know the backup’s table ${entry.name}.`)
      await pipeline(content, client.query(copyFrom(`copy ${inSql(entry)} from stdin`)))
    })
    report('Making the indexes…')
    for (const statement of putBack) await client.query(statement)
    for (const { table, column, last, is_called } of contents.sequences)
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
        `"${table}"`,
        column,
        last,
        is_called,
      ])
    const ended = await endWhatRanOn(client, restored)
    await client.query('commit')
    return ended
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/**
 * Drops the foreign keys and the indexes that are no constraint, in this transaction, and returns the
 * statements that make them again. Loading a large table without them takes a fraction of the time,
 * and tables need no order.
 */
async function setIndexesAside(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; again: string }>(`
    select 1 as turn, format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as again
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select 2, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by turn`)
  await client.query(`set local maintenance_work_mem = '256MB'`)
  for (const { drop } of rows) await client.query(drop)
  // Indexes first: a foreign key is checked faster with them.
  return rows.map(({ again }) => again).toReversed()
}

function placeOf(kind: 'archive' | 'code-list', name: string): string {
  return path.join(kind === 'archive' ? archivesPlace() : codeListsPlace(), name)
}

async function refuseOtherFile(file: string, sha256: string): Promise<void> {
  if (!existsSync(file)) return
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(file)) hash.update(bytes as Buffer)
  if (hash.digest('hex') !== sha256)
    throw new StartProblem(
      `The folder has another file of the name ${path.basename(file)} than the backup. Move it away, then restore again.`,
    )
}

async function writeFile(
  { kind, name, modified_ms }: Extract<Entry, { modified_ms: number }>,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const file = placeOf(kind, name)
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await pipeline(content, createWriteStream(`${file}.new`, { mode: 0o600, flush: true }))
  await utimes(`${file}.new`, modified_ms / 1_000, modified_ms / 1_000)
  await rename(`${file}.new`, file)
}

// A container's user may have no name.
function userName(): string {
  try {
    return os.userInfo().username
  } catch {
    return `number ${process.getuid?.()}`
  }
}

const headSchema = z.object({ number: z.int(), signature: z.string() })

// The file may be missing or unreadable; the restore does not depend on it.
function headInFile(): string | null {
  try {
    const { number, signature } = headSchema.parse(JSON.parse(readFileSync(headFile()!, 'utf8')))
    return `${number}:${signature.slice(0, 16)}`
  } catch {
    return null
  }
}
