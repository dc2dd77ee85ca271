import 'server-only'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { Client } from 'pg'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import { migrationsFolder } from '#lib/console/db.ts'
import { dataFolder } from '#lib/console/settings.ts'
import type { Contents } from './entries.ts'

/** A table of the console, with the columns that a backup holds: PostgreSQL makes the others. */
export type Table = { name: string; columns: string[] }

// The console reads the placed code lists into them again: the files are in the backup.
const madeFromFiles = ['code_files', 'code_rows']

/** Every table of the console whose rows a backup holds, by name. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`)
  return rows.filter(({ name }) => !madeFromFiles.includes(name))
}

/** A table and its columns as a statement names them. */
export function inSql({ name, columns }: Table): string {
  return `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
}

/** Where the ids of new rows continue. No snapshot has that: read it after the rows. */
export async function readSequences(client: Client): Promise<Contents['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null
    order by 1, 2`)
  const found: Contents['sequences'] = []
  for (const { table, column, sequence } of rows) {
    if (madeFromFiles.includes(table)) continue
    const { rows: at } = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${sequence}`,
    )
    found.push({ table, column, ...at[0]! })
  }
  return found
}

/** A migration of this version: its name and the SHA-256 of its text, as the database notes it. */
export type Migration = { tag: string; hash: string }

type Journal = { entries: { tag: string }[] }

function readJournal(): Journal {
  // drizzle-kit writes it.
  return JSON.parse(readFileSync(path.join(migrationsFolder(), journalFile), 'utf8')) as Journal
}

const journalFile = 'meta/_journal.json'

/** The migrations of this version, oldest first. */
export function knownMigrations(): Migration[] {
  const { entries } = readJournal()
  return readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ hash }, at) => ({
    tag: entries[at]!.tag,
    hash,
  }))
}

/**
 * The newest migration of a database. One of a newer version has no known name: `isNewer` is true,
 * and `tag` says which migration it follows. Throws a StartProblem if the database has no migration,
 * or one that this version does not know and not all of this version.
 */
export async function newestMigration(client: Client): Promise<Migration & { isNewer: boolean }> {
  const hash = await newestHash(client)
  if (hash === undefined)
    throw new StartProblem('The database holds no data of a console. Start the console once.')
  const migrations = knownMigrations()
  const known = migrations.find((migration) => migration.hash === hash)
  if (known) return { ...known, isNewer: false }
  const last = migrations.at(-1)!
  const { rowCount } = await client.query(
    'select from drizzle.__drizzle_migrations where hash = $1',
    [last.hash],
  )
  if (rowCount) return { tag: `after ${last.tag}`, hash, isNewer: true }
  throw new StartProblem(
    'The database is of another version of the console, probably a newer one. Use that version.',
  )
}

/** The hash of a database's newest migration; undefined if it has no tables of a console. */
export async function newestHash(client: Client): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )
  if (tables[0]!.name === null) return undefined
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at desc limit 1',
  )
  return rows[0]?.hash
}

/** Migrates a database to one migration of this version and no further. */
export async function migrateTo(client: Client, { tag }: Migration): Promise<void> {
  const journal = readJournal()
  const until = journal.entries.findIndex((entry) => entry.tag === tag)
  const entries = journal.entries.slice(0, until + 1)
  // The library runs all of a folder, so this one ends with the wanted migration. A release may be
  // read-only, its copies too, and it writes only here.
  mkdirSync(dataFolder(), { recursive: true })
  const folder = mkdtempSync(path.join(dataFolder(), 'migrations-'))
  try {
    mkdirSync(path.join(folder, path.dirname(journalFile)))
    for (const file of entries.map((entry) => `${entry.tag}.sql`))
      writeFileSync(path.join(folder, file), readFileSync(path.join(migrationsFolder(), file)))
    writeFileSync(path.join(folder, journalFile), JSON.stringify({ ...journal, entries }))
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
