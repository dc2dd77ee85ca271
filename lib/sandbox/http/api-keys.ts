import { createHmac, randomBytes } from 'node:crypto'
import { isSameText } from '#lib/core/same-text.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'

/**
 * The caller of a request: the name of its API key, whether it may write, and its scope of billing
 * NPIs.
 */
export type Caller = { name: string; mayWrite: boolean; scope: 'all' | 'three-npis' }

// The sandbox's keys are public on purpose: they give access to demo data only.
const callers: Record<string, Caller> = {
  'sandbox-full': { name: 'sandbox-full', mayWrite: true, scope: 'all' },
  'sandbox-scoped': { name: 'sandbox-scoped', mayWrite: true, scope: 'three-npis' },
  'sandbox-readonly': { name: 'sandbox-readonly', mayWrite: false, scope: 'all' },
}

/** The client credentials of the sandbox; they are public like its keys. */
export const client = { id: 'sandbox-client', secret: 'sandbox-secret' }

/** The lifetime of a token in seconds: five hours, as public documents say. */
export const tokenSeconds = 5 * 60 * 60

/**
 * A bearer token for the client credentials; undefined if they are wrong. `now` is in epoch
 * milliseconds.
 */
export function issueToken(
  clientId: string,
  clientSecret: string,
  secret: string,
  now: number,
): string | undefined {
  if (clientId !== client.id || clientSecret !== client.secret) return undefined
  const expires = String(now + tokenSeconds * 1000)
  return `sandbox-token.${expires}.${sign(expires, secret)}`
}

/**
 * The caller of an Authorization header; undefined if it holds neither a known key nor a valid
 * token.
 */
export function callerOf(
  authorization: string | undefined,
  secret: string,
  now: number,
): Caller | undefined {
  const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (key === undefined) return undefined
  if (Object.hasOwn(callers, key)) return callers[key]
  const [kind, expires = '', signature = ''] = key.split('.')
  if (
    kind !== 'sandbox-token' ||
    !isSameText(signature, sign(expires, secret)) ||
    Number(expires) <= now
  )
    return undefined
  return { name: client.id, mayWrite: true, scope: 'all' }
}

function sign(expires: string, secret: string): string {
  return createHmac('sha256', secret).update(`token:${expires}`).digest('base64url')
}

/** The billing NPIs in a key's scope; undefined for a key that sees all records. */
export type Scope = ReadonlySet<string> | undefined

/** The scope of a key. The scoped key has the first three billing providers of the organisation. */
export async function scopeOf({ run }: { run: RunSql }, caller: Caller): Promise<Scope> {
  if (caller.scope === 'all') return undefined
  const rows = await run<{ npi: string }>(
    'select npi from organization_providers where is_billing order by seq limit 3',
  )
  return new Set(rows.map(({ npi }) => npi))
}

/**
 * True if the scope includes a record with this billing NPI.
 * ASSUMED: scope-without-npi
 */
export function isInScope(scope: Scope, npi: string): boolean {
  return scope === undefined || npi === '' || scope.has(npi)
}

/** The secret that signs tokens. It is created once and stored in the database. */
export async function tokenSecret(run: RunSql): Promise<string> {
  await run(
    `insert into sandbox_facts (key, value) values ('secret', $1) on conflict (key) do nothing`,
    [randomBytes(32).toString('base64url')],
  )
  const [row] = await run<{ value: string }>(`select value from sandbox_facts where key = 'secret'`)
  return row!.value
}
