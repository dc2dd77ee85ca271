import path from 'node:path'
import { findFreePort } from '#lib/commands/ports.ts'
import { type Service, startService } from '#lib/commands/service.ts'
import { waitForHealth } from '#lib/commands/wait-for-health.ts'

export type ConsoleInstance = { service: Service; url: string; log: string }

export type ConsoleOptions = {
  /** Parent of its data folder and its log. */
  folder: string
  name: string
  /** The sandbox it talks to. */
  sandboxPort: number
  env?: Record<string, string>
}

/** Starts the built console on a free loopback port with the demo accounts, and waits until it serves. */
export async function startConsole({ folder, name, sandboxPort, env }: ConsoleOptions): Promise<ConsoleInstance> {
  const port = await findFreePort()
  const log = path.join(folder, `console-${name}.log`)
  const service = startService(`The console (${name})`, 'lib/commands/console-server.ts', {
    log,
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      DATA_DIR: path.join(folder, `console-${name}`),
      DEMO_ACCOUNTS: '1',
      // A key of the run's own: the tests leave the key file of this clone alone.
      CONSOLE_ROOT_KEY: '5f'.repeat(32),
      DATABASE_URL: undefined,
      PARTNER_BASE_URL: undefined,
      ...env,
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitForHealth(service, `${url}/api/health`, 120)
  return { service, url, log }
}
