import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { type Database, environmentsOf, runningDatabase, startDatabase } from './database.ts'

let folder: string
let server: Database | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-database-'))
})
afterEach(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true })
})

async function query(address: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows.map(([first]) => first)
  } finally {
    await client.end()
  }
}

const refused = 'password authentication failed'
/** An address with the user of one and the password of another. */
const mixed = (user: string, password: string) => {
  const address = new URL(user)
  address.password = new URL(password).password
  return address.href
}

test(
  'each role of the own server has a password of its own, also in a folder from before, whose data stays',
  { timeout: 60_000 },
  async () => {
    server = await startDatabase(folder)
    const all = server.addressOf('console')
    const sandbox = server.addressOf('sandbox')
    await query(sandbox, 'create extension pg_trgm')
    await query(sandbox, 'create schema drizzle')
    for (const table of ['public.kept', 'drizzle.kept']) {
      await query(sandbox, `create table ${table} (id serial, value int)`)
      await query(sandbox, `insert into ${table} (value) values (7)`)
    }
    const { DATABASE_URL: user, DATABASE_MIGRATION_URL: owner } = environmentsOf(server).console
    await query(owner!, 'create table kept as select 7 as value')
    await query(owner!, 'grant select on kept to console_user')
    const old = readFileSync(path.join(folder, 'postgres.password'), 'utf8').trim()
    for (const role of ['console_user', 'console_owner'])
      await query(all, `alter role ${role} password '${old}'`)
    expect(await query(mixed(user!, all), 'select value from kept')).toEqual([7])
    await server.stop()

    server = await startDatabase(folder)
    const addresses = runningDatabase(folder)!
    const now = {
      user: addresses.console.DATABASE_URL!,
      owner: addresses.console.DATABASE_MIGRATION_URL!,
      all: server.addressOf('console'),
    }
    for (const [name, address] of Object.entries(now)) {
      expect(await query(address, 'select value from kept'), name).toEqual([7])
      for (const other of Object.values(now).filter((each) => each !== address))
        await expect(query(mixed(other, address), 'select 1'), name).rejects.toThrow(refused)
    }

    const partner = addresses.sandbox.SANDBOX_DATABASE_URL!
    expect(await query(partner, 'create extension if not exists pg_trgm')).toEqual([])
    for (const table of ['public.kept', 'drizzle.kept']) {
      await query(partner, `alter table ${table} add column added int`)
      await query(partner, `insert into ${table} (value) values (8)`)
      expect(await query(partner, `select value from ${table} order by id`)).toEqual([7, 8])
    }
    await expect(query(mixed(now.all, partner), 'select 1')).rejects.toThrow(refused)
    const readFile = query(partner, "select pg_read_file('postgresql.conf')")
    await expect(readFile).rejects.toThrow('permission denied')

    // Its web process makes the tables as their owner, and then forgets the password.
    await startTestConsole({ ...addresses.console, DEMO_ACCOUNTS: '1', CONSOLE_PARTS: 'web' })
    expect(process.env.DATABASE_MIGRATION_URL).toBe(now.owner.replace(/:[^:@]*@/, '@'))
    await stopTestConsole()
  },
)
