import path from 'node:path'
import type { Part } from '#lib/console/settings.ts'
import type { OwnDatabase } from './database.ts'
import { isRelease, root } from './shell.ts'

/**
 * The settings of `npm start` from the environment; the console and the sandbox read others
 * themselves.
 */
export type Settings = {
  host: string
  port: number
  /**
   * The worker's own port beside the console; undefined for any free one, and for a part alone,
   * which is at `port`.
   */
  workerPort: number | undefined
  sandboxPort: number
  /** Absolute. */
  dataDir: string
  /** False if PARTNER_BASE_URL names a partner. */
  embeddedSandbox: boolean
  demoAccounts: boolean
  /** The databases that our own server holds, because the environment names no other. */
  ownDatabases: OwnDatabase[]
  /** The processes of the console to start. */
  parts: readonly Part[]
}

/**
 * Settings without which no address can show a page, with a message for a person. The next start
 * would end in the same way.
 */
export class UnusableSettings extends Error {}

/**
 * The settings of an environment, with defaults. Throws UnusableSettings. A release has neither a
 * database server nor a sandbox; its console says what is missing.
 */
export function readSettings(env: NodeJS.ProcessEnv, isOfRelease = isRelease): Settings {
  const embeddedSandbox = !isOfRelease && !env.PARTNER_BASE_URL
  const parts = readParts(env, isOfRelease)
  const port = readPort('PORT', env.PORT, 3000)
  return {
    parts,
    host: readHost(env),
    port,
    workerPort: parts.length === 1 ? undefined : readWorkerPort(env, port, isOfRelease),
    sandboxPort: readPort('SANDBOX_PORT', env.SANDBOX_PORT, 5050),
    dataDir: path.resolve(root, env.DATA_DIR || '.data'),
    embeddedSandbox,
    ownDatabases: [
      ...(isOfRelease || env.DATABASE_URL ? [] : (['console'] as const)),
      ...(env.SANDBOX_DATABASE_URL || !embeddedSandbox ? [] : (['sandbox'] as const)),
    ],
    demoAccounts: env.DEMO_ACCOUNTS ? env.DEMO_ACCOUNTS === '1' : embeddedSandbox,
  }
}

// Of a release, Prometheus must find it. PORT + 1 may be the port of a second console.
const workerAbove = 1_000

function readWorkerPort(
  { WORKER_PORT: text }: NodeJS.ProcessEnv,
  port: number,
  isOfRelease: boolean,
): number | undefined {
  const workerPort = readPort('WORKER_PORT', text, isOfRelease ? port + workerAbove : undefined)
  if (workerPort === port)
    throw new UnusableSettings(
      `PORT and WORKER_PORT are both ${port}. Set WORKER_PORT to another one.`,
    )
  if (workerPort !== undefined && workerPort > 65_535)
    throw new UnusableSettings(
      `PORT ${port} leaves no port ${workerAbove} above it for the worker. Set WORKER_PORT to another one.`,
    )
  return workerPort
}

function readPort<Default extends number | undefined>(
  name: string,
  text: string | undefined,
  otherwise: Default,
): number | Default {
  if (!text) return otherwise
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new UnusableSettings(`${name} must be a port between 1 and 65535, not "${text}".`)
  return port
}

/**
 * The address on which a process listens: this machine's own, or with CONSOLE_HOST=0.0.0.0 (:: with
 * IPv6) every one, for a container or a proxy elsewhere. Its own name there always reaches it.
 * Throws UnusableSettings.
 */
export function readHost({ CONSOLE_HOST: host }: NodeJS.ProcessEnv): string {
  if (!host) return '127.0.0.1'
  if (host !== '127.0.0.1' && host !== '0.0.0.0' && host !== '::')
    throw new UnusableSettings(
      `CONSOLE_HOST must be 127.0.0.1, or 0.0.0.0 or :: for every address, not "${host}".`,
    )
  return host
}

function readParts(
  { CONSOLE_PARTS: only, DATABASE_URL, PARTNER_BASE_URL }: NodeJS.ProcessEnv,
  isOfRelease: boolean,
): Part[] {
  if (!only) return ['web', 'worker']
  if (only !== 'web' && only !== 'worker')
    throw new UnusableSettings(
      `CONSOLE_PARTS must be web or worker, not "${only}". Leave it out to start both.`,
    )
  // A release starts no sandbox that one part alone would find.
  if (!isOfRelease && (!DATABASE_URL || !PARTNER_BASE_URL))
    throw new UnusableSettings(
      'CONSOLE_PARTS needs DATABASE_URL and PARTNER_BASE_URL: both parts must find the same.',
    )
  return [only]
}
