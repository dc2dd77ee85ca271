import path from 'node:path'
import type { Part } from '#lib/console/settings.ts'
import type { OwnDatabase } from './database.ts'
import { root } from './shell.ts'

/**
 * The settings of `npm start` from the environment; the console and the sandbox read others
 * themselves.
 */
export type Settings = {
  port: number
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

/** The settings of an environment, with defaults. Throws an Error with a message for a person. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const embeddedSandbox = !env.PARTNER_BASE_URL
  return {
    parts: readParts(env),
    port: readPort('PORT', env.PORT, 3000),
    sandboxPort: readPort('SANDBOX_PORT', env.SANDBOX_PORT, 5050),
    dataDir: path.resolve(root, env.DATA_DIR || '.data'),
    embeddedSandbox,
    ownDatabases: [
      ...(env.DATABASE_URL ? [] : (['console'] as const)),
      ...(env.SANDBOX_DATABASE_URL || !embeddedSandbox ? [] : (['sandbox'] as const)),
    ],
    demoAccounts: env.DEMO_ACCOUNTS ? env.DEMO_ACCOUNTS === '1' : embeddedSandbox,
  }
}

function readPort(name: string, text: string | undefined, otherwise: number): number {
  if (!text) return otherwise
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name} must be a port between 1 and 65535, not "${text}".`)
  return port
}

function readParts({
  CONSOLE_PARTS: only,
  DATABASE_URL,
  PARTNER_BASE_URL,
}: NodeJS.ProcessEnv): Part[] {
  if (!only) return ['web', 'worker']
  if (only !== 'web' && only !== 'worker')
    throw new Error(
      `CONSOLE_PARTS must be web or worker, not "${only}". Leave it out to start both.`,
    )
  if (!DATABASE_URL || !PARTNER_BASE_URL)
    throw new Error(
      'CONSOLE_PARTS needs DATABASE_URL and PARTNER_BASE_URL: both parts must find the same.',
    )
  return [only]
}
