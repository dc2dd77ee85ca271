import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { publicOrigin } from '#lib/console/settings.ts'

/** 12 hours, in seconds: no session lives longer, however busy. */
export const absoluteSeconds = 12 * 3600

/** 15 minutes, in milliseconds: a session that is not used for so long is over. */
export const idleMs = 15 * 60_000

/** The cookie's name; behind https the browser itself then refuses one planted by another host. */
export function sessionCookieName(): string {
  return isSecure() ? '__Host-console_session' : 'console_session'
}

/** True when browsers reach the console over https. */
export function isSecure(): boolean {
  return publicOrigin().startsWith('https:')
}

/** The session token inside a signed cookie's value, or undefined when the signature is not ours. */
export async function readSessionToken(cookie: string | undefined): Promise<string | undefined> {
  // The value is `token.signature`; the framework may or may not have undone its percent-encoding.
  const text = cookie?.includes('%') ? safeDecode(cookie) : cookie
  const dot = text?.lastIndexOf('.') ?? -1
  if (!text || dot < 1) return undefined
  const token = text.slice(0, dot)
  const expected = createHmac('sha256', await cookieKey())
    .update(token)
    .digest()
  const given = Buffer.from(text.slice(dot + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
