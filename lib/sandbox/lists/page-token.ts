import { createHash, createHmac } from 'node:crypto'
import { refuseFields } from '#lib/sandbox/http/refusal.ts'
import { sameText } from '#lib/sandbox/http/same-text.ts'

/** A place in a list: beside the row with this sort value and seq, in this walk, looking this way. */
export type Position = {
  /** 1: the records that match all ranked sorts, 2: all but one, and so on. A list without ranked sorts has walk 2 only. */
  walk: number
  direction: 'next' | 'prev'
  sortValue: string | number
  seq: number
}

/**
 * What a token is bound to: the operation, the key and every parameter but `limit` and `page_token`. A parameter with its
 * value of `defaults` is the same as one that is left out. ASSUMED: spelled-out-defaults
 */
export type TokenScope = { operationId: string; keyName: string; filters: object; defaults?: Record<string, unknown> }

/** An opaque page token: the position, signed together with what it belongs to. */
export function writeToken(position: Position, scope: TokenScope, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([position.walk, position.direction, position.sortValue, position.seq]),
  ).toString('base64url')
  return `${payload}.${sign(payload, scope, secret)}`
}

/** Whether a text has the form of a token; whose it is shows only beside the parameters of its walk. */
export function isTokenShaped(text: string): boolean {
  return /^[\w-]+\.[\w-]{27}$/.test(text)
}

/** The position of a token; 422 when it was changed, or made for another operation, key or set of filters. */
export function readToken(token: string, scope: TokenScope, secret: string): Position {
  const [payload = '', signature = ''] = token.split('.')
  if (!sameText(signature, sign(payload, scope, secret))) {
    throw refuseFields([{ path: 'page_token', message: 'is not a token of this list' }])
  }
  const [walk, direction, sortValue, seq] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    number,
    'next' | 'prev',
    string | number,
    number,
  ]
  return { walk, direction, sortValue, seq }
}

function sign(payload: string, scope: TokenScope, secret: string): string {
  const { limit, page_token, ...filters } = scope.filters as Record<string, unknown>
  const sorted = JSON.stringify(
    Object.entries(filters)
      .filter(([name, value]) => value !== undefined && value !== null && value !== scope.defaults?.[name])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const bound = createHash('sha256')
    .update(JSON.stringify([scope.operationId, scope.keyName, sorted]))
    .digest('base64url')
  return createHmac('sha256', secret).update(`page:${payload}:${bound}`).digest('base64url').slice(0, 27)
}
