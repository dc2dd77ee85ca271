import 'server-only'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { publicOrigin } from '#lib/console/settings.ts'

/** 12 hours, in seconds: the maximum life of a session. */
export const absoluteSeconds = 12 * 3600

/** 15 minutes, in milliseconds: an unused session ends after this time. */
export const idleMs = 15 * 60_000

/**
 * The cookie's name; with https, its prefix makes the browser refuse a cookie that another host
 * sets.
 */
export function sessionCookieName(): string {
  return isSecure() ? '__Host-console_session' : 'console_session'
}

/** True if browsers use https. */
export function isSecure(): boolean {
  return publicOrigin().startsWith('https:')
}

/** The session token from a signed cookie's value; undefined if the signature is not ours. */
export async function readSessionToken(cookie: string | undefined): Promise<string | undefined> {
  // The value is `token.signature`. The framework may or may not have decoded its percent-encoding.
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
