import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from '#lib/commands/database.ts'
import { startService } from '#lib/commands/service.ts'
import { findFreePort } from '#lib/core/ports.ts'

/**
 * Starts a separate sandbox on a free port, with a server of its own in a temporary folder, or on a
 * given database. It ends with this process, also if a measurement fails. A new one has `captures`
 * captures; a given database serves its content.
 */
export async function spawnSandbox(
  databaseUrl = '',
  captures = 0,
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-bench-'))
  const port = await findFreePort()
  const own = databaseUrl ? undefined : await startDatabase(dataDir)
  const env = { SANDBOX_DATABASE_URL: own?.addressOf('sandbox') ?? databaseUrl }
  const world = databaseUrl ? [] : ['--captures', String(captures)]
  const service = startService('The sandbox', 'lib/sandbox/main.ts', {
    args: ['--port', String(port), ...world, '--quiet'],
    env,
  })
  let end: string | undefined
  void service.ended.then((words) => (end = words))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await answers(url)); tries += 1) {
    if (end !== undefined || tries > 600 + captures / 10)
      throw new Error(end ?? 'The sandbox did not start.')
    await sleep(100)
  }
  const stop = async () => {
    await service.stop()
    await own?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { url, pid: service.pid!, stop }
}

/** Replaces all data of a sandbox by `captures` captures, always the same. */
export async function fillSandbox(url: string, captures: number): Promise<void> {
  const answer = await fetch(`${url}/_sandbox/reset`, {
    method: 'POST',
    body: JSON.stringify({ captures, seed: 7 }),
  })
  if (!answer.ok) throw new Error(`The sandbox made no data: ${answer.status}.`)
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/_sandbox/health`).then(
    (response) => response.ok,
    () => false,
  )
}
