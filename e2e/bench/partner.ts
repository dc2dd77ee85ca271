import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#lib/core/ports.ts'
import { root } from '#lib/commands/shell.ts'
import { startService, waitForHealth } from '#lib/commands/service.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'

/** A partner to measure with; `name` identifies it. */
export type BenchPartner = { name: string; url: string; stop: () => Promise<void> }

/** The folder beside the repository that may contain a fixed stand-in and the peers. */
export const benchFolder = path.resolve(root, '../shared/bench')

// The peers' pages use this port.
const standInPort = 5999

/**
 * The stand-in that serves from memory, if there is one; otherwise the sandbox. `latency` in ms is
 * the stand-in's.
 */
export async function startPartner(
  folder: string,
  options: { port?: number; latency?: number } = {},
): Promise<BenchPartner> {
  const standIn = process.env.BENCH_PARTNER ?? path.join(benchFolder, 'fake-partner.mjs')
  const port = options.port ?? standInPort
  const url = `http://127.0.0.1:${port}`
  if (!existsSync(standIn)) return startSandboxPartner(folder)
  const child = spawn(process.execPath, [standIn], {
    env: {
      ...process.env,
      PORT: String(port),
      N: '10000',
      LATENCY_MS: String(options.latency ?? 0),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = new Promise<string>((resolve) =>
    child.once('exit', (code) => resolve(`The stand-in partner ended with status ${code}`)),
  )
  const stop = async () => {
    child.kill()
    await gone
  }
  await waitForHealth({ name: 'The stand-in partner', ended: gone, stop }, `${url}/__served`, 30)
  return {
    name: `stand-in partner${options.latency ? ` that takes ${options.latency} ms` : ''}`,
    url,
    stop,
  }
}

async function startSandboxPartner(folder: string): Promise<BenchPartner> {
  const port = await findFreePort()
  const service = startService('The sandbox', 'lib/sandbox/main.ts', {
    args: ['--port', String(port), '--captures', '10000'],
    env: { SANDBOX_DATABASE_URL: await namedDatabase(`sandbox-${port}`) },
    log: path.join(folder, 'sandbox.log'),
  })
  await waitForHealth(service, `http://127.0.0.1:${port}/_sandbox/health`, 300)
  return { name: 'sandbox', url: `http://127.0.0.1:${port}`, stop: service.stop }
}
