import 'server-only'
import path from 'node:path'

/** Where the console keeps its data: a PostgreSQL address, or the PGlite directory. */
export function databasePlace(): { url: string } | { directory: string } {
  const url = process.env.DATABASE_URL
  return url ? { url } : { directory: path.resolve(process.env.DATA_DIR ?? '.data', 'console') }
}

/** The origin that browsers use, without a trailing slash. `CONSOLE_ORIGIN` names it behind a TLS proxy. */
export function publicOrigin(): string {
  return process.env.CONSOLE_ORIGIN ? new URL(process.env.CONSOLE_ORIGIN).origin : `http://127.0.0.1:${process.env.PORT ?? '3000'}`
}

/** Every origin whose pages may sign in: the public one, and on this machine both spellings of it. */
export function trustedOrigins(): string[] {
  const origin = publicOrigin()
  const { hostname, port, protocol } = new URL(origin)
  return hostname === '127.0.0.1' ? [origin, `${protocol}//localhost${port ? `:${port}` : ''}`] : [origin]
}

/** The embedded sandbox's address; it follows SANDBOX_PORT from start to start. */
export function sandboxAddress(): string {
  return `http://127.0.0.1:${process.env.SANDBOX_PORT ?? '5050'}`
}
