import path from 'node:path'
import { findFreePort } from '#lib/core/ports.ts'
import { runScript } from '#lib/commands/run-script.testing.ts'
import { waitForHealth } from '#lib/commands/service.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { filledSandbox } from '#lib/commands/templates.testing.ts'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { startJudgedSandbox } from './judged-answers.ts'
import { rootKeyOf, startConsole } from './start-console.ts'

/**
 * A console and a sandbox that no other test uses. `restart` ends the console and starts it on the
 * same data; its address changes.
 */
export type OwnStack = {
  url: string
  sandbox: SandboxClient
  dataFolder: string
  /** The console's log. */
  log: string
  /** The address of the console's database. */
  databaseUrl: string
  /**
   * Runs an operator's command (`npm run NAME -- ...`) for this console in another process, to its
   * end.
   */
  command: (
    name: 'keys' | 'audit',
    ...args: string[]
  ) => Promise<{ status: number | null; words: string }>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** The data of a stack, and what the console's variables have beside the usual ones. */
export type StackData = {
  captures?: number
  contracts?: number
  /** With the run's own sandbox: only the console is another one. */
  ofRun?: true
  env?: Record<string, string>
}

/**
 * Starts a sandbox with little data and a console on it, for tests that disturb either one. Fewer
 * than 100 contracts leave out the one with 60,000 providers. `env` adds to the console's variables.
 */
export async function startOwnStack(
  purpose: string,
  captures = 60,
  contracts = 120,
  env: Record<string, string> = {},
): Promise<OwnStack> {
  return startStack(purpose, { captures, contracts, env })
}

/** The same for the fixture `own`. */
export async function startStack(purpose: string, data: StackData): Promise<OwnStack> {
  // Tests of one file may run in two workers, each with its own stack.
  const name = `${purpose}-${process.env.TEST_WORKER_INDEX}`
  const { port, stop } = data.ofRun
    ? { port: Number(process.env.E2E_SANDBOX_PORT), stop: async () => {} }
    : await startPartner(name, data)
  const console = { folder: process.env.E2E_FOLDER!, name, sandboxPort: port, env: data.env ?? {} }
  let instance = await startConsole(console)
  const own: OwnStack = {
    url: instance.url,
    sandbox: new SandboxClient(`http://127.0.0.1:${port}`),
    dataFolder: path.join(console.folder, `console-${name}`),
    log: instance.log,
    databaseUrl: instance.databaseUrl,
    command(command, ...args) {
      return runScript('lib/commands/run.mjs', [command, ...args], {
        ...process.env,
        ...rootKeyOf(console.folder, name),
        DATA_DIR: own.dataFolder,
        DATABASE_URL: own.databaseUrl,
      })
    },
    async restart() {
      await instance.service.stop()
      instance = await startConsole(console)
      own.url = instance.url
    },
    async stop() {
      await Promise.all([instance.service.stop(), stop()])
    },
  }
  return own
}

async function startPartner(name: string, { captures = 60, contracts = 120 }: StackData) {
  const port = await findFreePort()
  const runFolder = process.env.E2E_FOLDER!
  const service = startJudgedSandbox(
    `The sandbox (${name})`,
    ['--port', String(port), '--captures', String(captures), '--contracts', String(contracts)],
    {
      runFolder,
      databaseUrl: await namedDatabase(`sandbox-${name}`, filledSandbox({ captures, contracts })),
      log: path.join(runFolder, `sandbox-${name}.log`),
    },
  )
  await waitForHealth(service, `http://127.0.0.1:${port}/_sandbox/health`, 300)
  return { port, stop: service.stop }
}
