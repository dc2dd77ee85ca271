import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { Secret } from '#lib/console/connections/secret.ts'
import { exchange, type Limits } from './http-exchange.ts'

type Token = { secret: Secret; until: number }
const tokens = new Map<string, Promise<Token>>()

/** Why no token could be had: the partner's refusal of the client credentials. */
export class CredentialsRefused extends Error {}

/**
 * The bearer secret of a connection: its API key, or a token for its client credentials, kept until shortly before
 * it ends. Several requests at once share one exchange.
 */
export async function bearerOf(connection: Connection, limits: Limits): Promise<Secret> {
  if (connection.auth.kind === 'api_key') return connection.openKey()
  const place = placeOf(connection)
  const pending = tokens.get(place)
  const kept = await pending?.catch(() => undefined)
  if (kept && kept.until > now()) return kept.secret
  // Another request may have begun a new exchange while this one waited.
  if (tokens.get(place) !== pending) return bearerOf(connection, limits)
  const fresh = fetchToken(connection, connection.auth.clientId, limits)
  tokens.set(place, fresh)
  fresh.catch(() => tokens.get(place) === fresh && tokens.delete(place))
  return (await fresh).secret
}

/** Drops a token that the partner no longer takes. Answers false when there is none to drop: the key itself is refused. */
export function dropToken(connection: Connection): boolean {
  return tokens.delete(placeOf(connection))
}

async function fetchToken(connection: Connection, clientId: string, limits: Limits): Promise<Token> {
  const secret = await connection.openKey()
  const body = JSON.stringify({ client_id: clientId, client_secret: secret.reveal() })
  const url = new URL(`${connection.baseUrl}/api/auth/v2/token`)
  const answer = await exchange({ method: 'POST', url, headers: { accept: 'application/json' }, body, limits })
  if (answer.status !== 200) throw new CredentialsRefused()
  const reply = readToken(answer.text)
  if (!reply) throw new CredentialsRefused()
  // A minute early, so that a token does not end on its way; a very short one is used for half its life.
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

// A token goes to both addresses, so with another of either it is not sent: the key is opened anew for them.
function placeOf({ id, keyFingerprint, baseUrl, preEncounterUrl }: Connection): string {
  return `${id} ${keyFingerprint} ${baseUrl} ${preEncounterUrl}`
}
