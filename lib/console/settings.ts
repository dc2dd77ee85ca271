import 'server-only'
import path from 'node:path'
import { isLoopback } from './connections/connection-labels.ts'

/** Where the console keeps its data: a PostgreSQL address, or the PGlite directory. */
export function databasePlace(): { url: string } | { directory: string } {
  const url = process.env.DATABASE_URL
  return url ? { url } : { directory: path.resolve(process.env.DATA_DIR ?? '.data', 'console') }
}

/** Where an administrator may place the yearly code lists that CMS publishes. */
export function codeListsPlace(): string {
  return path.resolve(process.env.DATA_DIR ?? '.data', 'code-lists')
}

/** The origin that browsers use, without a trailing slash. `CONSOLE_ORIGIN` names it behind a TLS proxy. */
export function publicOrigin(): string {
  return process.env.CONSOLE_ORIGIN
    ? new URL(process.env.CONSOLE_ORIGIN).origin
    : `http://127.0.0.1:${process.env.PORT ?? '3000'}`
}

/**
 * Every origin whose pages may sign in: the public one, and on this machine whichever spelling and port the request
 * was sent to (a forwarded port of a container differs from ours). The front server refuses foreign hosts before.
 */
export function trustedOrigins(host: string | null | undefined): string[] {
  const own = host && URL.canParse(`http://${host}`) && isLoopback(`http://${host}`) ? [`http://${host}`] : []
  return [publicOrigin(), ...own]
}

/** The embedded sandbox's address; it follows SANDBOX_PORT from start to start. */
export function sandboxAddress(): string {
  return `http://127.0.0.1:${process.env.SANDBOX_PORT ?? '5050'}`
}
