import 'server-only'
import { isIP } from 'node:net'
import path from 'node:path'
import { isLoopback } from './connections/connection-labels.ts'

/** The folder of the embedded databases and the code lists. */
export function dataFolder(): string {
  return path.resolve(process.env.DATA_DIR ?? '.data')
}

/** The place of the console's data: a PostgreSQL address, or the PGlite directory. */
export function databasePlace(): { url: string } | { directory: string } {
  const url = process.env.DATABASE_URL
  return url ? { url } : { directory: path.join(dataFolder(), 'console') }
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

/** The origin that browsers use, without a trailing slash. `CONSOLE_ORIGIN` names it behind a TLS proxy. */
export function publicOrigin(): string {
  return process.env.CONSOLE_ORIGIN
    ? new URL(process.env.CONSOLE_ORIGIN).origin
    : `http://127.0.0.1:${process.env.PORT ?? '3000'}`
}

/**
 * Every origin whose pages may sign in: the public one, and on this machine any spelling and port of the request (a
 * container's forwarded port differs from ours). The front server has already refused foreign hosts.
 */
export function trustedOrigins(host: string | null | undefined): string[] {
  const own = host && URL.canParse(`http://${host}`) && isLoopback(`http://${host}`) ? [`http://${host}`] : []
  return [publicOrigin(), ...own]
}

/**
 * Where passkeys work for a request that was sent to `host`: the page's origin and its host name. Undefined at an IP
 * address, where browsers know no passkeys.
 */
export function passkeyPlace(host: string | null): { origin: string; hostname: string } | undefined {
  const origin = trustedOrigins(host).at(-1)!
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/[[\]]/g, '')) === 0 ? { origin, hostname } : undefined
}

/** The embedded sandbox's address; it follows SANDBOX_PORT at each start. */
export function sandboxAddress(): string {
  return `http://127.0.0.1:${process.env.SANDBOX_PORT ?? '5050'}`
}
