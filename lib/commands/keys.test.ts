import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { runKeyCommand } from '#lib/console/connections/key-commands.ts'
import { consoleDb } from '#lib/console/db.ts'
import { loadDraft, putDraft } from '#lib/console/records/drafts.ts'
import { facts, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { runningDatabase, startDatabase } from './database.ts'
import { inRoot, root } from './shell.ts'

// A console in this process, and the command in others.
const folder = mkdtempSync(path.join(tmpdir(), 'console-keys-'))
const keyFile = path.join(folder, 'keys', 'root.key')
const settings = {
  DATA_DIR: path.join(folder, 'data'),
  CONSOLE_ROOT_KEY: '',
  CONSOLE_ROOT_KEY_FILE: keyFile,
}

beforeAll(() => startTestConsole(settings))
afterAll(async () => {
  await stopTestConsole()
  rmSync(folder, { recursive: true })
})

/** Runs the command as `npm run keys` does, and returns its words and its status. */
function keys(name: string, env: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', inRoot('lib/commands/keys.ts'), name],
    {
      cwd: root,
      env: { ...process.env, ...settings, ...env },
    },
  )
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (words += text.toString()))
  const ended = new Promise<{ words: string; status: number | null }>((resolve) =>
    child.once('exit', (status) => resolve({ words, status })),
  )
  return { ended, kill: () => child.kill('SIGKILL'), words: () => words }
}

/** Saves a draft and reads it, again and again, until the returned function is called. */
async function keepSaving(): Promise<() => Promise<number>> {
  const [holder] = await (await consoleDb()).select().from(user).limit(1)
  const owner = { accountId: holder!.id, connection: await activeConnection() }
  const at = { kind: 'charge-capture' as const, record: 'one' }
  const over = new AbortController()
  const saving = (async () => {
    let revision = 1
    for (; !over.signal.aborted; revision += 1) {
      const value = { edits: { revision } } as never
      await putDraft(owner, { ...at, revision, value })
      expect((await loadDraft(owner, at))!.value).toEqual(value)
      await sleep(20)
    }
    return revision - 1
  })()
  return async () => {
    over.abort()
    return saving
  }
}

test('the command rotates the keys beside a running console while a person saves, also after the command was killed', async () => {
  expect(await runKeyCommand({ name: 'status' })).toMatch(
    /health-information\.1 +in use +20\d\d-\d\d-\d\d +0 values/,
  )
  const stopSaving = await keepSaving()
  const killed = keys('rotate')
  const db = await consoleDb()
  const begun = () => db.select().from(facts).where(eq(facts.name, 'key_rotation'))
  while ((await begun()).length === 0) await sleep(50)
  killed.kill()
  const { words, status } = await keys('rotate').ended
  expect([status, words]).toEqual([0, expect.stringContaining('An earlier rotation was finished.')])
  expect(words).toContain('Versions destroyed: ')
  expect(await stopSaving()).toBeGreaterThan(20)
  const after = await runKeyCommand({ name: 'status' })
  expect(after).toMatch(/health-information\.2 +in use .* 1 value\n/)
  expect(after).not.toContain('.1 ')
})

test('another root key is refused, and the console goes on', async () => {
  const { words, status } = await keys('rotate', {
    CONSOLE_ROOT_KEY: '44'.repeat(32),
    CONSOLE_ROOT_KEY_FILE: path.join(folder, 'none'),
  }).ended
  expect([status, words]).toEqual([
    1,
    expect.stringContaining('is not the root key that this database was sealed with'),
  ])
  expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
})

test('the command changes the root key of a running console, which starts again with the new file', async () => {
  const { words, status } = await keys('rotate-root').ended
  expect([status, words]).toEqual([
    0,
    expect.stringContaining('The root key file holds the new key.'),
  ])
  expect(readdirSync(path.dirname(keyFile)).toSorted()).toEqual([
    'root.key',
    expect.stringMatching(/^root\.key\.[0-9a-f]{16}$/),
  ])
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  await startTestConsole(settings)
  expect((await (await activeConnection()).openKey()).reveal()).toBe('sandbox-full')
})

test('without a console that runs, the command does the work itself', async () => {
  await stopTestConsole()
  const env = { CONSOLE_ROOT_KEY_NEXT: '55'.repeat(32) }
  expect((await keys('rotate').ended).words).toContain('Values sealed anew: 3.')
  expect((await keys('rotate-root', env).ended).status).toBe(0)
  expect((await keys('status').ended).words).toContain(
    'is not the root key that this database was sealed with',
  )
  expect((await keys('status', env).ended).words).toMatch(/partner-keys\.3 +in use/)
  expect((await keys('turn').ended).status).toBe(1)
})

test('with a server of our own the command connects to it, or starts it for as long as it works', async () => {
  const own = {
    DATABASE_URL: '',
    DATA_DIR: path.join(folder, 'own'),
    CONSOLE_ROOT_KEY: '66'.repeat(32),
    CONSOLE_ROOT_KEY_FILE: path.join(folder, 'none'),
  }
  expect((await keys('status', own).ended).words).toContain('holds no data')
  expect(existsSync(own.DATA_DIR)).toBe(false)
  const server = await startDatabase(own.DATA_DIR)
  expect((await keys('rotate', own).ended).words).toMatch(/partner-keys\.2/)
  await server.stop()
  expect((await keys('status', own).ended).words).toMatch(/partner-keys\.2 +in use/)
  expect(runningDatabase(own.DATA_DIR)).toBeUndefined()
})
