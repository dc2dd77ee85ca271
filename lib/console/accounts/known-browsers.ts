import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { now } from '#lib/console/clock.ts'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { isSecure } from './session-cookie.ts'

/** 90 days, in seconds: a browser that has not signed in for this time is no longer known. */
export const knownBrowserSeconds = 90 * 86_400

// Colleagues may share a browser. The cookie holds the newest of them.
const maxAccounts = 8

/**
 * The cookie's name. It opens nothing: it only gives its browser a budget of sign-in attempts of
 * its own.
 */
export function knownBrowsersCookieName(): string {
  return isSecure() ? '__Host-console_known' : 'console_known'
}

/**
 * The random id that this browser got when it signed in to this account; undefined if the account
 * does not know it.
 */
export async function knownBrowser(
  cookie: string | undefined,
  email: string,
): Promise<string | undefined> {
  for (const entry of entriesOf(cookie)) {
    const id = await idOf(entry, email)
    if (id) return id
  }
  return undefined
}

/**
 * The cookie's next value after a sign-in: this account's entry is new, with the id that it had.
 */
export async function withKnownBrowser(cookie: string | undefined, email: string): Promise<string> {
  const others: string[] = []
  let known: string | undefined
  for (const entry of entriesOf(cookie)) {
    const id = await idOf(entry, email)
    if (id) known ??= id
    else others.push(entry)
  }
  const id = known ?? randomBytes(16).toString('base64url')
  const issued = String(Math.floor(now() / 1000))
  const own = `${id}.${issued}.${(await macOf(email, id, issued)).toString('base64url')}`
  return [own, ...others.slice(0, maxAccounts - 1)].join('~')
}

function entriesOf(cookie: string | undefined): string[] {
  return (cookie ?? '').split('~').filter(Boolean).slice(0, maxAccounts)
}

async function idOf(entry: string, email: string): Promise<string | undefined> {
  const [id, issued, mac] = entry.split('.')
  if (!id || !issued || !mac || !(Number(issued) * 1000 > now() - knownBrowserSeconds * 1000))
    return undefined
  const [expected, given] = [await macOf(email, id, issued), Buffer.from(mac, 'base64url')]
  return given.length === expected.length && timingSafeEqual(given, expected) ? id : undefined
}

async function macOf(email: string, id: string, issued: string): Promise<Buffer> {
  return createHmac('sha256', await cookieKey())
    .update(`known browser\n${email.trim().toLowerCase()}\n${id}\n${issued}`)
    .digest()
}
