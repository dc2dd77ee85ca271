import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { bytesIn } from '#lib/commands/release/make-release.ts'
import { findFreePort, isPortFree } from '#lib/core/ports.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { version } from '#lib/core/version.ts'
import { addApp } from './fixtures/second-factor.ts'
import { expect, test } from './fixtures/test.ts'
import { OwnRelease } from './stack/own-release.ts'

// What `npm run release` makes, as an operator runs it: by the unit of systemd, and by the image and
// the containers, whose files are read line by line where no container engine is at hand.
test.use({ role: null })
test.setTimeout(300_000)
test.describe.configure({ mode: 'serial' })

const password = 'a password of her own'
const mostBytes = 150_000_000
const entry = '/opt/billing-operations-console/bin/console'
const key = Buffer.alloc(32, 5).toString('base64')
const METRICS_TOKEN = 'metrics-of-a-release'
const partner = {
  PARTNER_BASE_URL: `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`,
  PARTNER_API_KEY: 'sandbox-full',
}

const afterDatabase = [
  'Wants=network-online.target',
  'After=network-online.target postgresql.service',
]

/** What systemd does with both services. They ran under it with these lines. */
const confined = [
  'DynamicUser=yes',
  'User=billing-console',
  'UMask=0077',
  'NoNewPrivileges=yes',
  'CapabilityBoundingSet=',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'ProtectProc=invisible',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'LockPersonality=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
]

let release: OwnRelease
test.beforeAll(async () => {
  release = await OwnRelease.make()
})
test.afterAll(() => release.clear())

/** An address of this machine that others reach, if it has one. */
const outer = Object.values(networkInterfaces())
  .flat()
  .find((found) => found?.family === 'IPv4' && !found.internal)?.address

/** A free port whose worker's port is free, too. */
async function freePortWithWorkers(): Promise<number> {
  for (;;) {
    const port = await findFreePort()
    if (await isPortFree(port + 1_000)) return port
  }
}

async function metricsAt(port: number): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  // A worker begins after its console.
  const answer = await fetch(`http://127.0.0.1:${port}/api/metrics`, { headers }).catch(
    () => undefined,
  )
  return answer?.text() ?? ''
}

/** The value of each `NAME=value` line. */
function assignments(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The arguments of a unit's command line, as systemd splits and unescapes them. */
function unitWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(([whole, single, double]) =>
    (single ?? double ?? whole).replaceAll('$$', '$').replaceAll('%%', '%'),
  )
}

/** Expects that the table of operate.md explains these variables. */
function expectExplained(names: string[]): void {
  const text = readFileSync(path.join(release.folder, 'operate.md'), 'utf8')
  const explained = [...text.matchAll(/^\| ([A-Z_]+(?:, [A-Z_]+)*) \|/gm)].flatMap(([, all]) =>
    all!.split(', '),
  )
  expect(names.filter((name) => !explained.includes(name))).toEqual([])
}

test('a release runs anywhere as its unit says, without npm, a home or a right to write, and says its version', async ({
  page,
}) => {
  expect(bytesIn(release.folder)).toBeLessThanOrEqual(mostBytes)
  const licences = readFileSync(path.join(release.folder, 'LICENSES-OF-PACKAGES'), 'utf8')
  for (const name of ['next', 'react', 'zod', 'pg', '@base-ui/react'])
    expect(licences).toMatch(new RegExp(`^${name} [\\d.]+ \\(`, 'm'))
  expect(faultsOfUnits()).toEqual([])
  const unit = release.lines('billing-operations-console@.service')
  const of = (name: string, lines = unit) =>
    lines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))
  // What a service manager adds is what this test does: another user, nothing to write on, and a
  // signal to the command alone.
  expect(unit).toEqual([
    '[Unit]',
    'Description=Billing operations console on port %i',
    ...afterDatabase,
    '[Service]',
    'Type=exec',
    'ExecStart=/opt/billing-operations-console/bin/console start',
    'EnvironmentFile=-/etc/billing-operations-console/console.env',
    'Environment=DATA_DIR=/var/lib/billing-operations-console',
    'Environment=PORT=%i',
    'StateDirectory=billing-operations-console',
    'StateDirectoryMode=0700',
    ...confined,
    'KillSignal=SIGTERM',
    'KillMode=mixed',
    'TimeoutStopSec=20',
    'Restart=on-failure',
    'RestartSec=5',
    'RestartPreventExitStatus=78',
    '[Install]',
    'WantedBy=multi-user.target',
  ])
  const given = Object.keys(assignments(release.lines('console.env')))
  expectExplained(given)
  const port = await freePortWithWorkers()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...assignments(of('Environment').map((line) => release.here(line))),
    DATABASE_URL: await namedDatabase('release'),
    CONSOLE_ROOT_KEY: key,
    ...partner,
    METRICS_TOKEN,
    PORT: String(port),
  }
  const [start] = of('ExecStart').map((line) => line.split(' '))

  await test.step('without what it needs it says all of it at once', async () => {
    const bare = await release.start(start!, { PORT: String(port) }, 'The console cannot start;')
    const words = await (await fetch(url)).text()
    for (const name of ['DATABASE_URL', 'DATA_DIR', 'CONSOLE_ROOT_KEY']) {
      expect(bare.words()).toContain(name)
      expect(words).toContain(name)
      expect([...given, ...Object.keys(env)]).toContain(name)
    }
    expect((await fetch(`${url}/api/health`)).status).toBe(200)
    expect((await bare.stop()).status).toBe(0)
    const closed = await release.start(
      start!,
      { ...env, DATA_DIR: release.folder },
      'The console cannot start;',
    )
    expect(await (await fetch(url)).text()).toContain('DATA_DIR is not the absolute path')
    expect((await closed.stop()).status).toBe(0)
    const { PARTNER_BASE_URL: _, ...noPartner } = env
    const alone = await release.start(start!, noPartner, 'The console cannot start')
    expect(alone.words()).toContain('There is no partner yet. Set PARTNER_BASE_URL')
    expect((await alone.stop()).status).toBe(0)
  })

  await test.step('without the port of its worker it says which one, and how to choose another', async () => {
    const other = createServer().listen(port + 1_000, '127.0.0.1')
    await once(other, 'listening')
    const refused = await release.command(start!, env)
    expect(refused.status).toBe(78)
    expect(refused.words).toContain(
      `Port ${port + 1_000} is taken by another program, or this user may not listen there. Choose another one: WORKER_PORT=`,
    )
    other.close()
  })

  await test.step('where no page can be shown it ends with one line, and is not started again', async () => {
    for (const [name, value, words] of [
      ['PORT', 'http', 'PORT must be a port between 1 and 65535, not "http".'],
      ['CONSOLE_HOST', 'all', 'CONSOLE_HOST must be 127.0.0.1'],
      ['CONSOLE_PARTS', 'both', 'CONSOLE_PARTS must be web or worker'],
      ['PORT', new URL(process.env.TEST_POSTGRES!).port, 'is taken by another program'],
    ] as const) {
      const ended = await release.command(start!, { ...env, [name]: value })
      expect(ended.status, ended.words).toBe(78)
      expect(ended.words.trim()).toContain(words)
      expect(ended.words.trim().split('\n')).toHaveLength(1)
    }
  })

  const run = await release.start(start!, env)
  if (outer) await expect(askAsProxy(outer, port, 'localhost', '/api/ready')).rejects.toThrow()
  const ready = (await (await fetch(`${url}/api/ready`)).json()) as object
  expect(ready).toMatchObject({ status: 'ready', version })
  // Prometheus reads both processes: the worker tells of the partner what it has asked itself.
  expect(run.words()).toContain(`http://127.0.0.1:${port + 1_000}/api/health`)
  await expect
    .poll(() => metricsAt(port + 1_000))
    .toMatch(/^console_partner_call_seconds_count\{.*,outcome="ok"\} [1-9]/m)
  expect(await metricsAt(port + 1_000)).toContain('\nconsole_partner_up 1\n')
  expect(await metricsAt(port)).toContain('\nconsole_database_up 1\n')
  expect((await release.command([entry, '--version'], {})).words).toBe(
    `Billing operations console ${version}\n`,
  )

  await test.step('the first administrator signs up', async () => {
    const [, link] = /"setup_link":"([^"]+)"/.exec(run.words())!
    await page.goto(link!)
    await page.getByLabel('Your name').fill('Ada Admin')
    await page.getByLabel('E-mail address').fill('ada@clinic.test')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create the administrator' }).click()
    await addApp(page, password)
    await page.goto(`${url}/charge-captures`)
    await expect(page.getByRole('row').nth(3)).toBeVisible()
    await page.getByRole('button', { name: 'Ada Admin' }).click()
    await expect(page.getByRole('menu', { name: 'Account' })).toContainText(`Version ${version}`)
    // An open page would keep asking for a console that is stopped, and report it.
    await page.close()
  })

  const needsData = [
    ['keys', 'status'],
    ['audit', 'verify'],
    ['backup', 'of nobody'],
  ]
  for (const words of needsData) {
    const refused = await release.command([entry, ...words], { ...env, DATA_DIR: '' })
    expect(refused.status).toBe(1)
    expect(refused.words).toContain('DATA_DIR is not the absolute path')
  }
  const keys = await release.command([entry, 'keys', 'status'], env)
  expect(keys.status, keys.words).toBe(0)
  let backup = ''
  await test.step('the unit of the night makes a backup, verifies it and deletes old ones', async () => {
    const nightly = release.lines('billing-operations-console-backup.service')
    expect(nightly.filter((line) => !line.startsWith('Exec'))).toEqual([
      '[Unit]',
      'Description=Backup of the billing operations console',
      ...afterDatabase,
      '[Service]',
      'Type=oneshot',
      'EnvironmentFile=/etc/billing-operations-console/console.env',
      'Environment=DATA_DIR=/var/lib/billing-operations-console',
      'StateDirectory=billing-operations-console billing-operations-console-backups',
      'StateDirectoryMode=0700',
      ...confined,
    ])
    expect(release.lines('billing-operations-console-backup.timer')).toEqual([
      '[Unit]',
      'Description=Backup of the billing operations console, each night',
      '[Timer]',
      'OnCalendar=*-*-* 03:30',
      'Persistent=yes',
      '[Install]',
      'WantedBy=timers.target',
    ])
    const folder = release.folderBeside('backups')
    const old = path.join(folder, 'console-2026-01-01T033000Z')
    writeFileSync(old, '')
    utimesSync(old, 0, 0)
    const hostile = new URL(env.DATABASE_URL)
    hostile.search = '?application_name=night&fallback_application_name=$HOME'
    for (const line of [...of('ExecStart', nightly), ...of('ExecStartPost', nightly)]) {
      const ran = await release.command(
        unitWords(line).map((word) => release.here(word)),
        { ...env, DATABASE_URL: hostile.href },
      )
      expect(ran.status, ran.words).toBe(0)
      if (line.includes('verify')) expect(ran.words).toContain('The backup is whole.')
    }
    const [made, ...more] = readdirSync(folder)
    expect([made, more]).toEqual([expect.stringMatching(/^console-20\d\d(-\d\d){2}T\d{6}Z$/), []])
    backup = path.join(folder, made!)
    const again = ['verify', path.relative('/', backup)]
    expect((await release.command([entry, 'backup', ...again], env)).status).toBe(0)
  })
  const { status, took } = await run.stop()
  expect(status).toBe(0)
  expect(took).toBeLessThan(1000 * Number(of('TimeoutStopSec')[0]))
  const verified = await release.command([entry, 'audit', 'verify'], env)
  expect(verified.words).toContain('The audit trail is whole.')
  const restored = await release.command([entry, 'restore', backup], {
    ...env,
    DATABASE_URL: await namedDatabase('release-restored'),
  })
  expect(restored.words).toContain('Now check the audit trail: bin/console audit verify')
  expect(run.words()).not.toMatch(/EACCES|EPERM|EROFS|ENOENT|MODULE_NOT_FOUND/)
})

/** What systemd finds wrong with the units of a release; nothing where no systemd is installed. */
function faultsOfUnits(): string[] {
  const { folder, here } = release.linked()
  const deploy = path.join(release.folder, 'deploy')
  const units = readdirSync(deploy).filter((name) => /\.(service|timer)$/.test(name))
  for (const name of units)
    writeFileSync(path.join(folder, name), here(readFileSync(path.join(deploy, name), 'utf8')))
  const verify = ['verify', ...units.map((name) => path.join(folder, name))]
  const { stdout, stderr } = spawnSync('systemd-analyze', verify, { encoding: 'utf8' })
  // Other units of this machine may have faults of their own. The output is null without systemd.
  const words = `${stdout ?? ''}${stderr ?? ''}`.split('\n')
  return words.filter((line) => line.includes('billing-operations-console'))
}

/** The instructions of an image by their names. */
function instructions(lines: string[]): Map<string, string[]> {
  const split = lines.map((line) => /^([A-Z]+) (.*)$/.exec(line)!.slice(1) as [string, string])
  return new Map(
    [...Map.groupBy(split, ([name]) => name)].map(([name, all]) => [
      name,
      all.map(([, rest]) => rest),
    ]),
  )
}

/** The values of a YAML file by their paths, such as "services.proxy.image"; a list's are in order. */
function valuesByPath(lines: string[]): Map<string, string[]> {
  const values = new Map<string, string[]>()
  const above: { indent: number; name: string }[] = []
  for (const line of lines) {
    const [, space, dash, name, value] = /^( *)(- )?(?:([\w-]+|<<): ?)?(.*)$/.exec(line)!
    while (above.length > 0 && above.at(-1)!.indent >= space!.length) above.pop()
    if (name && !dash) above.push({ indent: space!.length, name })
    const at = above.map((one) => one.name).join('.')
    const whole = dash ? line.trim().slice(2) : value!
    const more = whole.startsWith('[') ? whole.slice(1, -1).split(', ') : whole ? [whole] : []
    const plain = more.map((text) => text.replace(/^'(.*)'$/, '$1'))
    if (more.length > 0) values.set(at, [...(values.get(at) ?? []), ...plain])
  }
  return values
}

/** Asks a console as the proxy does: by its address, with the public name and the caller's address. */
function askAsProxy(address: string, port: number, host: string, at: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Host: host, 'X-Forwarded-For': '203.0.113.9' }
    const asked = http.request({ host: address, port, path: at, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
    asked.on('error', reject).end()
  })
}

test('the image and the containers run two consoles on one database behind a proxy', async () => {
  const image = instructions(release.lines('Dockerfile'))
  const only = (name: string) => release.here(image.get(name)!.join(' '))
  expect([...image.keys()].toSorted()).toEqual(
    'CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK RUN STOPSIGNAL USER VOLUME'.split(' '),
  )
  const copies = image.get('COPY')!.map((line) => line.split(' ') as [string, string])
  for (const [from, to] of copies) expect(release.here(to)).toBe(path.join(release.folder, from))
  const container = release.withOnly(copies.map(([from]) => from))
  const inImage = assignments(image.get('ENV')!.map((line) => release.here(line)))
  expect(only('VOLUME')).toBe(inImage.DATA_DIR)
  expect(release.here(image.get('RUN')!.at(-1)!)).toBe(
    `install -d -m 0700 -o 65534 -g 65534 ${inImage.DATA_DIR}`,
  )
  expect(only('USER')).toBe('65534:65534')
  expect(only('EXPOSE')).toBe(`${inImage.PORT} ${inImage.WORKER_PORT}`)
  expect(only('STOPSIGNAL')).toBe('SIGTERM')
  const words = (text: string) => JSON.parse(text) as string[]
  const start = [...words(image.get('ENTRYPOINT')![0]!), ...words(image.get('CMD')![0]!)]
  const health = words(/ CMD (.*)$/.exec(image.get('HEALTHCHECK')![0]!)![1]!)

  const compose = valuesByPath(release.lines('compose.yaml'))
  const given: Record<string, string> = {
    POSTGRES_PASSWORD: 'ofthesuperuser',
    CONSOLE_OWNER_PASSWORD: 'ownerpassword',
    CONSOLE_APP_PASSWORD: 'apppassword',
    CONSOLE_ROOT_KEY: key,
    CONSOLE_NAME: 'console.example',
    METRICS_TOKEN,
    ...partner,
  }
  const fill = (text: string) =>
    text.replaceAll(/\$\{(\w+):[?-]\}/g, (_, name: string) => given[name]!)
  const environmentOf = (service: string) =>
    Object.fromEntries(
      [...compose].flatMap(([at, [value]]) => {
        const [, of, name] = /^services\.([\w-]+)\.environment\.(\w+)$/.exec(at) ?? []
        return of === service ? [[name!, fill(value!)]] : []
      }),
    )
  const server = new URL(process.env.TEST_POSTGRES!)
  const inCompose = Object.fromEntries(
    Object.entries(environmentOf('console-1')).map(([name, value]) => [
      name,
      value.replaceAll('@database/', `@${server.host}/`),
    ]),
  )
  expectExplained([...Object.keys(inImage), ...Object.keys(inCompose)])
  expect(environmentOf('proxy')).toEqual({ CONSOLE_NAME: given.CONSOLE_NAME })

  await test.step('each other line of the containers is one that an engine was seen to obey', () => {
    const isRead = (at: string) => /\.environment\.|\.volumes$/.test(at)
    expect(Object.fromEntries([...compose].filter(([at]) => !isRead(at)))).toEqual({
      name: ['billing-operations-console'],
      'services.database.image': ['postgres:18'],
      'services.database.networks': ['inside'],
      'services.database.restart': ['unless-stopped'],
      'services.console-1': ['&console'],
      'services.console-1.build.context': ['..'],
      'services.console-1.build.dockerfile': ['deploy/Dockerfile'],
      'services.console-1.image': ['billing-operations-console'],
      'services.console-1.networks': ['inside', 'outside'],
      'services.console-1.read_only': ['true'],
      'services.console-1.cap_drop': ['ALL'],
      'services.console-1.security_opt': ['no-new-privileges:true'],
      'services.console-1.stop_grace_period': ['20s'],
      'services.console-1.depends_on': ['database'],
      'services.console-1.restart': ['unless-stopped'],
      'services.console-2.<<': ['*console'],
      'services.console-2.depends_on.console-1.condition': ['service_healthy'],
      'services.proxy.image': ['caddy:2'],
      'services.proxy.ports': ['80:80', '443:443'],
      'services.proxy.networks': ['inside', 'outside'],
      'services.proxy.depends_on': ['console-1', 'console-2'],
      'services.proxy.restart': ['unless-stopped'],
      'networks.inside.internal': ['true'],
    })
    const mounts = [...compose].flatMap(([at, values]) =>
      at.endsWith('.volumes') ? values.map((value) => value.split(':')) : [],
    )
    expect(mounts.map(([from, to]) => [from, to])).toEqual([
      ['database', '/var/lib/postgresql'],
      ['./roles.sh', '/docker-entrypoint-initdb.d/roles.sh'],
      ['data', '/var/lib/billing-operations-console'],
      ['./Caddyfile', '/etc/caddy/Caddyfile'],
      ['certificates', '/data'],
    ])
    for (const [from, , mode] of mounts.filter(([name]) => name!.startsWith('.'))) {
      expect(mode).toBe('ro')
      expect(existsSync(path.join(release.folder, 'deploy', from!)), from).toBe(true)
    }
  })

  await test.step('the script of the database makes it with two roles', async () => {
    const { args, input } = release.whatRuns('psql', 'roles.sh', environmentOf('database'))
    expect(args.slice(0, 4)).toEqual(['--username', 'postgres', '--set', 'ON_ERROR_STOP=1'])
    const set = args.slice(4).filter((word) => word !== '--set')
    let database = new pg.Client({ connectionString: server.href })
    await database.connect()
    for (const name of ['database', 'role'])
      for (const what of name === 'role' ? ['console_owner', 'console_app'] : ['console'])
        await database.query(`drop ${name} if exists ${what}`)
    for (const statement of input.trim().split('\n')) {
      if (statement === String.raw`\c console`) {
        await database.end()
        database = new pg.Client({ connectionString: new URL('/console', server).href })
        await database.connect()
      } else {
        await database.query(
          statement.replaceAll(/:'(\w+)'/g, (_, name: string) =>
            pg.escapeLiteral(assignments(set)[name]!),
          ),
        )
      }
    }
    await database.end()
  })

  const ports = [await findFreePort(), await findFreePort()]
  const workers = [await findFreePort(), await findFreePort()]
  const environments = ports.map((port, place) => ({
    ...inImage,
    ...inCompose,
    PORT: String(port),
    WORKER_PORT: String(workers[place]),
  }))
  const runs = []
  for (const env of environments) runs.push(await container.start(start, env))
  for (const env of environments) expect((await container.command(health, env)).status).toBe(0)

  await test.step('the backup of the night is made in the first container, and verified', async () => {
    const { args } = release.whatRuns('docker', 'nightly-backup.sh', {})
    const [project] = compose.get('name')!
    expect(args.slice(0, 2)).toEqual(['exec', `${project}-console-1-1`])
    const ran = await container.command(
      args.slice(2).map((word) => container.here(word)),
      environments[0]!,
    )
    expect(ran.status, ran.words).toBe(0)
    expect(ran.words).toContain('The backup is whole.')
    expect(readdirSync(path.join(release.dataDir, 'backups'))).toEqual([
      expect.stringMatching(/^console-20\d\d(-\d\d){2}T\d{6}Z$/),
    ])
  })

  await test.step('the proxy reaches both, by the public name alone', async () => {
    const proxy = release.lines('Caddyfile').map((line) => line.trim())
    expect(proxy).toEqual([
      '{$CONSOLE_NAME} {',
      'respond /api/metrics 404',
      `reverse_proxy console-1:${inImage.PORT} console-2:${inImage.PORT} {`,
      'health_uri /api/ready',
      'health_interval 5s',
      'health_headers {',
      'Host {$CONSOLE_NAME}',
      '}',
      'lb_try_duration 5s',
      'lb_policy cookie',
      '}',
      'handle_errors {',
      `respond "The console isn't ready. Try again in a minute. If this stays, /api/ready of each console names the reason." {err.status_code}`,
      '}',
      '}',
    ])
    for (const port of ports)
      for (const address of ['127.0.0.1', ...(outer ? [outer] : [])]) {
        expect(await askAsProxy(address, port, given.CONSOLE_NAME!, '/api/ready')).toBe(200)
        expect(await askAsProxy(address, port, 'other.example', '/api/ready')).toBe(421)
      }
  })

  await test.step('Prometheus reaches the consoles and their workers by the names of the containers', async () => {
    for (const port of [...ports, ...workers]) {
      await expect.poll(() => metricsAt(port)).toContain('\nconsole_database_up 1\n')
      for (const address of ['127.0.0.1', ...(outer ? [outer] : [])])
        expect(await askAsProxy(address, port, 'console-1:3000', '/api/metrics')).toBe(401)
    }
  })

  const grace = Number(compose.get('services.console-1.stop_grace_period')![0]!.replace('s', ''))
  for (const [place, run] of runs.entries()) {
    const { status, took } = await run.stop()
    expect(status).toBe(0)
    expect(took).toBeLessThan(1000 * grace)
    expect((await container.command(health, environments[place]!)).status).toBe(1)
  }
})
