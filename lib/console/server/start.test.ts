import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { takeLock } from '#lib/core/file-lock.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { mergePreferences, readPreferences } from '#lib/console/accounts/preferences.ts'
import { auditRecords, savedViews, user } from '#lib/console/schema.ts'
import { claimFirstAdmin, isSetupOpen } from '#lib/console/accounts/setup.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { loadView, storeView } from '#lib/console/accounts/views.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  await stopTestConsole()
})

test('a console without demo accounts prints a code that creates the first admin once', async () => {
  const logged = vi.spyOn(logFile, 'log')
  await startTestConsole({ DEMO_ACCOUNTS: '0' })
  const code = logged.mock.calls.find(([, , fields]) => fields?.setup_code)?.[2]?.setup_code ?? ''
  const admin = { name: 'Ada', email: 'Ada@North.example', password: 'correct horse battery' }
  expect(await isSetupOpen()).toBe(true)
  expect(await claimFirstAdmin({ ...admin, code: 'guess' })).toBe('refused')
  const both = await Promise.all([
    claimFirstAdmin({ ...admin, code }),
    claimFirstAdmin({ ...admin, email: 'b@north.example', code }),
  ])
  expect(both.toSorted()).toEqual(['made', 'refused'])
  expect(await isSetupOpen()).toBe(false)
  expect(await (await consoleDb()).select({ role: user.role }).from(user)).toEqual([{ role: 'admin' }])
})

test('data, accounts and views survive a restart on the same directory, and a second process is refused', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-data-'))
  try {
    await startTestConsole({ DATA_DIR: folder })
    const id = await storeView('listChargeCaptures', '{"patient_names":["Moss Avery"]}', 'someone')
    expect(() => takeLock(path.join(folder, 'console.lock'))).toThrow('in use by another process')
    await stopTestConsole()
    await startTestConsole({ DATA_DIR: folder })
    expect(await loadView('listChargeCaptures', id)).toBe('{"patient_names":["Moss Avery"]}')
    expect(await (await consoleDb()).select().from(user)).toHaveLength(4)
  } finally {
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('a view with patient data is unreadable at rest and belongs to its list', async () => {
  await startTestConsole()
  const id = await storeView('listClaimCreations', '{"patient_names":["Moss Avery"]}', 'someone')
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(JSON.stringify(await (await consoleDb()).select().from(savedViews))).not.toContain('Moss')
  expect(await loadView('listChargeCaptures', id)).toBeUndefined()
  expect(await loadView('listClaimCreations', 'unknown')).toBeUndefined()
})

test('audit records can be added and never changed', async () => {
  await startTestConsole()
  const db = await consoleDb()
  await recordAudit({
    accountId: 'a',
    connectionId: null,
    operation: 'getChargeCapture',
    stage: 'read',
    outcome: 'ok',
    recordIds: ['c1', 'c2'],
  })
  expect(await db.select().from(auditRecords)).toMatchObject([
    { operation: 'getChargeCapture', recordIds: ['c1', 'c2'] },
  ])
  for (const change of [
    sql`update audit_records set outcome = 'x'`,
    sql`delete from audit_records`,
    sql`truncate audit_records`,
  ]) {
    await expect(db.execute(change)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('append-only') },
    })
  }
})

test('preferences merge list by list', async () => {
  await startTestConsole()
  const [someone] = await (await consoleDb()).select().from(user)
  await mergePreferences(someone!.id, {
    density: 'comfortable',
    columns: { listChargeCaptures: { hidden: ['payer'] } },
  })
  await mergePreferences(someone!.id, { columns: { listClaimCreations: { widths: { status: 120 } } } })
  expect(await readPreferences(someone!.id)).toEqual({
    density: 'comfortable',
    columns: { listChargeCaptures: { hidden: ['payer'] }, listClaimCreations: { widths: { status: 120 } } },
  })
})

test('a log line has only the listed fields', () => {
  const careless = { operation: 'x', patient: 'Moss', key: 'secret' } as Parameters<typeof logFile.allowedOnly>[0]
  expect(logFile.allowedOnly(careless)).toEqual({ operation: 'x' })
})
