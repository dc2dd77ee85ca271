import { spawn } from 'node:child_process'
import path from 'node:path'
import { findFreePort } from '#lib/commands/ports.ts'
import { waitForHealth } from '#lib/commands/service.ts'
import { inRoot, root } from '#lib/commands/shell.ts'
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
  /** Runs an operator's command (`npm run NAME -- ...`) for this console in another process, to its end. */
  command: (name: 'keys' | 'audit', ...args: string[]) => Promise<{ status: number | null; words: string }>
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
    command(command, ...args) {
      const child = spawn(process.execPath, [inRoot('lib/commands/run.mjs'), command, ...args], {
        cwd: root,
        env: { ...process.env, ...rootKeyOf(console.folder, name), DATA_DIR: own.dataFolder },
      })
      let words = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (words += text.toString()))
      return new Promise((resolve) => child.once('exit', (status) => resolve({ status, words })))
    },
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
