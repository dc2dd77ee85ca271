import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { exchange, type Limits } from './http-exchange.ts'

type Token = { secret: Secret; until: number }
const tokens = new Map<string, Promise<Token>>()

/** The partner refused the client credentials, so there is no token. */
export class CredentialsRefused extends Error {}

/**
 * The bearer secret of a connection: its API key, or a token for its client credentials. A token is
 * cached until shortly before it expires. Concurrent requests share one token request.
 */
export async function bearerOf(connection: Connection, limits: Limits): Promise<Secret> {
  if (connection.auth.kind === 'api_key') return connection.openKey()
  const cacheKey = cacheKeyOf(connection)
  const pending = tokens.get(cacheKey)
  const cached = await pending?.catch(() => undefined)
  if (cached && cached.until > now()) return cached.secret
  // Another request may have started a new token request while this one waited.
  if (tokens.get(cacheKey) !== pending) return bearerOf(connection, limits)
  const fresh = fetchToken(connection, connection.auth.clientId, limits)
  tokens.set(cacheKey, fresh)
  fresh.catch(() => tokens.get(cacheKey) === fresh && tokens.delete(cacheKey))
  return (await fresh).secret
}

/**
 * Drops the cached token after a 401. Returns false if there is none: then the partner refused the
 * API key itself.
 */
export function dropToken(connection: Connection): boolean {
  return tokens.delete(cacheKeyOf(connection))
}

async function fetchToken(
  connection: Connection,
  clientId: string,
  limits: Limits,
): Promise<Token> {
  const secret = await connection.openKey()
  const body = JSON.stringify({ client_id: clientId, client_secret: secret.reveal() })
  const url = new URL(`${connection.baseUrl}/api/auth/v2/token`)
  const answer = await exchange({
    method: 'POST',
    url,
    headers: { accept: 'application/json' },
    body,
    limits,
  })
  if (answer.status !== 200) throw new CredentialsRefused()
  const reply = readToken(answer.text)
  if (!reply) throw new CredentialsRefused()
  // A token is replaced a minute early, so that it does not expire on its way; a very short one
  // after half its life.
  const lifeMs = Math.max(reply.seconds - 60, reply.seconds / 2) * 1_000
  return { secret: new Secret(reply.token), until: now() + lifeMs }
}

function readToken(text: string): { token: string; seconds: number } | undefined {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text) as {
      access_token?: unknown
      expires_in?: unknown
    }
    return typeof token === 'string' && typeof seconds === 'number' ? { token, seconds } : undefined
  } catch {
    return undefined
  }
}

// A token is sent to both addresses of the connection. After a change of either, a new token is
// requested.
function cacheKeyOf({ id, keyFingerprint, baseUrl, preEncounterUrl }: Connection): string {
  return `${id} ${keyFingerprint} ${baseUrl} ${preEncounterUrl}`
}
