import { existsSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { type PostgresServer, runningPostgres, startPostgres } from '#lib/core/postgres-server.ts'

/** The names of the databases on our own server. */
export type OwnDatabase = 'console' | 'sandbox'

/** The variables that lead a process to a database on our own server. */
export type DatabaseEnvironment = Record<string, string>

/** Our own server, with the databases of the console and the sandbox. */
export type Database = Pick<
  PostgresServer,
  'lifeline' | 'restarted' | 'ended' | 'stop' | 'addressOf'
>

/**
 * Starts the database server of a data folder, with the databases of the console and the sandbox.
 * Throws an Error with a message for a person.
 */
export async function startDatabase(dataDir: string): Promise<Database> {
  const server = await startPostgres(dataDir)
  try {
    await makeDatabases(server)
  } catch (error) {
    await server.stop()
    throw error
  }
  return server
}

/** True if a data folder holds a database of ours. */
export function hasDatabase(dataDir: string): boolean {
  return existsSync(path.join(dataDir, 'postgres'))
}

/**
 * The variables for the server that another process runs in a data folder; undefined if none runs
 * there.
 */
export function runningDatabase(
  dataDir: string,
): Record<OwnDatabase, DatabaseEnvironment> | undefined {
  const addressOf = runningPostgres(dataDir)
  return addressOf && environmentsOf({ addressOf })
}

/**
 * The variables for the databases of a server. The console works with a role that can only read the
 * audit trail and add rows to it; another one owns the tables. The sandbox's role owns its database.
 */
export function environmentsOf({
  addressOf,
}: Pick<PostgresServer, 'addressOf'>): Record<OwnDatabase, DatabaseEnvironment> {
  return {
    console: {
      DATABASE_URL: addressOf('console', user),
      DATABASE_MIGRATION_URL: addressOf('console', owner),
    },
    sandbox: { SANDBOX_DATABASE_URL: addressOf('sandbox', sandboxOwner) },
  }
}

const [user, owner, sandboxOwner] = ['console_user', 'console_owner', 'sandbox_owner']

// Also what a start that was killed has left out.
async function makeDatabases(server: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.addressOf('postgres') })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database union select rolname from pg_roles',
    )
    const isThere = (wanted: string) => rows.some(({ name }) => name === wanted)
    for (const role of [user, owner, sandboxOwner]) {
      // Versions before 2026-11-28 gave every role the server's own password.
      const verb = isThere(role) ? 'alter' : 'create'
      await client.query(`${verb} role ${role} login password '${server.passwordOf(role)}'`)
    }
    if (!isThere('console')) await client.query(`create database console owner ${owner}`)
    if (!isThere('sandbox')) await client.query(`create database sandbox owner ${sandboxOwner}`)
    else await giveSandbox(server)
    // Its data is invented: a power failure may take the last second of it.
    await client.query('alter database sandbox set synchronous_commit = off')
  } finally {
    await client.end()
  }
}

// Before 2026-11-28 the sandbox worked with the role that may do everything, which owned its tables.
async function giveSandbox(server: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: server.addressOf('sandbox') })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`do $$
      declare each text;
      begin
        alter database sandbox owner to ${sandboxOwner};
        for each in
          select format('alter schema %I owner to ${sandboxOwner}', nspname)
          from pg_namespace where nspname = 'drizzle'
          union all
          select format('alter table %I.%I owner to ${sandboxOwner}', schemaname, tablename)
          from pg_tables where schemaname in ('public', 'drizzle')
        loop execute each; end loop;
      end $$`)
  } finally {
    await client.end()
  }
}
