import 'server-only'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { Client, type Pool } from 'pg'
import { fromPglite } from 'pg-boss'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { LockHeld, takeLock } from '#lib/core/file-lock.ts'
import { openInMemory } from '#lib/core/memory-database.ts'
import { openPool, withMigrationClient } from './postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import * as schema from './schema.ts'
import { databasePlace } from './settings.ts'
import { StartProblem } from './server/start-problem.ts'
import { deliverySchema, migrateDelivery } from './jobs/delivery-tables.ts'

/** The console's database, either PGlite or PostgreSQL. */
export type ConsoleDb = PgDatabase<PgQueryResultHKT, typeof schema>

/** What the database runs on, for a library with statements of its own. */
export type DatabaseEngine = { kind: 'pglite'; client: PGlite } | { kind: 'postgres'; pool: Pool }

type Opened = { db: ConsoleDb; engine: DatabaseEngine; close: () => Promise<void> }

const state = processState<{ database: Promise<Opened> }>()

/** The open, migrated database. The first call opens it; after a failure the next call tries again. */
export async function consoleDb(): Promise<ConsoleDb> {
  state.database ??= open().catch((error: unknown) => {
    delete state.database
    throw error
  })
  return (await state.database).db
}

/** What the open database runs on. */
export async function databaseEngine(): Promise<DatabaseEngine> {
  await consoleDb()
  return (await state.database!).engine
}

/** Closes the database, if open: at the end of the process or of a test. */
export async function closeConsoleDb(): Promise<void> {
  const opened = state.database
  delete state.database
  await (await opened?.catch(() => undefined))?.close()
}

async function open(): Promise<Opened> {
  const where = databasePlace()
  return 'url' in where ? openPostgres(where.url) : openPglite(where.directory)
}

async function openPglite(directory: string): Promise<Opened> {
  if (process.env.DATA_DIR === 'memory:') {
    const client = await openInMemory('console', {}, migrate)
    return { ...embedded(client), close: () => client.close() }
  }
  const release = guard(directory)
  try {
    const client = await PGlite.create(directory)
    await migrate(client)
    return { ...embedded(client), close: () => client.close().finally(release) }
  } catch (error) {
    release()
    throw error
  }
}

function embedded(client: PGlite) {
  return { db: drizzlePglite(client, { schema }), engine: { kind: 'pglite', client } as const }
}

async function migrate(client: PGlite): Promise<void> {
  await migratePglite(drizzlePglite(client), { migrationsFolder: migrationsFolder() })
  await migrateDelivery(fromPglite(client), 'pglite')
}

async function openPostgres(url: string): Promise<Opened> {
  const migrationUrl = process.env.DATABASE_MIGRATION_URL
  if (migrationUrl && roleOf(migrationUrl) === roleOf(url))
    throw new StartProblem(
      'DATABASE_MIGRATION_URL names the same role as DATABASE_URL. The README says how to make two.',
    )
  await withMigrationClient(migrationUrl || url, async (client) => {
    // Two consoles that start together must not migrate together. The lock ends with the connection.
    await client.query('select pg_advisory_lock(7241530)')
    const db = drizzlePg(client, { schema })
    await migratePg(db, { migrationsFolder: migrationsFolder() })
    await migrateDelivery({ executeSql: async (text, values) => client.query(text, values) }, 'postgres')
    if (migrationUrl) await grantToConsole(db, roleOf(url))
  })
  const pool = openPool(url)
  const db = drizzlePg(pool, { schema })
  if (migrationUrl) await refuseOwnerOfTrail(db).catch((error: unknown) => pool.end().then(() => Promise.reject(error)))
  return { db, engine: { kind: 'postgres', pool }, close: () => pool.end() }
}

// A socket's address may name no user; the library then takes the system's.
function roleOf(url: string): string {
  return new Client({ connectionString: url }).user ?? ''
}

/**
 * Gives the console's role what it needs, after a migration by the role that owns the tables: every table, but of the
 * audit trail only reading and adding rows.
 */
export async function grantToConsole(db: ConsoleDb, role: string): Promise<void> {
  const [to, tables] = [sql.identifier(role), sql.raw(auditTables.join(', '))]
  const jobTables = sql.identifier(deliverySchema)
  const statements = [
    sql`grant usage on schema public to ${to}`,
    sql`grant select, insert, update, delete on all tables in schema public to ${to}`,
    sql`grant usage, select on all sequences in schema public to ${to}`,
    sql`grant usage on schema ${jobTables} to ${to}`,
    sql`grant select, insert, update, delete on all tables in schema ${jobTables} to ${to}`,
    sql`grant usage, select on all sequences in schema ${jobTables} to ${to}`,
    sql`revoke all on ${tables} from ${to}`,
    sql`grant select, insert on ${tables} to ${to}`,
  ]
  // Another console's start must not find the role with more rights in between.
  await db.transaction(async (tx) => {
    for (const statement of statements) await tx.execute(statement)
  })
}

const auditTables = ['audit_records', 'audit_batches', 'audit_archives']

/** Throws a StartProblem if this connection's role could change the audit trail after all. */
export async function refuseOwnerOfTrail(db: ConsoleDb): Promise<void> {
  const { rows } = (await db.execute(
    sql`select current_user as role, bool_or(pg_has_role(current_user, tableowner, 'usage') or has_table_privilege(format('%I.%I', schemaname, tablename), 'update, delete, truncate')) as may_change from pg_tables where tablename in ('audit_records', 'audit_batches', 'audit_archives')`,
  )) as { rows: { role: string; may_change: boolean }[] }
  if (!rows[0]?.may_change) return
  throw new StartProblem(
    `The role of DATABASE_URL owns the audit trail or may change it. Give its tables to the role of DATABASE_MIGRATION_URL, and let ${rows[0].role} be no superuser and no member of that role. The README has the statements.`,
  )
}

function migrationsFolder(): string {
  return path.join(process.cwd(), 'lib/console/migrations')
}

/** True when the database answers. */
export async function isDatabaseUp(): Promise<boolean> {
  const db = await consoleDb()
  await db.execute(sql`select 1`)
  return true
}

function guard(directory: string): () => void {
  mkdirSync(path.dirname(directory), { recursive: true })
  try {
    return takeLock(`${directory}.lock`)
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new StartProblem(
      `The data directory ${path.basename(path.dirname(directory))}/${path.basename(directory)} is in use by another console, on this machine or in another container. Stop that one, or choose another DATA_DIR.`,
      { cause: error },
    )
  }
}
