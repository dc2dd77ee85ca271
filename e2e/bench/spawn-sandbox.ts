import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Starts a sandbox of its own, on a free port and a new directory that goes away with it, or on a PostgreSQL database. */
export async function spawnSandbox(databaseUrl = ''): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-bench-'))
  const port = await freePort()
  const main = path.resolve(import.meta.dirname, '../../lib/sandbox/main.ts')
  const env = { ...process.env, DATA_DIR: dataDir, SANDBOX_DATABASE_URL: databaseUrl }
  // A database serves what it holds; a new directory is left without captures.
  const world = databaseUrl ? [] : ['--captures', '0']
  const child = spawn(process.execPath, [main, '--port', String(port), ...world, '--quiet'], { env, stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error('the sandbox did not start')
    await sleep(100)
  }
  const stop = async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, stop }
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/_sandbox/health`).then((response) => response.ok, () => false)
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
