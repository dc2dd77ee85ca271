import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildFolder } from '#lib/commands/build.ts'
import { inRoot } from '#lib/commands/shell.ts'
import { expect, test } from './fixtures/test.ts'
import { copySources } from '#lib/commands/copy-sources.ts'
import { OwnStart, type Process } from './stack/own-start.ts'

test.use({ role: null })
test.setTimeout(300_000)

const own = process.getuid!()
const stranger = 65_534

/** The user that runs a process, by its number. */
const userOf = (pid: number) =>
  Number(/Uid:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1])

// A test that runs as an ordinary user can be nobody else.
for (const user of own === 0 ? [0, stranger] : [own])
  test(`a first npm start as ${user === 0 ? 'root, in a folder that only root enters' : 'an ordinary user'}`, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'billing-console-first-'))
    const start = await OwnStart.prepare('data', {
      folder,
      env: { DEMO_ACCOUNTS: '0' },
      ...(user === own ? {} : { clone: cloneOf(user, folder), runner: runAs(user) }),
    })
    chmodSync(folder, 0o700)
    try {
      await start.start()
      const lines = start.words.trim().split('\n')
      expect(lines.slice(-3)).toEqual([
        expect.stringContaining(`The console is ready: ${start.url}`),
        expect.stringContaining('This link makes the first administrator, once:'),
        expect.stringMatching(new RegExp(`^${start.url}/setup#[\\w-]{22}$`)),
      ])
      expect(start.words).toMatch(/^Starting the sandbox with its demo data: \d+ s$/m)
      const log = path.join(start.dataDir, 'console.log')
      expect(lines).toContain(`Log: ${log}`)
      expect(lines.filter((line) => line.startsWith('{'))).toEqual([])
      expect(readFileSync(log, 'utf8')).toContain('"msg":"console ready"')
      expect(statSync(log).mode & 0o777).toBe(0o600)
      await expect.poll(() => start.pid('worker')).toBeDefined()
      const users = (['sandbox', 'web', 'worker', 'database'] as Process[]).map((each) =>
        userOf(start.pid(each)!),
      )
      expect(users).toEqual([user, user, user, user === 0 ? stranger : user])
      expect(await start.isServing()).toBe(true)
      expect(await start.sandbox.createVisit()).toHaveProperty('id')
      expect(statSync(path.join(start.dataDir, 'postgres')).uid).toBe(user === 0 ? stranger : user)
      expect(statSync(path.join(start.dataDir, 'postgres.password')).mode & 0o777).toBe(0o600)
      expect(statSync(start.env.CONSOLE_ROOT_KEY_FILE!).uid).toBe(user)
      start.signal('SIGINT')
      await expect.poll(() => start.status).toBe(0)
    } finally {
      await start.clear()
      rmSync(folder, { recursive: true })
    }
  })

/** A built clone of this repository that belongs to another user, with these packages. */
function cloneOf(user: number, folder: string): string {
  const clone = path.join(folder, 'clone')
  copySources(clone)
  cpSync(inRoot(buildFolder()), path.join(clone, buildFolder()), { recursive: true })
  symlinkSync(inRoot('node_modules'), path.join(clone, 'node_modules'))
  spawnSync('chown', ['-hR', `${user}:${user}`, folder])
  return clone
}

/**
 * Runs a command as another user, who may read what is in a folder that only root enters: the
 * packages may be there.
 */
function runAs(user: number): string[] {
  const as = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
  const mayRead =
    spawnSync(as[0]!, [...as.slice(1), 'test', '-r', inRoot('node_modules/next/package.json')])
      .status === 0
  return mayRead ? as : [...as, '--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
}
