import 'server-only'
import { isIP } from 'node:net'
import { Client } from 'pg'
import { isLoopback } from '#lib/console/connections/connection-labels.ts'
import { isOnThisMachine, type Connection } from '#lib/console/connections/connections.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { StartProblem } from './start-problem.ts'

/**
 * Why patient data of this connection's partner would cross a network unencrypted, in words for the
 * operator; undefined if it would not. A partner on this machine has no real patients.
 * CONSOLE_ALLOW_CLEARTEXT permits either way by name.
 */
export function clearTextProblem(
  connection: Pick<Connection, 'baseUrl' | 'preEncounterUrl'>,
): string | undefined {
  if (isOnThisMachine(connection)) return undefined
  const allowed = (process.env.CONSOLE_ALLOW_CLEARTEXT ?? '').split(',').map((word) => word.trim())
  const origin = publicOrigin()
  if (!allowed.includes('browsers') && !origin.startsWith('https:') && !isLoopback(origin))
    return 'CONSOLE_ORIGIN is an http address, so patient data would reach browsers unencrypted. Put a TLS proxy in front and give its https address. CONSOLE_ALLOW_CLEARTEXT=browsers permits it, for a network that is encrypted itself.'
  const addresses = [process.env.DATABASE_URL, process.env.DATABASE_MIGRATION_URL]
  if (
    !allowed.includes('database') &&
    addresses.some((address) => address && !isProtected(address))
  )
    return 'PostgreSQL is on another machine, and its address does not demand TLS with a checked certificate. Add sslmode=verify-full to DATABASE_URL and DATABASE_MIGRATION_URL. CONSOLE_ALLOW_CLEARTEXT=database permits it, for a network that is encrypted itself.'
  return undefined
}

/**
 * At the start: throws a StartProblem for a partner whose patient data would cross a network
 * unencrypted.
 */
export function refuseClearText(connection: Connection): void {
  const problem = clearTextProblem(connection)
  if (problem) throw new StartProblem(problem)
}

// Over a socket, on this machine, or by TLS that checks the certificate, as the driver itself reads
// the address.
function isProtected(address: string): boolean {
  const { host, ssl } = new Client({ connectionString: address }) as { host: string; ssl: unknown }
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true
  if (isIP(host) === 4 && host.startsWith('127.')) return true
  const isChecked = (ssl as { rejectUnauthorized?: boolean } | null)?.rejectUnauthorized !== false
  return Boolean(ssl) && isChecked
}
