import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildWhenStale } from './build.ts'
import { type Database, environmentsOf, startDatabase } from './database.ts'
import { type Settings, UnusableSettings, readSettings } from './environment.ts'
import { findFreePort, isPortFree } from '#lib/core/ports.ts'
import { version } from '#lib/core/version.ts'
import { inRoot, isRelease, lineOf, say, sayStep } from './shell.ts'
import { type Service, type ServiceOptions, startService, waitForHealth } from './service.ts'

const running: Pick<Service, 'ended' | 'stop'>[] = []
let database: Database | undefined
let stopping = false

// EX_CONFIG of sysexits.h. The unit of systemd does not start again after it.
const unusableStatus = 78

// Nobody presses a key at a service.
const howToStop = process.stdin.isTTY ? ' Ctrl-C stops it.' : ''

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
  else if (!dev && !(await buildWhenStale()))
    throw new Error('The build failed; its output is above.')
  if (settings.ownDatabases.length > 0) await startOwnDatabase(settings)
  if (settings.embeddedSandbox) await startSandbox(settings)
  if (settings.parts.includes('web')) await startConsole(settings, dev)
  if (settings.parts.includes('worker') && !dev)
    running.push(keepWorker(await workerPlace(settings)))
  const state = settings.parts.includes('web') ? await stateOf(settings) : 'ok'
  if (state === 'cannot start') sayFailed(settings)
  else if (state) sayWelcome(settings)
  // The end of any of them ends the command: half a console is useless.
  const why = await Promise.race(
    [...running, ...(database ? [database] : [])].map(({ ended }) => ended),
  )
  if (!stopping) throw new Error(why)
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
  sayStep('Starting the database…')
  database = await startDatabase(dataDir)
  const log = path.join(dataDir, 'postgres.log')
  void database.restarted.then(() =>
    say(`The database ended by itself; its log: ${log}. It starts once more.`),
  )
  for (const name of ownDatabases) Object.assign(process.env, environmentsOf(database)[name])
  // Nobody else has our server's password, so no second console can use its database.
  if (ownDatabases.includes('console')) process.env.CONSOLE_ALONE = '1'
}

async function startSandbox({ sandboxPort }: Settings): Promise<void> {
  sayStep('Starting the sandbox partner (the first time it makes its demo data)…')
  const service = startService('The sandbox', 'lib/sandbox/main.ts', {
    args: ['--port', String(sandboxPort)],
    lifeline: database?.lifeline,
  })
  running.push(service)
  await waitForHealth(service, `http://127.0.0.1:${sandboxPort}/_sandbox/health`, 300)
}

async function startConsole({ port, demoAccounts }: Settings, dev: boolean): Promise<void> {
  sayStep('Starting the console…')
  // The worker finds it as it is for the console.
  Object.assign(process.env, {
    DEMO_ACCOUNTS: demoAccounts ? '1' : '0',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  const env = {
    NODE_ENV: dev ? 'development' : 'production',
    PORT: String(port),
    CONSOLE_PARTS: dev ? undefined : 'web',
  }
  const service = startService('The console', 'lib/commands/console-server.ts', {
    env,
    args: dev ? ['--dev'] : [],
    // It finishes what people have begun, in 15 s at most.
    patienceMs: 16_000,
    lifeline: database?.lifeline,
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
  const begin = () =>
    startService('The worker', 'lib/commands/console-server.ts', {
      env: { NODE_ENV: 'production', CONSOLE_PARTS: 'worker', ...place },
      lifeline: database?.lifeline,
    })
  let current = begin()
  const keep = async () => {
    for (let last = -Infinity; ; last = performance.now()) {
      const why = await current.ended
      if (stopping || performance.now() - last < soonMs) return why
      say(`${why}. It starts again.`)
      current = begin()
    }
  }
  return { ended: keep(), stop: () => current.stop() }
}

/** Prints the address, the demo accounts and how to stop. */
function sayWelcome(settings: Settings): void {
  const { parts, port, workerPort, sandboxPort, embeddedSandbox, demoAccounts } = settings
  const ofWorker = `The worker says how it is at http://127.0.0.1:${workerPort ?? port}/api/health`
  if (!parts.includes('web')) return say(`\n${ofWorker}.${howToStop}`)
  say(`\nThe console is ready: http://127.0.0.1:${port} (version ${version})`)
  if (workerPort !== undefined) say(ofWorker)
  if (embeddedSandbox)
    say(
      `Partner: the embedded sandbox at http://127.0.0.1:${sandboxPort} (its interface: /openapi.json)`,
    )
  if (demoAccounts) {
    say('\nDemo accounts, password billing-demo-only:')
    for (const account of ['admin', 'biller', 'credentialing', 'manager'])
      say(`  ${account}@demo.test`)
  } else {
    say(
      '\nWithout an account yet, the first administrator signs up by the setup_link in the log above.',
    )
  }
  if (howToStop) say('\nCtrl-C stops everything that was started here.')
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
