import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { environmentsOf, startDatabase } from '#lib/commands/database.ts'
import {
  type Service,
  type ServiceOptions,
  startService,
  waitForHealth,
} from '#lib/commands/service.ts'
import { findFreePort } from '#lib/core/ports.ts'
import { type SeenRequest, SandboxClient } from './fixtures/sandbox.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { childrenOf, isRunning, OwnStart, sendIfAlive } from './stack/own-start.ts'
import { rootKeyOf } from './stack/start-console.ts'

// A service manager waits so long after SIGTERM; then it kills.
const patience = { timeout: 20_000 }

// A page that waits for its list is cut off when its console ends, and gets no more files.
// A page whose database is frozen shows its failure, which React reports as error 441, and asks again
// by itself while its console ends.
test.use({
  role: null,
  expectedComplaint: /Failed to load (resource|chunk)|React error #441|Failed to fetch RSC payload/,
})
test.setTimeout(300_000)

/** A pipe that nobody reads: the number of the file to write to, and a function that fills it. */
function unreadPipe(name: string): { output: number; fill: () => void; close: () => void } {
  const place = path.join(process.env.E2E_FOLDER!, `${name}.pipe`)
  spawnSync('mkfifo', [place])
  const end = openSync(place, constants.O_RDWR | constants.O_NONBLOCK)
  const output = openSync(place, 'w')
  const fill = () => {
    for (const size of [4_096, 1])
      try {
        for (;;) writeSync(end, Buffer.alloc(size, '\n'))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      }
  }
  const close = () => {
    for (const file of [output, end]) closeSync(file)
  }
  return { output, fill, close }
}

test('npm start serves on and ends when it is told to, though nobody reads its log any more', async ({
  page,
}) => {
  const { output, fill, close } = unreadPipe('unread')
  const own = await OwnStart.prepare('unread', { output })
  try {
    await own.start()
    await expect.poll(() => own.pid('worker')).toBeDefined()
    fill()
    // A process that has just begun must not make the others wait for a reader.
    const first = own.pid('worker')!
    sendIfAlive(first, 'SIGKILL')
    await expect.poll(() => own.pid('worker') ?? first).not.toBe(first)
    sendIfAlive(own.pid('worker')!, 'SIGSTOP')
    await signIn(page, 'biller', own.url)
    await page.goto(`${own.url}/charge-captures`)
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    await page.close()
    const all = own.tree()
    own.ask('SIGTERM')
    await expect.poll(() => own.status, patience).toBe(0)
    await expect.poll(() => all.filter(isRunning), patience).toEqual([])
  } finally {
    await own.clear()
    close()
  }
})

/**
 * The database server, the sandbox, the console and its worker, each by itself: no command insists
 * on their end.
 */
async function startEach(name: string) {
  const folder = path.join(process.env.E2E_FOLDER!, name)
  const database = await startDatabase(folder)
  const addresses = environmentsOf(database)
  const begun: Service[] = []
  const begin = async (title: string, script: string, health: string, options: ServiceOptions) => {
    const port = await findFreePort()
    const service = startService(title, script, {
      log: path.join(folder, 'services.log'),
      ...options,
      args: options.args && [...options.args, '--port', String(port)],
      env: { ...options.env, PORT: String(port) },
    })
    begun.push(service)
    const url = `http://127.0.0.1:${port}`
    await waitForHealth(service, url + health, 120)
    return { service, url }
  }
  const sandbox = await begin('The sandbox', 'lib/sandbox/main.ts', '/_sandbox/health', {
    args: ['--captures', '20', '--contracts', '30'],
    env: addresses.sandbox,
  })
  const env = {
    ...addresses.console,
    ...rootKeyOf(process.env.E2E_FOLDER!, name),
    NODE_ENV: 'production',
    SANDBOX_PORT: new URL(sandbox.url).port,
    DATA_DIR: folder,
    DEMO_ACCOUNTS: '1',
    CONSOLE_ALONE: '1',
  }
  const beginPart = (title: string, part: string) =>
    begin(title, 'lib/commands/console-server.ts', '/api/health', {
      env: { ...env, CONSOLE_PARTS: part },
    })
  const web = await beginPart('The console', 'web')
  return {
    folder,
    url: web.url,
    partner: new SandboxClient(sandbox.url),
    startWorker: () => beginPart('The worker', 'worker'),
    /** Tells each process to end, and expects that it does. */
    endEach: async () => {
      for (const { pid } of begun) process.kill(pid!, 'SIGTERM')
      const ends = Promise.all(begun.map(({ ended }) => ended))
      await expect.poll(() => begun.filter(({ pid }) => isRunning(pid!)), patience).toEqual([])
      for (const end of await ends) expect(end).toContain('ended with status 0')
    },
    stop: async () => {
      await Promise.all(begun.map((service) => service.stop()))
      await database.stop()
    },
  }
}

test('each process ends by itself while the partner answers neither a page nor a job', async ({
  context,
}) => {
  const each = await startEach('silent-partner')
  try {
    const page = await context.newPage()
    await signIn(page, 'biller', each.url)
    const asked = async () =>
      (await each.partner.send<{ requests: SeenRequest[] }>('GET', '/_sandbox/requests')).requests
    await each.partner.fault({ kind: 'delay', path: '/api/*', delay: 600_000 })
    // Its first job reads the queue.
    await each.startWorker()
    await expect.poll(async () => (await asked()).length, patience).toBeGreaterThan(0)
    const before = (await asked()).length
    void page.goto(`${each.url}/charge-captures`).catch(() => undefined)
    await expect.poll(async () => (await asked()).length, patience).toBeGreaterThan(before)
    await each.endEach()
  } finally {
    await each.stop()
  }
})

test('a page opens by itself once a frozen database answers; each process ends while it is frozen again', async ({
  context,
}) => {
  const each = await startEach('frozen-database')
  try {
    await each.startWorker()
    const page = await context.newPage()
    await signIn(page, 'biller', each.url)
    const server = Number(
      readFileSync(path.join(each.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
    )
    const signalDatabase = (signal: NodeJS.Signals) => {
      for (const pid of [server, ...childrenOf(server)]) process.kill(pid, signal)
    }
    signalDatabase('SIGSTOP')
    await page.goto(`${each.url}/charge-captures`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The database isn’t answering')
    signalDatabase('SIGCONT')
    await expect(page.getByRole('row').nth(5)).toBeVisible()
    signalDatabase('SIGSTOP')
    // A request of each waits for the database.
    void each.partner.getCapture(randomUUID()).catch(() => undefined)
    void page.goto(`${each.url}/charge-captures`).catch(() => undefined)
    await each.endEach()
  } finally {
    await each.stop()
  }
})

test('npm start ends its processes while the database, the partner and the worker are frozen', async () => {
  const own = await OwnStart.prepare('frozen')
  try {
    await own.start()
    await expect.poll(() => own.pid('worker')).toBeDefined()
    const all = own.tree()
    const server = own.pid('database')!
    const frozen = [server, ...childrenOf(server), own.pid('sandbox')!, own.pid('worker')!]
    for (const pid of frozen) process.kill(pid, 'SIGSTOP')
    own.ask('SIGTERM')
    await expect.poll(() => own.status, patience).toBe(0)
    await expect.poll(() => [...all, ...frozen].filter(isRunning), patience).toEqual([])
  } finally {
    await own.clear()
  }
})
