import path from 'node:path'
import { findFreePort } from '#lib/commands/ports.ts'
import { waitForHealth } from '#lib/commands/service.ts'
import { SandboxClient } from '#e2e/fixtures/sandbox.ts'
import { startJudgedSandbox } from './judged-answers.ts'
import { rootKeyOf, startConsole } from './start-console.ts'

/**
 * A console and a sandbox that no other test uses. `restart` ends the console and starts it on the same data; its
 * address changes.
 */
export type OwnStack = {
  url: string
  sandbox: SandboxClient
  dataFolder: string
  /** The environment of the console's root key. */
  keys: Record<string, string>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a sandbox with little data and a console on it, for tests that disturb either one. Fewer than 100 contracts
 * leave out the one with 60,000 providers.
 */
export async function startOwnStack(purpose: string, captures = 60, contracts = 120): Promise<OwnStack> {
  // Tests of one file may run in two workers, each with its own stack.
  const name = `${purpose}-${process.env.TEST_WORKER_INDEX}`
  const folder = path.join(process.env.E2E_FOLDER!, name)
  const port = await findFreePort()
  const runFolder = process.env.E2E_FOLDER!
  const service = startJudgedSandbox(
    `The sandbox (${name})`,
    ['--port', String(port), '--captures', String(captures), '--contracts', String(contracts)],
    {
      runFolder,
      dataFolder: folder,
      log: path.join(runFolder, `sandbox-${name}.log`),
    },
  )
  await waitForHealth(service, `http://127.0.0.1:${port}/_sandbox/health`, 300)
  const console = { folder: process.env.E2E_FOLDER!, name, sandboxPort: port }
  let instance = await startConsole(console)
  const own: OwnStack = {
    url: instance.url,
    sandbox: new SandboxClient(`http://127.0.0.1:${port}`),
    dataFolder: path.join(console.folder, `console-${name}`),
    keys: rootKeyOf(console.folder, name),
    async restart() {
      await instance.service.stop()
      instance = await startConsole(console)
      own.url = instance.url
    },
    async stop() {
      await Promise.all([instance.service.stop(), service.stop()])
    },
  }
  return own
}
