import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSize } from '#lib/core/test-size.testing.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { captureBody, startTestSandbox, type TestSandbox } from '#lib/sandbox/test-sandbox.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'console-kills-'))
let sandbox: TestSandbox
let databaseUrl: string
let running: ChildProcess | undefined
beforeAll(async () => {
  sandbox = await startTestSandbox()
  databaseUrl = await namedDatabase('console-kills')
})
afterAll(async () => {
  running?.kill('SIGKILL')
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

let visits = 0
/**
 * A capture of a patient of its own: thousands of one patient would be looked at with each new one.
 */
function ownVisit() {
  visits += 1
  return captureBody({}, { patient_external_id: `PAT-K${visits}` })
}

type Shown = { state: string; progress: { done: number; total: number } }

/** Starts the console's process, to begin the job for the records in a file or to go on with it. */
function startRunner(fileOfIds: string[] = []) {
  const script = path.join(import.meta.dirname, 'killed-runner.testing.ts')
  const child = spawn(process.execPath, ['--conditions=react-server', script, ...fileOfIds], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      // Nothing else of this process: other tests in it have set a partner and a database of their
      // own.
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      CONSOLE_ALONE: '1',
      CONSOLE_ROOT_KEY: '22'.repeat(32),
      CONSOLE_ROOT_KEY_FILE: path.join(folder, 'none', 'root.key'),
      SANDBOX_PORT: new URL(sandbox.url).port,
      DEMO_ACCOUNTS: '1',
      LOG_LEVEL: 'silent',
    },
  })
  running = child
  const seen: { isStarted: boolean; job?: Shown } = { isStarted: false }
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (text + chunk.toString()).split('\n')
    text = lines.pop()!
    for (const line of lines) {
      if (line === 'started') seen.isStarted = true
      else if (line.startsWith('{')) seen.job = JSON.parse(line) as Shown
    }
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { seen, kill, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}

// The sandbox closes a connection that was idle for five seconds, just when the next request may
// come.
async function patient<T>(ask: () => Promise<T>): Promise<T> {
  return ask()
    .catch(ask)
    .catch(() => sleep(500).then(ask))
}

// The sandbox's log of writes by record, read without a gap.
const writes = new Map<string, number>()
let read = 0
let isGapless = true
async function readLog(): Promise<number> {
  const answer = await patient(() => sandbox.get('/_sandbox/requests', { after: read }))
  const { requests } = answer.json as {
    requests: { number: number; method: string; path: string }[]
  }
  for (const { number, method, path: place } of requests) {
    if (number !== read + 1) isGapless = false
    read = number
    const record = method === 'PATCH' ? place.split('/').at(-1)! : undefined
    if (record) writes.set(record, (writes.get(record) ?? 0) + 1)
  }
  return [...writes.values()].reduce((sum, count) => sum + count, 0)
}

async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  ms = 300_000,
): Promise<void> {
  const end = performance.now() + ms
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`waited in vain until ${what}`)
    await sleep(50)
  }
}

test(
  'a job goes on after each kill of the server, and every record is written exactly once',
  { timeout: 3_600_000 },
  async () => {
    const [records, kills] = [testSize(60, 10_000), testSize(1, 20)]
    const ids: string[] = []
    while (ids.length < records) {
      const many = Math.min(50, records - ids.length)
      const made = await Promise.all(
        Array.from({ length: many }, () =>
          patient(() => sandbox.send('POST', '/api/charge_captures/v1', ownVisit())),
        ),
      )
      ids.push(...made.map(({ json }) => (json as { id: string }).id))
      await readLog()
    }
    // Moments over the whole job, by what has been written; every fourth one soon after a start.
    const moments = Array.from({ length: kills }, (_, i) =>
      Math.floor(((i + Math.random()) / kills) * records * 0.95),
    )
    const file = path.join(folder, 'ids.json')
    writeFileSync(file, JSON.stringify(ids))
    let runner = startRunner([file])
    for (const [i, moment] of moments.entries()) {
      await until(() => runner.seen.isStarted || runner.hasEnded(), 'the console started')
      expect(runner.hasEnded()).toBe(false)
      if (i % 4 === 3) await sleep(Math.random() * 1_000)
      else
        await until(
          async () => (await readLog()) >= moment,
          `${moment} records were written`,
          600_000,
        )
      await sleep(Math.random() * 60)
      await runner.kill()
      await readLog()
      runner = startRunner()
    }
    await until(
      async () =>
        (await readLog()) >= 0 && ['done', 'failed'].includes(runner.seen.job?.state ?? ''),
      'the job ended',
      1_800_000,
    )
    expect(runner.seen.job).toMatchObject({
      state: 'done',
      progress: { done: records, total: records },
    })
    await runner.kill()
    await readLog()
    expect(isGapless).toBe(true)
    expect(ids.filter((id) => writes.get(id) !== 1).map((id) => [id, writes.get(id) ?? 0])).toEqual(
      [],
    )
    expect(writes.size).toBe(records)
    for (let from = 0; from < records; from += 100) {
      const page = await Promise.all(
        ids
          .slice(from, from + 100)
          .map((id) => patient(() => sandbox.get(`/api/charge_captures/v1/${id}`))),
      )
      for (const { text } of page) expect(text).toContain('"last_name":"Renamed"')
    }
  },
)
