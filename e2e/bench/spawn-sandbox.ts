import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '#lib/commands/service.ts'

/**
 * Starts a separate sandbox, on a free port and a temporary directory, or on a PostgreSQL database. It ends with this
 * process, also if a measurement fails.
 */
export async function spawnSandbox(databaseUrl = ''): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-bench-'))
  const port = await freePort()
  const env = { DATA_DIR: dataDir, SANDBOX_DATABASE_URL: databaseUrl }
  // A database serves its content; a new directory has no captures.
  const world = databaseUrl ? [] : ['--captures', '0']
  const service = startService('The sandbox', 'lib/sandbox/main.ts', {
    args: ['--port', String(port), ...world, '--quiet'],
    env,
  })
  let end: string | undefined
  void service.ended.then((words) => (end = words))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (end !== undefined || tries > 600) throw new Error(end ?? 'The sandbox did not start.')
    await sleep(100)
  }
  const stop = async () => {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/_sandbox/health`).then(
    (response) => response.ok,
    () => false,
  )
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
