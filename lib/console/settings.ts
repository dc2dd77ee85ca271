import 'server-only'
import { isIP } from 'node:net'
import path from 'node:path'
import { readOrigin } from './server/request-origin.ts'
import { StartProblem } from './server/start-problem.ts'
import { isLoopback } from './connections/connection-labels.ts'

/**
 * The folder of the console's files: the code lists, the trail's end and, with a server of our own,
 * the databases.
 */
export function dataFolder(): string {
  return path.resolve(/* turbopackIgnore: true */ process.env.DATA_DIR ?? '.data')
}

/** The PostgreSQL address of the console's data. `npm start` sets it to that of its own server. */
export function databaseUrl(): string {
  const url = process.env.DATABASE_URL
  if (!url)
    throw new StartProblem('DATABASE_URL names no database. Start the console with npm start.')
  return url
}

/**
 * True if no second console can use the database: then no other process runs the jobs of an ended
 * one. `npm start` sets it.
 */
export function isOnlyProcess(): boolean {
  return process.env.CONSOLE_ALONE === '1'
}

/**
 * The work of a process: `web` answers people, `worker` runs jobs, the queue's reading and the
 * sweep.
 */
export type Part = 'web' | 'worker'

/**
 * True if this process does this work. `CONSOLE_PARTS` names the only part of a process; without it
 * a process does both.
 */
export function takes(part: Part): boolean {
  const only = process.env.CONSOLE_PARTS
  if (only && only !== 'web' && only !== 'worker')
    throw new StartProblem(
      'CONSOLE_PARTS is neither web nor worker. Leave it out for a process that does both.',
    )
  return !only || only === part
}

/** The folder in which an administrator places the yearly code lists of CMS. */
export function codeListsPlace(): string {
  return path.join(dataFolder(), 'code-lists')
}

/** The folder of the audit trail's sealed archives. */
export function archivesPlace(): string {
  return process.env.AUDIT_ARCHIVE_DIR
    ? path.resolve(process.env.AUDIT_ARCHIVE_DIR)
    : path.join(dataFolder(), 'audit-archives')
}

/**
 * The origin that browsers use, without a trailing slash. `CONSOLE_ORIGIN` names it behind a TLS
 * proxy. Throws a StartProblem if it names none.
 */
export function publicOrigin(): string {
  const address = process.env.CONSOLE_ORIGIN
  if (!address) return `http://127.0.0.1:${process.env.PORT ?? '3000'}`
  const origin = readOrigin(address)
  if (origin === undefined)
    throw new StartProblem(
      'CONSOLE_ORIGIN is not a web address. Write the one that browsers use, with its beginning, such as https://console.example.',
    )
  return origin
}

/**
 * Every origin whose pages may sign in: the public one, and on this machine any spelling and port
 * of the request (a container's forwarded port differs from ours). The front server has already
 * refused foreign hosts.
 */
export function trustedOrigins(host: string | null | undefined): string[] {
  const own =
    host && URL.canParse(`http://${host}`) && isLoopback(`http://${host}`) ? [`http://${host}`] : []
  return [publicOrigin(), ...own]
}

/**
 * Where passkeys work for a request that was sent to `host`: the page's origin and its host name.
 * Undefined at an IP address, where browsers know no passkeys.
 */
export function passkeyPlace(
  host: string | null,
): { origin: string; hostname: string } | undefined {
  const origin = trustedOrigins(host).at(-1)!
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/[[\]]/g, '')) === 0 ? { origin, hostname } : undefined
}

const leastToken = 16

/**
 * What a reader of /api/metrics sends as its bearer token; undefined where there are no metrics.
 * Throws a StartProblem for a token that can be guessed.
 */
export function metricsToken(): string | undefined {
  const token = process.env.METRICS_TOKEN
  if (!token) return undefined
  if (token.length < leastToken)
    throw new StartProblem(`METRICS_TOKEN is too short: at least ${leastToken} characters.`)
  return token
}

/** False in a release, which has no sandbox. Its start sets CONSOLE_SANDBOX. */
export function hasSandbox(): boolean {
  return process.env.CONSOLE_SANDBOX !== '0'
}

/** The embedded sandbox's address; it follows SANDBOX_PORT at each start. */
export function sandboxAddress(): string {
  return `http://127.0.0.1:${process.env.SANDBOX_PORT ?? '5050'}`
}
