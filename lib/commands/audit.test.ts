import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { rotateKeys } from '#lib/console/connections/key-rotation.ts'
import { consoleDb } from '#lib/console/db.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { auditRetentionDays } from '#lib/console/trail/archive.ts'
import { openChange } from '#lib/console/trail/trail-key.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { knownHead, signTrail } from '#lib/console/trail/sign.ts'
import { runScript } from './run-script.testing.ts'

// A console in this process, and the command in others.
const folder = mkdtempSync(path.join(tmpdir(), 'console-audit-'))
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  CONSOLE_ROOT_KEY: '',
  CONSOLE_ROOT_KEY_FILE: path.join(folder, 'keys', 'root.key'),
}

beforeAll(() => startTestConsole(settings))
afterAll(async () => {
  await stopTestConsole()
  rmSync(folder, { recursive: true })
})

/** Runs the command as `npm run audit` does, and returns its status and its words. */
async function audit(...args: string[]): Promise<[status: number | null, words: string]> {
  const env = { ...process.env, ...settings }
  const { status, words } = await runScript('lib/commands/audit.ts', args, env, [
    '--conditions=react-server',
  ])
  return [status, words]
}

test('the command checks the trail of a running and of a stopped console, and names a row that was altered', async () => {
  const entry = {
    accountId: 'a1',
    connectionId: null,
    operation: 'getContractV3',
    stage: 'read',
    outcome: 'ok',
  } as const
  for (const id of ['c1', 'c2', 'c3']) await recordAudit({ ...entry, recordIds: [id] })
  await signTrail()
  // A rotation of the keys changes no row.
  await rotateKeys({ settleMs: 0 })
  const head = knownHead()!
  const named = `${head.number}:${head.signature.slice(0, 16)}`
  expect(await audit('verify', '--head', named)).toEqual([
    0,
    expect.stringContaining('The audit trail is whole.'),
  ])
  expect(await audit('verify', '--head', '1:somebodyelses')).toEqual([
    1,
    expect.stringContaining('Batch 1 is not the one that was signed'),
  ])
  const db = await consoleDb()
  for (const statement of [
    'alter table audit_records disable trigger all',
    `update audit_records set account_id = 'a2' where record_ids = '{c2}'`,
    'alter table audit_records enable trigger all',
  ])
    await db.execute(sql.raw(statement))
  const altered = [1, expect.stringMatching(/TAMPERED[^]*Row \d+ \(20[^)]*\) was altered\.\n/)]
  expect(await audit('verify')).toEqual(altered)
  await stopTestConsole()
  expect(await audit('verify')).toEqual(altered)
})

test('the command sets the retention, and the trail has the old and the new one', async () => {
  await startTestConsole(settings)
  expect(await audit('retention', '3000')).toEqual([0, expect.stringContaining('for 3000 days')])
  expect(await auditRetentionDays()).toBe(3_000)
  const [row] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'setAuditRetention'))
  expect(row).toMatchObject({ accountId: 'operator', outcome: 'ok' })
  expect(await openChange(row!)).toEqual({ before: { days: 2_192 }, after: { days: 3_000 } })
  expect(await audit('retention', '3')).toEqual([
    1,
    expect.stringContaining('npm run audit -- retention'),
  ])
})

test('the command explains itself, and takes nothing else', async () => {
  expect(await audit()).toEqual([0, expect.stringContaining('npm run audit -- verify')])
  expect(await audit('verify', '--head', 'x')).toEqual([
    1,
    expect.stringContaining('npm run audit -- verify'),
  ])
})
