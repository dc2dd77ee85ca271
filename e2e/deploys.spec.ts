import { readFileSync } from 'node:fs'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findFreePort } from '#lib/core/ports.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { expectReady } from './fixtures/ready.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'
import { type ConsoleInstance, startConsole } from './stack/start-console.ts'

// These stories end their own console, or start one that cannot serve.
test.use({ role: null, expectedComplaint: /status of 503|net::ERR_/ })

const started: ConsoleInstance[] = []
test.afterEach(async () => {
  await Promise.all(started.splice(0).map(({ service }) => service.stop()))
})

async function start(
  name: string,
  env: Record<string, string> = {},
  port?: number,
): Promise<ConsoleInstance> {
  const sandboxPort = Number(process.env.E2E_SANDBOX_PORT)
  const options = { folder: process.env.E2E_FOLDER!, name, sandboxPort, env }
  const instance = await startConsole(port === undefined ? options : { ...options, port })
  started.push(instance)
  return instance
}

test('a stop finishes a save that the partner answers slowly, takes no new request and ends within 20 seconds', async ({
  page,
  sandbox,
}) => {
  const { id } = await sandbox.createVisit()
  const record = `/api/charge_captures/v1/${id}`
  const { url, service } = await start('drain')
  await signIn(page, 'biller', url)
  await page.goto(`${url}/charge-captures/${id}`)
  await expectReady(page)
  await page.locator('[name="data.patient.last_name"]').fill('Drained')
  await sandbox.fault({ method: 'PATCH', path: record, kind: 'delay', delay: 8_000, times: 1 })
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect.poll(async () => (await sandbox.requests(record, 'PATCH')).length).toBe(1)

  const asked = performance.now()
  process.kill(service.pid!, 'SIGTERM')
  await expect
    .poll(() =>
      fetch(`${url}/api/ready`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  await expect(page.getByRole('main')).toContainText('Saved.')
  expect(await service.ended).toContain('ended with status 0')
  const took = performance.now() - asked
  expect(took).toBeLessThan(20_000)
  expect(await sandbox.requests(record, 'PATCH')).toHaveLength(1)
  expect((await sandbox.getCapture(id)).charge_capture_data.patient).toMatchObject({
    last_name: 'Drained',
  })
})

test('a console that cannot start shows the reason on every page, and waits for its operator', async ({
  page,
}) => {
  const { url, service, log } = await start('cannot-start', { METRICS_TOKEN: 'short' })
  const words = 'METRICS_TOKEN is too short: at least 16 characters.'
  for (const address of ['/', '/sign-in', '/queue']) {
    await page.goto(url + address)
    await expect(page.getByRole('heading', { name: 'The console cannot start' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(words)
  }
  const ready = await fetch(`${url}/api/ready`)
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({ start: 'failed', reason: 'settings' })
  expect((await fetch(`${url}/api/health`)).status).toBe(200)

  await sleep(2_000)
  const ended = await Promise.race([service.ended, sleep(0, 'runs')])
  expect(ended).toBe('runs')
  expect(readFileSync(log, 'utf8').match(/"Cannot start: /g)).toHaveLength(1)
})

test('a console that waits for another migration says so, and serves by itself afterwards', async ({
  page,
}) => {
  const other = new pg.Client({ connectionString: await namedDatabase('console-migrates') })
  await other.connect()
  await other.query('select pg_advisory_lock(7241530)')
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const starting = start('migrates', {}, port)
  try {
    const health = () =>
      fetch(`${url}/api/health`).then(
        async (answer) => [answer.status, ((await answer.json()) as { status: string }).status],
        () => [],
      )
    await expect.poll(health, { timeout: 60_000 }).toEqual([200, 'migrating'])
    const ready = await fetch(`${url}/api/ready`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ start: 'migrating' })
    await page.goto(`${url}/sign-in`)
    await expect(page.getByRole('heading', { name: 'The console is starting' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('changing the tables in this database')
  } finally {
    await other.end()
    await starting
  }
  await expect(page.getByLabel('Password')).toBeVisible()
})

test('an address of the console that is none is named on the page, also behind its proxy', async ({
  page,
}) => {
  const { url, log } = await start('bad-origin', { CONSOLE_ORIGIN: 'console.example' })
  await page.goto(url)
  await expect(page.getByRole('main')).toContainText('CONSOLE_ORIGIN is not a web address')
  await expect(page.getByRole('main')).toContainText('such as https://console.example')
  await page.goto(url.replace('127.0.0.1', 'console.localhost'))
  await expect(page.getByRole('main')).toContainText('CONSOLE_ORIGIN is not a web address')
  expect(readFileSync(log, 'utf8')).not.toContain('ERR_INVALID_URL')
})

test('a reserved letter in the password of the database is the reason, and no place shows the password', async ({
  page,
}) => {
  const address = new URL(await namedDatabase('console-reserved'))
  const { url, log } = await start('reserved', {
    DATABASE_URL: `postgres://app:canary1#canary2@${address.host}/console`,
  })
  await page.goto(url)
  await expect(page.getByRole('main')).toContainText('DATABASE_URL is not an address')
  await expect(page.getByRole('main')).toContainText('# as %23')
  await expect(page.getByRole('main')).not.toContainText(/tables|canary/)
  expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ reason: 'settings' })
  expect(readFileSync(log, 'utf8')).not.toContain('canary')
})

test('another root key stops a start with words, and no page says more', async ({ page }) => {
  await start('other-key')
  await started.pop()!.service.stop()
  const { url } = await start('other-key', { CONSOLE_ROOT_KEY: '6e'.repeat(32) })
  await page.goto(`${url}/sign-in`)
  await expect(page.getByRole('main')).toContainText(/root key/i)
  await expect(page.getByRole('main')).not.toContainText('6e6e')
  expect(await (await fetch(`${url}/api/ready`)).json()).toMatchObject({ reason: 'keys' })
})

test(
  'a console whose database stays away says so, and serves by itself once it answers',
  { tag: '@long' },
  async ({ page }) => {
    const database = new URL(await namedDatabase('console-late'))
    const port = await findFreePort()
    const away = new URL(database)
    away.port = String(port)
    const { url } = await start('late', { DATABASE_URL: away.href })
    await page.goto(`${url}/sign-in`)
    await expect(page.getByRole('main')).toContainText('the connection is refused')
    await expect(page.getByRole('main')).toContainText('tries again every 30 seconds')
    const forward = net.createServer((socket) => {
      const onward = net.connect(Number(database.port), database.hostname)
      socket.pipe(onward).pipe(socket)
      for (const end of [socket, onward]) end.on('error', () => end.destroy())
    })
    await new Promise<void>((resolve) => forward.listen(port, '127.0.0.1', resolve))
    await expect
      .poll(async () => (await fetch(`${url}/api/ready`)).status, { timeout: 90_000 })
      .toBe(200)
    await signIn(page, 'biller', url)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    await started.pop()!.service.stop()
    forward.close()
  },
)
