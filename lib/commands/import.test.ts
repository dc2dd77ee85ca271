import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordAudit } from '#lib/console/audit.ts'
import { databasePool } from '#lib/console/db.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { signTrail } from '#lib/console/trail/sign.ts'
import { copyTables } from './copy-tables.ts'
import { startDatabase } from './database.ts'
import { inRoot } from './shell.ts'
import { runScript } from './run-script.testing.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'console-import-'))
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: '',
  CONSOLE_ROOT_KEY: '77'.repeat(32),
  CONSOLE_ROOT_KEY_FILE: path.join(folder, 'none', 'root.key'),
}
const earlier = path.join(settings.DATA_DIR, 'console')

let rows: Map<string, number>
beforeAll(async () => {
  const { DATABASE_URL: _, DATA_DIR: __, ...key } = settings
  await startTestConsole(key)
  const entry = {
    accountId: 'a1',
    connectionId: null,
    operation: 'getContractV3',
    stage: 'read',
    outcome: 'ok',
  } as const
  for (const id of ['c1', 'c2', 'c3']) await recordAudit({ ...entry, recordIds: [id] })
  await signTrail()
  rows = await copyToEarlier()
  await stopTestConsole()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the test console's data as a version with the embedded database kept it. */
async function copyToEarlier(): Promise<Map<string, number>> {
  mkdirSync(settings.DATA_DIR)
  const to = await PGlite.create(earlier)
  await migrate(drizzle(to), { migrationsFolder: inRoot('lib/console/migrations') })
  const from = await (await databasePool()).connect()
  try {
    return await copyTables(from, to)
  } finally {
    from.release()
    await to.close()
  }
}

async function runImport(): Promise<[status: number | null, words: string]> {
  const env = { ...process.env, ...settings }
  const { status, words } = await runScript('lib/commands/import.ts', [], env, [
    '--conditions=react-server',
  ])
  return [status, words]
}

test('data of the earlier embedded database is refused by name until it is imported, whole and once', async () => {
  await expect(startDatabase(settings.DATA_DIR)).rejects.toThrow('npm run import brings it along')
  const [status, words] = await runImport()
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0)
  expect([status, words]).toEqual([
    0,
    expect.stringContaining(`${total} rows of ${rows.size} tables are copied.`),
  ])
  expect(words).toContain('The audit trail is whole.')
  expect(existsSync(earlier)).toBe(false)
  expect(existsSync(`${earlier}-imported/PG_VERSION`)).toBe(true)
  expect(await runImport()).toEqual([1, expect.stringContaining('holds no data of the earlier')])

  const server = await startDatabase(settings.DATA_DIR)
  const client = new pg.Client({ connectionString: server.addressOf('console') })
  await client.connect()
  try {
    const kept = await client.query(
      `select record_ids from audit_records where operation = 'getContractV3' order by id`,
    )
    expect(kept.rows.map((row: { record_ids: string[] }) => row.record_ids)).toEqual([
      ['c1'],
      ['c2'],
      ['c3'],
    ])
    // The next row follows the last one.
    const next = await client.query<{ next: boolean }>(
      `select nextval(pg_get_serial_sequence('audit_records', 'id')) > max(id) as next from audit_records`,
    )
    expect(next.rows).toEqual([{ next: true }])
  } finally {
    await client.end()
    await server.stop()
  }
})
