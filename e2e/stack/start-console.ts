import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort } from '#lib/core/ports.ts'
import { type Service, startService, waitForHealth } from '#lib/commands/service.ts'
import { namedDatabase } from '#lib/core/test-database.testing.ts'
import { migratedConsole } from '#lib/commands/templates.testing.ts'

export type ConsoleInstance = {
  service: Service
  /** The process of its worker, if it has one. */
  workerPid?: number | undefined
  url: string
  log: string
  databaseUrl: string
}

export type ConsoleOptions = {
  /** The parent of its data folder and its log. */
  folder: string
  name: string
  /** The sandbox that it uses. */
  sandboxPort: number
  env?: Record<string, string>
  /** The port; a free one by default. */
  port?: number
  /** With a process of its own for the work of the worker, as `npm start` has. */
  hasWorker?: boolean
}

/**
 * Starts the built console on a free loopback port with the demo accounts, and waits until it
 * serves.
 */
export async function startConsole({
  folder,
  name,
  sandboxPort,
  env,
  hasWorker = false,
  ...options
}: ConsoleOptions): Promise<ConsoleInstance> {
  const port = options.port ?? (await findFreePort())
  const log = path.join(folder, `console-${name}.log`)
  const dataDir = path.join(folder, `console-${name}`)
  placeCodeList(dataDir)
  const databaseUrl = await namedDatabase(`console-${name}`, migratedConsole)
  const begin = async (service: string, at: number, part: string | undefined) => {
    const begun = startService(service, 'lib/commands/console-server.ts', {
      log,
      patienceMs: 16_000,
      env: {
        NODE_ENV: 'production',
        PORT: String(at),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: dataDir,
        DEMO_ACCOUNTS: '1',
        // The organization's days are the sandbox's, which are those of UTC.
        TZ: 'Africa/Abidjan',
        ...rootKeyOf(folder, name),
        DATABASE_URL: databaseUrl,
        CONSOLE_ALONE: '1',
        CONSOLE_PARTS: part,
        PARTNER_BASE_URL: undefined,
        ...env,
      },
    })
    await waitForHealth(begun, `http://127.0.0.1:${at}/api/health`, 120)
    return begun
  }
  const web = await begin(`The console (${name})`, port, hasWorker ? 'web' : undefined)
  const worker = hasWorker && (await begin(`The worker (${name})`, await findFreePort(), 'worker'))
  const stop = async () => void (await Promise.all([web.stop(), worker && worker.stop()]))
  const workerPid = worker ? worker.pid : undefined
  return { service: { ...web, stop }, workerPid, url: `http://127.0.0.1:${port}`, log, databaseUrl }
}

/**
 * The environment of the root key: one for this run. The tests leave this clone's key file alone.
 */
export function rootKeyOf(folder: string, name: string): Record<string, string> {
  return {
    CONSOLE_ROOT_KEY: '5f'.repeat(32),
    CONSOLE_ROOT_KEY_FILE: path.join(folder, `console-${name}.key`),
  }
}

// An invented list in the form of CMS, for a long past year, so it adds no findings to other tests'
// captures.
function placeCodeList(dataDir: string): void {
  const lines = [
    '00001 E11     0 Made-up head                                                 Made-up head',
    '00002 E119    1 Made-up disease                                              Made-up disease',
  ]
  mkdirSync(path.join(dataDir, 'code-lists'), { recursive: true })
  writeFileSync(path.join(dataDir, 'code-lists', 'icd10cm-order-2016.txt'), lines.join('\n'))
}
