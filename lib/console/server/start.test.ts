import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { version } from '#lib/core/version.ts'
import {
  mergePreferences,
  preferencesSchema,
  readPreferences,
} from '#lib/console/accounts/preferences.ts'
import { auditRecords, preferences, savedViews, user } from '#lib/console/schema.ts'
import { createAccount } from '#lib/console/accounts/accounts.ts'
import { claimFirstAdmin, ensureSetupCode, isSetupOpen } from '#lib/console/accounts/setup.ts'
import { processState } from '#lib/console/process-state.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { loadView, storeView } from '#lib/console/accounts/views.ts'
import {
  answerDuringMigration,
  answerOfFailedStart,
  type Migration,
  type StartFailure,
} from './start-failure.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  delete process.env.CONSOLE_ORIGIN
  await stopTestConsole()
})

test('a console without demo accounts prints a code that creates the first admin once', async () => {
  const logged = vi.spyOn(logFile, 'log')
  await startTestConsole({ DEMO_ACCOUNTS: '0' })
  // A console that starts later does not end the link that the operator already has.
  await ensureSetupCode()
  const [link = '', ...later] = logged.mock.calls.flatMap(
    ([, , fields]) => fields?.setup_link ?? [],
  )
  expect(later).toEqual([link])
  const [, code = ''] = /^http:\/\/127\.0\.0\.1:\d+\/setup#([\w-]{22})$/.exec(link) ?? []
  const admin = { name: 'Ada', email: 'Ada@North.example', password: 'correct horse battery' }
  expect(await isSetupOpen()).toBe(true)
  expect(await claimFirstAdmin({ ...admin, code: 'guess' })).toBe('refused')
  const both = await Promise.all([
    claimFirstAdmin({ ...admin, code }),
    claimFirstAdmin({ ...admin, email: 'b@north.example', code }),
  ])
  expect(both.toSorted()).toEqual(['made', 'refused'])
  expect(await isSetupOpen()).toBe(false)
  expect(await (await consoleDb()).select({ role: user.role }).from(user)).toEqual([
    { role: 'admin' },
  ])
})

test('the code is worth nothing once an account exists that single sign-on has made', async () => {
  const logged = vi.spyOn(logFile, 'log')
  await startTestConsole({ DEMO_ACCOUNTS: '0' })
  const [link] = logged.mock.calls.flatMap(([, , fields]) => fields?.setup_link ?? [])
  const code = link!.split('#')[1]!
  const [first, second] = ['first@north.example', 'second@north.example'] as const
  const wanted = { name: 'Ada', password: 'correct horse battery' }
  expect(
    await createAccount({ ...wanted, email: first, role: 'biller', isDemo: false }),
  ).toBeTruthy()
  expect(await isSetupOpen()).toBe(false)
  expect(await claimFirstAdmin({ ...wanted, email: second, code })).toBe('refused')
})

test('data, accounts and views survive a restart', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-data-'))
  try {
    await startTestConsole({ DATA_DIR: folder })
    const id = await storeView('listChargeCaptures', '{"patient_names":["Moss Avery"]}', 'someone')
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
  expect(JSON.stringify(await (await consoleDb()).select().from(savedViews))).not.toContain(
    'Moss Avery',
  )
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
  await mergePreferences(someone!.id, {
    columns: { listClaimCreations: { widths: { status: 120 } } },
  })
  expect(await readPreferences(someone!.id)).toEqual({
    density: 'comfortable',
    columns: {
      listChargeCaptures: { hidden: ['payer'] },
      listClaimCreations: { widths: { status: 120 } },
    },
  })
})

test('preferences take 64 KB at most, and larger ones from before are not read', async () => {
  await startTestConsole()
  const db = await consoleDb()
  const [someone] = await db.select().from(user)
  const id = someone!.id
  const long = (name: string) => ({
    order: Array.from({ length: 200 }, (_, i) => `${name}${i}`.padEnd(90, 'x')),
  })
  const layouts = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, i) => [`list${from + i}`, long('c')]))
  expect(await mergePreferences(id, { columns: layouts(0, 3) })).toBeDefined()
  expect(await mergePreferences(id, { columns: layouts(3, 6) })).toBeUndefined()
  expect(Object.keys((await readPreferences(id)).columns ?? {})).toEqual([
    'list0',
    'list1',
    'list2',
  ])
  const widths = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, 100]))
  expect(preferencesSchema.safeParse({ columns: { a: { widths: widths(200) } } }).success).toBe(
    true,
  )
  expect(preferencesSchema.safeParse({ columns: { a: { widths: widths(201) } } }).success).toBe(
    false,
  )

  const value = { theme: 'dark', columns: layouts(0, 40) } as const
  await db.update(preferences).set({ value }).where(eq(preferences.userId, id))
  expect(await readPreferences(id)).toEqual({})
  expect(await mergePreferences(id, { density: 'compact' })).toEqual({
    density: 'compact',
    columns: {},
  })
  expect(await readPreferences(id)).toEqual({ density: 'compact', columns: {} })
})

test('a log line has only the listed fields', () => {
  const careless = { operation: 'x', patient: 'Moss', key: 'secret' } as Parameters<
    typeof logFile.allowedOnly
  >[0]
  expect(logFile.allowedOnly(careless)).toEqual({ operation: 'x' })
})

test('a start that fails says why once, is tried again where the reason may pass, and then runs', async () => {
  const logged = vi.spyOn(logFile, 'log')
  const failed = () => logged.mock.calls.filter(([, words]) => words.startsWith('Cannot start'))
  const state = processState<{ startFailure: StartFailure; startAgain: () => Promise<void> }>()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-data-'))
  await startTestConsole({ DATA_DIR: folder })
  const good = process.env.DATABASE_URL!

  await expect(startTestConsole({ DATA_DIR: folder, METRICS_TOKEN: 'short' })).rejects.toThrow(
    'too short',
  )
  delete process.env.METRICS_TOKEN
  expect(state.startFailure).toEqual({
    reason: 'settings',
    words: 'METRICS_TOKEN is too short: at least 16 characters.',
    mayPass: false,
  })

  // As after the first minute without a database.
  process.env.DATABASE_URL = 'postgres://console:secret-canary@127.0.0.1:9/console'
  for (let i = 0; i < 3; i += 1) await expect(state.startAgain!()).rejects.toThrow('127.0.0.1:9')
  expect(state.startFailure).toMatchObject({ reason: 'database', mayPass: true })
  expect(failed()).toHaveLength(2)
  expect(JSON.stringify([logged.mock.calls, state.startFailure])).not.toContain('secret-canary')

  process.env.DATABASE_URL = good
  await state.startAgain!()
  expect(state.startFailure).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('an address of the console that is none stops the start with words', async () => {
  for (const CONSOLE_ORIGIN of ['console.example', 'console.example:443', 'https://'])
    await expect(startTestConsole({ CONSOLE_ORIGIN })).rejects.toThrow(
      /^CONSOLE_ORIGIN is not a web address\. .* https:\/\/console\.example\.$/,
    )
})

test('a failed start answers every page with the reason, and no orchestrator restarts it', () => {
  const failure = { reason: 'keys', words: 'Another <key> is needed.', mayPass: false } as const
  const answer = (path: string) => answerOfFailedStart(path, failure)
  expect(answer('/queue')).toMatchObject({ status: 503 })
  expect(answer('/queue').body).toContain('Another &lt;key&gt; is needed.')
  expect(answer('/queue').body).toContain('then start the console again')
  expect(answer('/queue').body).toContain(`Version ${version}`)
  expect(answer('/api/health').status).toBe(200)
  expect(answer('/api/ready').status).toBe(503)
  const json = (path: string) => JSON.parse(answer(path).body) as object
  expect(json('/api/health')).toMatchObject({ status: 'cannot start', reason: 'keys', version })
  expect(json('/api/ready')).toMatchObject({ start: 'failed', reason: 'keys', version })
  const passing = { ...failure, mayPass: true }
  expect(answerOfFailedStart('/', passing).body).toContain('tries again every 30 seconds')
})

test('a start that waits for another migration says so until that has ended, and then runs', async () => {
  const state = processState<{ migration: Migration }>()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'console-data-'))
  await startTestConsole({ DATA_DIR: folder })
  const other = new Client({ connectionString: process.env.DATABASE_URL })
  await other.connect()
  await other.query('select pg_advisory_lock(7241530)')
  try {
    const start = startTestConsole({ DATA_DIR: folder })
    await vi.waitFor(() => expect(state.migration).toBe('other'), { timeout: 45_000 })
    await other.query('select pg_advisory_unlock(7241530)')
    await start
    expect(state.migration).toBeUndefined()
  } finally {
    await other.end()
    await stopTestConsole()
    rmSync(folder, { recursive: true })
  }
})

test('a migration that lasts answers every page with words, and no orchestrator restarts it', () => {
  const answer = (path: string, migration: Migration = 'own') =>
    answerDuringMigration(path, migration)
  expect(answer('/api/health').status).toBe(200)
  expect(JSON.parse(answer('/api/health').body)).toMatchObject({ status: 'migrating' })
  expect(answer('/api/ready').status).toBe(503)
  expect(JSON.parse(answer('/api/ready').body)).toMatchObject({ start: 'migrating' })
  expect(answer('/queue').status).toBe(503)
  expect(answer('/queue').body).toContain('bringing the tables in its database up to this version')
  expect(answer('/queue').body).toContain('http-equiv="refresh"')
  expect(answer('/queue', 'other').body).toContain('Another console or a restore')
})
