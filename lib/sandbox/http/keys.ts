import { createHmac } from 'node:crypto'
import { sameText } from './same-text.ts'

/** Who calls: the name of the key, what it may do and which billing NPIs it sees. */
export type Caller = { name: string; mayWrite: boolean; scope: 'all' | 'three-npis' }

// The sandbox's keys are published on purpose: they open nothing but demo data.
const callers: Record<string, Caller> = {
  'sandbox-full': { name: 'sandbox-full', mayWrite: true, scope: 'all' },
  'sandbox-scoped': { name: 'sandbox-scoped', mayWrite: true, scope: 'three-npis' },
  'sandbox-readonly': { name: 'sandbox-readonly', mayWrite: false, scope: 'all' },
}

/** The client credentials that the sandbox takes; as public as its keys. */
export const client = { id: 'sandbox-client', secret: 'sandbox-secret' }

/** How long a token lives, in seconds: five hours, as public documents say. */
export const tokenSeconds = 5 * 60 * 60

/** A bearer token for the right client credentials, undefined for wrong ones. `now` is in epoch milliseconds. */
export function issueToken(clientId: string, clientSecret: string, secret: string, now: number): string | undefined {
  if (clientId !== client.id || clientSecret !== client.secret) return undefined
  const expires = String(now + tokenSeconds * 1000)
  return `sandbox-token.${expires}.${sign(expires, secret)}`
}

/** The caller behind an Authorization header; undefined when it names no key and no living token. */
export function callerOf(authorization: string | undefined, secret: string, now: number): Caller | undefined {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (key === undefined) return undefined
  if (Object.hasOwn(callers, key)) return callers[key]
  const [kind, expires = '', signature = ''] = key.split('.')
  if (kind !== 'sandbox-token' || !sameText(signature, sign(expires, secret)) || Number(expires) <= now)
    return undefined
  return { name: client.id, mayWrite: true, scope: 'all' }
}

function sign(expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`token:${expires}`).digest('base64url')
}
