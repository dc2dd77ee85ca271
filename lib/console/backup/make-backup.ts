import 'server-only'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { rootKeyWith, type RootKey } from '#lib/console/connections/root-key.ts'
import { withMigrationClient } from '#lib/console/postgres.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { archivesPlace, codeListsPlace, databaseUrl } from '#lib/console/settings.ts'
import { signTrail } from '#lib/console/trail/sign.ts'
import { version } from '#lib/core/version.ts'
import { isStorableName, writeEntries, type Contents, type Entry } from './entries.ts'
import { sealBackup } from './sealed-file.ts'
import {
  inSql,
  knownMigrations,
  newestMigration,
  readSequences,
  readTables,
  type Table,
} from './tables.ts'

/**
 * Writes a backup: the rows of every table as they are at one instant, the archives of the audit
 * trail and the placed code lists, sealed under the root key of the database, which is not in it.
 * The console may run meanwhile. The file is whole when it gets its name; until then it is
 * `<file>.partial`. The trail names the backup, but not if the database is of an earlier version:
 * only a start migrates it, and `isNoted` is false. A database that a newer version has migrated is
 * copied with every table and column of that version, and `isNewer` is true: only that version can
 * restore it. `missing` are the archives that the trail names and the folder does not have. Throws a
 * StartProblem in words.
 */
export async function makeBackup(
  file: string,
): Promise<{ isNoted: boolean; isNewer: boolean; missing: string[] }> {
  for (const name of [file, `${file}.partial`])
    if (existsSync(name))
      throw new StartProblem(
        name === file
          ? 'A file of that name is there already. Choose another name.'
          : 'A backup of that name is being written, or was ended before it was whole. If none runs, remove the file that ends with .partial.',
      )
  return withMigrationClient(
    process.env.DATABASE_MIGRATION_URL || databaseUrl(),
    async (client) => {
      const { isNewer, ...migration } = await newestMigration(client)
      const root = await rootKeyOf(client)
      const isNoted = isNewer || migration.tag === knownMigrations().at(-1)!.tag
      if (isNoted) await signTrail()
      try {
        const made_at = new Date(now()).toISOString()
        const about = { made_at, version, migration }
        const missing = await writeFile(`${file}.partial`, client, root, about)
        if (isNoted) await note(made_at)
        await rename(`${file}.partial`, file)
        await flushFolder(path.dirname(file))
        return { isNoted, isNewer, missing }
      } catch (error) {
        // It is then of another backup, which has just begun.
        const isOthers = (error as NodeJS.ErrnoException).code === 'EEXIST'
        if (!isOthers) await rm(`${file}.partial`, { force: true })
        throw problemOf(error)
      }
    },
  )
}

// Without opening the key store: that would migrate the database.
async function rootKeyOf(client: Client): Promise<RootKey> {
  const { rows } = await client.query<{ value: string }>(
    `select value from facts where name = 'root_key_fingerprint'`,
  )
  const root = rootKeyWith(rows[0]?.value)
  if (root) return root
  throw new StartProblem(
    `The root key here is not the one of this database, which is ${rows[0]?.value ?? 'not known'}. Give that one.`,
  )
}

async function note(made_at: string): Promise<void> {
  await recordAudit({
    accountId: 'operator',
    connectionId: null,
    operation: 'makeBackup',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [made_at],
    recordKind: 'backup',
  })
}

async function writeFile(
  file: string,
  client: Client,
  root: RootKey,
  about: Parameters<typeof sealBackup>[1],
): Promise<string[]> {
  await client.query('begin isolation level repeatable read read only')
  // Texts of COPY depend on these.
  await client.query(`set local datestyle = 'ISO'; set local timezone = 'UTC'`)
  const tables = await readTables(client)
  // A migration that begins now waits for the end of the backup.
  await client.query(
    `lock table ${tables.map(({ name }) => `"${name}"`).join(', ')} in access share mode`,
  )
  const archives = await readArchives(client)
  const rest = async (): Promise<Omit<Contents, 'entries'>> => ({
    sequences: await readSequences(client),
    head: await readHead(client),
    missing_archives: archives.missing,
  })
  await pipeline(
    writeEntries(entriesOf(client, tables, archives.found), rest),
    createZstdCompress(),
    (plain: AsyncIterable<Buffer>) => sealBackup(root, about, plain),
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  await client.query('commit')
  return archives.missing
}

async function* entriesOf(
  client: Client,
  tables: Table[],
  archives: string[],
): AsyncGenerator<{ entry: Entry; content: AsyncIterable<Buffer> }> {
  for (const table of tables)
    yield {
      entry: { kind: 'table', ...table },
      content: client.query(copyTo(`copy ${inSql(table)} to stdout`)),
    }
  yield* fileEntries('archive', archivesPlace(), archives)
  const lists = (await namesIn(codeListsPlace(), 'code lists')).filter(isStorableName)
  yield* fileEntries('code-list', codeListsPlace(), lists.toSorted())
}

// A folder that is closed to this user is not an empty one.
async function namesIn(folder: string, what: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new StartProblem(
      `The backup was not written. The folder of the ${what} cannot be read: ${folder}`,
      { cause: error },
    )
  }
}

async function* fileEntries(kind: 'archive' | 'code-list', folder: string, names: string[]) {
  for (const name of names) {
    const file = path.join(folder, name)
    const found = await stat(file)
    // The time of a code list is a part of its version.
    const entry = { kind, name, modified_ms: found.mtimeMs }
    if (found.isFile()) yield { entry, content: createReadStream(file) }
  }
}

// The archives of the snapshot. A later one only has rows that the snapshot still has.
async function readArchives(client: Client): Promise<{ found: string[]; missing: string[] }> {
  const { rows } = await client.query<{ file: string }>(
    'select file from audit_archives order by number',
  )
  const names = rows.map(({ file }) => path.basename(file))
  const there = new Set(names.length > 0 ? await namesIn(archivesPlace(), 'archives') : [])
  return {
    found: names.filter((name) => there.has(name)),
    missing: names.filter((name) => !there.has(name)),
  }
}

async function readHead(client: Client): Promise<Contents['head']> {
  const { rows } = await client.query<{ number: number; signature: string }>(
    'select number, signature from audit_batches order by number desc limit 1',
  )
  return rows[0] ?? null
}

// Only words that name no value.
function problemOf(error: unknown): unknown {
  const words: Record<string, string | undefined> = {
    ENOSPC: 'The disk is full.',
    ENOENT: 'There is no such folder.',
    EACCES: 'The folder does not permit it.',
    EROFS: 'The folder does not permit it.',
    EEXIST: 'Another backup of that name has just begun.',
  }
  const why = words[String((error as NodeJS.ErrnoException).code)]
  return why === undefined
    ? error
    : new StartProblem(`The backup was not written. ${why}`, { cause: error })
}

// Also the new name must survive a power failure.
async function flushFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r')
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}
