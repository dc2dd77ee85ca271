import { createWriteStream, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from './build.ts'
import { type Database, environmentsOf, startDatabase } from './database.ts'
import { type Settings, UnusableSettings, readSettings } from './environment.ts'
import { logOutput } from '#lib/core/log-output.ts'
import { findFreePort, isPortFree } from '#lib/core/ports.ts'
import { makeFolder, truncateLog } from '#lib/core/postgres-server.ts'
import { version } from '#lib/core/version.ts'
import { inRoot, isRelease, lineOf, runStep, say } from './shell.ts'
import { type Service, type ServiceOptions, startService, waitForHealth } from './service.ts'

const running: Pick<Service, 'ended' | 'stop'>[] = []
let database: Database | undefined
let stopping = false

// EX_CONFIG of sysexits.h. The unit of systemd does not start again after it.
const unusableStatus = 78

// Nobody presses a key at a service.
const howToStop = process.stdin.isTTY ? ' Ctrl-C stops it.' : ''

// A service manager collects a release's log; a person reads answers at a terminal.
let log = logOutput(process.stdout)
let setupLink: string | undefined

// A worker that ends again so soon would end again and again.
const soonMs = 60_000

/**
 * `npm start` and `npm run dev` after installation: builds, starts the database, the sandbox, the
 * console and its worker, and ends them on Ctrl-C. The development server is its own worker.
 * `bin/console start` of a release: the console and its worker alone.
 */
async function start(dev: boolean): Promise<void> {
  const read = readSettings(process.env)
  const settings = dev ? { ...read, workerPort: undefined } : read
  await refuseTakenPorts(settings)
  if (isRelease) Object.assign(process.env, environmentOfRelease())
  else log = openLog(settings.dataDir)
  await Promise.all([isRelease || dev || build(), startPartner(settings)])
  // Another part may have ended everything meanwhile.
  if (stopping) return
  if (settings.parts.includes('web'))
    await runStep('Starting the console', () => startConsole(settings, dev))
  if (settings.parts.includes('worker') && !dev)
    running.push(keepWorker(await workerPlace(settings)))
  const state = settings.parts.includes('web') ? await stateOf(settings) : 'ok'
  isStarted = true
  if (state === 'cannot start') sayFailed(settings)
  else if (state) sayWelcome(settings)
  // The end of any of them ends the command: half a console is useless.
  const why = await Promise.race(
    [...running, ...(database ? [database] : [])].map(({ ended }) => ended),
  )
  if (!stopping) throw new Error(why)
}

async function build(): Promise<void> {
  if (!(await buildWhenStale())) throw new Error('The build failed; its output is above.')
}

async function startPartner(settings: Settings): Promise<void> {
  if (settings.ownDatabases.length > 0)
    await runStep('Starting the database', () => startOwnDatabase(settings))
  if (settings.embeddedSandbox && !stopping)
    await runStep('Starting the sandbox with its demo data', () => startSandbox(settings))
}

const logFile = (dataDir: string) => path.join(dataDir, 'console.log')

// It holds the link of the first administrator.
function openLog(dataDir: string): typeof log {
  makeFolder(dataDir)
  truncateLog(logFile(dataDir))
  const fd = openSync(logFile(dataDir), 'a', 0o600)
  return logOutput(createWriteStream('', { fd }))
}

// A console that could not start at first says its link later.
function takeJson(line: string): void {
  log.write(`${line}\n`)
  const [, link] = /"setup_link":"([^"]+)"/.exec(line) ?? []
  if (link && link !== setupLink && isStarted) say(wordsOfLink(link))
  setupLink = link ?? setupLink
}

let isStarted = false

const wordsOfLink = (link: string) =>
  `There is no account yet. This link makes the first administrator, once:\n${link}`

function begin(name: string, script: string, options: ServiceOptions): Service {
  return startService(name, script, { takeJson, lifeline: database?.lifeline, ...options })
}

// Its one build, with the settings that Next has recorded in it: what reads them from a file is not
// there, and neither is a sandbox.
function environmentOfRelease(): Record<string, string> {
  const recorded = readFileSync(inRoot('.next/required-server-files.json'), 'utf8')
  const { config } = JSON.parse(recorded) as { config: object }
  return {
    NEXT_DIST_DIR: '.next',
    __NEXT_PRIVATE_STANDALONE_CONFIG: JSON.stringify(config),
    CONSOLE_SANDBOX: '0',
  }
}

async function refuseTakenPorts(settings: Settings): Promise<void> {
  const needed = [
    ['PORT', settings.port, settings.host],
    ...(settings.workerPort !== undefined
      ? [['WORKER_PORT', settings.workerPort, settings.host]]
      : []),
    ...(settings.embeddedSandbox ? [['SANDBOX_PORT', settings.sandboxPort, undefined]] : []),
  ] as [string, number, string | undefined][]
  for (const [name, port, host] of needed) {
    if (!(await isPortFree(port, host)))
      throw new UnusableSettings(
        `Port ${port} is taken by another program, or this user may not listen there. Choose another one: ${name}=${port + 10} ${lineOf('start')}`,
      )
  }
}

async function startOwnDatabase({ dataDir, ownDatabases }: Settings): Promise<void> {
  database = await startDatabase(dataDir)
  const ownLog = path.join(dataDir, 'postgres.log')
  void database.restarted.then(() =>
    say(`The database ended by itself; its log: ${ownLog}. It starts once more.`),
  )
  for (const name of ownDatabases) Object.assign(process.env, environmentsOf(database)[name])
  // Nobody else has our server's password, so no second console can use its database.
  if (ownDatabases.includes('console')) process.env.CONSOLE_ALONE = '1'
}

async function startSandbox({ sandboxPort }: Settings): Promise<void> {
  const service = begin('The sandbox', 'lib/sandbox/main.ts', {
    args: ['--port', String(sandboxPort)],
    env: { DATABASE_URL: undefined, DATABASE_MIGRATION_URL: undefined },
  })
  running.push(service)
  await waitForHealth(service, `http://127.0.0.1:${sandboxPort}/_sandbox/health`, 300)
}

// On our own server that address has the password of the role that may do everything.
const withoutSandbox = { SANDBOX_DATABASE_URL: undefined }

async function startConsole({ port, demoAccounts }: Settings, dev: boolean): Promise<void> {
  // The worker finds it as it is for the console.
  Object.assign(process.env, {
    DEMO_ACCOUNTS: demoAccounts ? '1' : '0',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  const env = {
    ...withoutSandbox,
    NODE_ENV: dev ? 'development' : 'production',
    PORT: String(port),
    CONSOLE_PARTS: dev ? undefined : 'web',
  }
  const service = begin('The console', 'lib/commands/console-server.ts', {
    env,
    args: dev ? ['--dev'] : [],
    // It finishes what people have begun, in 15 s at most.
    patienceMs: 16_000,
  })
  running.push(service)
  const url = `http://127.0.0.1:${port}`
  // Without a limit of time: a migration that is stopped begins again.
  await waitForHealth(service, `${url}/api/health`, undefined, () =>
    say(
      `The tables in the database are being changed. The start goes on when that has ended; ${url} says so meanwhile.`,
    ),
  )
}

// The console answers that it lives, also when it cannot start. Undefined if it has just ended, which
// is then told as its end.
async function stateOf({ port }: Settings): Promise<string | undefined> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`)
    return ((await answer.json()) as { status: string }).status
  } catch {
    return undefined
  }
}

function sayFailed({ port }: Settings): void {
  say(
    `\nThe console cannot start; the reason stands above and at http://127.0.0.1:${port}.${howToStop}`,
  )
}

// Alone it answers an orchestrator, and at a port of its own Prometheus. Nobody asks it at a free
// port, so no other machine reaches it there.
async function workerPlace({ parts, port, workerPort }: Settings): Promise<ServiceOptions['env']> {
  if (!parts.includes('web')) return { PORT: String(port) }
  if (workerPort !== undefined) return { PORT: String(workerPort) }
  return { PORT: String(await findFreePort()), CONSOLE_HOST: undefined }
}

// People's pages need no worker for a moment, so one that ends by itself is started again.
function keepWorker(place: ServiceOptions['env']): Pick<Service, 'ended' | 'stop'> {
  const beginWorker = () =>
    begin('The worker', 'lib/commands/console-server.ts', {
      env: { ...withoutSandbox, NODE_ENV: 'production', CONSOLE_PARTS: 'worker', ...place },
    })
  let current = beginWorker()
  const keep = async () => {
    for (let last = -Infinity; ; last = performance.now()) {
      const why = await current.ended
      if (stopping || performance.now() - last < soonMs) return why
      say(`${why}. It starts again.`)
      current = beginWorker()
    }
  }
  return { ended: keep(), stop: () => current.stop() }
}

/** Prints where everything is and how to stop it, and last the address and who may sign in. */
function sayWelcome(settings: Settings): void {
  const { parts, port, workerPort, sandboxPort, embeddedSandbox, demoAccounts, dataDir } = settings
  const isWeb = parts.includes('web')
  const ofWorker = `The worker says how it is at http://127.0.0.1:${workerPort ?? port}/api/health`
  const lines = [
    embeddedSandbox &&
      `Partner: the embedded sandbox at http://127.0.0.1:${sandboxPort} (its interface: /openapi.json)`,
    (workerPort !== undefined || !isWeb) && ofWorker,
    !isRelease && `Log: ${logFile(dataDir)}`,
    howToStop && 'Ctrl-C stops everything that was started here.',
    isWeb && `\nThe console is ready: http://127.0.0.1:${port} (version ${version})`,
    isWeb &&
      demoAccounts &&
      'Demo accounts: admin@demo.test, biller@demo.test, credentialing@demo.test, manager@demo.test\nTheir password: billing-demo-only',
    isWeb && setupLink && wordsOfLink(setupLink),
  ]
  say(`\n${lines.filter(Boolean).join('\n')}`)
}

async function stopAll(status: number): Promise<never> {
  if (!stopping) {
    stopping = true
    await Promise.all(running.map((service) => service.stop()))
    // The console has written its last rows.
    await database?.stop()
  }
  process.exit(status)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stopping) return
    say('\nStopping…')
    void stopAll(0)
  })
}

try {
  await start(process.argv.includes('--dev'))
} catch (error) {
  if (!stopping) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
    await stopAll(error instanceof UnusableSettings ? unusableStatus : 1)
  }
}
