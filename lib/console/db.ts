import 'server-only'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, type Pool } from 'pg'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import {
  hasCode,
  openPool,
  whileNobodyWaits,
  whilePeopleWait,
  withMigrationClient,
} from './postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import * as schema from './schema.ts'
import type { Migration } from './server/start-failure.ts'
import { databaseUrl, takes } from './settings.ts'
import { StartProblem } from './server/start-problem.ts'
import { deliverySchema, migrateDelivery } from './jobs/delivery-tables.ts'

/** The console's database, or a transaction in it. */
export type ConsoleDb = PgDatabase<PgQueryResultHKT, typeof schema>

type Opened = { db: ConsoleDb; pool: Pool }

const state = processState<{ database: Promise<Opened>; migration: Migration }>()

/**
 * The open, migrated database. The first call opens it; after a failure the next call tries again.
 */
export async function consoleDb(): Promise<ConsoleDb> {
  state.database ??= open().catch((error: unknown) => {
    delete state.database
    throw error
  })
  return (await state.database).db
}

/** The connections of the open database, for a library with statements of its own. */
export async function databasePool(): Promise<Pool> {
  await consoleDb()
  return (await state.database!).pool
}

/** Closes the database, if open: at the end of the process or of a test. */
export async function closeConsoleDb(): Promise<void> {
  const opened = state.database
  delete state.database
  await (await opened?.catch(() => undefined))?.pool.end()
}

async function open(): Promise<Opened> {
  const url = databaseUrl()
  const migrationUrl = process.env.DATABASE_MIGRATION_URL
  if (migrationUrl && roleOf(migrationUrl) === roleOf(url))
    throw new StartProblem(
      'DATABASE_MIGRATION_URL names the same role as DATABASE_URL. operate.md says how to make two.',
    )
  await migrateConsole(migrationUrl || url, migrationUrl ? roleOf(url) : undefined).catch(
    (error: unknown) => {
      if (!hasCode(error, missingRight)) throw error
      const role = migrationUrl ? 'DATABASE_MIGRATION_URL' : 'DATABASE_URL'
      throw new StartProblem(
        `The role of ${role} may not make or change the tables. DATABASE_MIGRATION_URL names the role that owns them, DATABASE_URL the console's own. operate.md says how to make both.`,
        { cause: error },
      )
    },
  )
  const pool = openPool(url, takes('web') ? whilePeopleWait : whileNobodyWaits)
  const db = drizzle(pool, { schema })
  if (migrationUrl)
    await refuseOwnerOfTrail(db).catch((error: unknown) =>
      pool.end().then(() => Promise.reject(error)),
    )
  // Only the worker needs it later, for the archiving of old audit rows.
  if (migrationUrl && !takes('worker'))
    process.env.DATABASE_MIGRATION_URL = withoutPassword(migrationUrl)
  return { db, pool }
}

/**
 * Brings the tables at `url` up to this version, forward only, and grants `role` what it needs if
 * another role owns them. A database of a newer version is left as it is: its migrations only add
 * (decision 0097).
 */
export async function migrateConsole(url: string, role?: string): Promise<void> {
  await withMigrationClient(url, async (client) => {
    // Requests simply wait for a start without a migration, which takes a moment.
    const shown = setTimeout(() => (state.migration ??= 'own'), migrationShownMs)
    try {
      await lockTables(client)
      const db = drizzle(client, { schema })
      await migrate(db, { migrationsFolder: migrationsFolder() })
      await migrateDelivery({ executeSql: async (text, values) => client.query(text, values) })
      if (role !== undefined) await grantToConsole(db, role)
    } finally {
      clearTimeout(shown)
      delete state.migration
    }
  })
}

const migrationShownMs = 1_000
const lockAskedEveryMs = 500

// Two consoles that start together must not migrate together. The lock ends with the connection. One
// statement that waited for it would be silent until its connection is cut.
async function lockTables(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock(7241530) as is_ours')
    if ((rows as { is_ours: boolean }[])[0]!.is_ours) break
    state.migration = 'other'
    await sleep(lockAskedEveryMs)
  }
  if (state.migration) state.migration = 'own'
}

/**
 * Runs `work` with the role that owns the tables, over a short connection of its own; without
 * DATABASE_MIGRATION_URL with the console's own role, which owns them then. Only the archiving of
 * old audit rows needs it.
 */
export async function asTableOwner<T>(work: (db: ConsoleDb) => Promise<T>): Promise<T> {
  const url = process.env.DATABASE_URL && process.env.DATABASE_MIGRATION_URL
  if (!url) return work(await consoleDb())
  return withMigrationClient(url, (client) => work(drizzle(client, { schema })))
}

const missingRight = '42501'

// A socket's address may name no user; the library then takes the system's.
function roleOf(url: string): string {
  return new Client({ connectionString: url }).user ?? ''
}

// The rest of the address still says whether it demands TLS.
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return ''
  const url = new URL(address)
  url.password = ''
  url.searchParams.delete('password')
  return url.href
}

/**
 * Gives the console's role what it needs, after a migration by the role that owns the tables: every
 * table, but of the audit trail only reading and adding rows, and of its archives only reading.
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
    // An archive's entry lets its rows be deleted: only the role that owns the tables makes one.
    sql`revoke insert on audit_archives from ${to}`,
    sql`revoke execute on function delete_archived_audit from public, ${to}`,
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
    `The role of DATABASE_URL owns the audit trail or may change it. Give its tables to the role of DATABASE_MIGRATION_URL, and let ${rows[0].role} be no superuser and no member of that role. operate.md has the statements.`,
  )
}

/** The folder of the console’s migrations. */
export function migrationsFolder(): string {
  return path.join(process.cwd(), 'lib/console/migrations')
}

/** True when the database answers. */
export async function isDatabaseUp(): Promise<boolean> {
  const db = await consoleDb()
  await db.execute(sql`select 1`)
  return true
}
