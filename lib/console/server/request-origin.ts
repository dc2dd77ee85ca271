// Without `server-only`: the front server, which runs outside Next's bundle, also uses these rules.

/**
 * The header with the client's address from our front server, which overwrites a client's value.
 */
export const clientAddressHeader = 'x-console-client-address'

/** The header with the requested path and query. A layout needs it to return here after sign-in. */
export const pathHeader = 'x-console-path'

/** The origin of an http or https address; undefined for any other text. */
export function readOrigin(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** The header fields that show whether a request comes from one of our own pages. */
export type OriginHeaders = {
  origin?: string | null
  host?: string | null
  fetchSite?: string | null
}

/**
 * True if a state-changing request comes from a page of this console: its Origin is the target's
 * origin (or the public one), and the browser does not call it cross-site. A request without an
 * Origin is refused, because every current browser sends one with a POST. Under our no-referrer
 * policy a plain form sends the Origin `null`; then only the browser's own same-origin mark counts,
 * which a page cannot forge.
 */
export function isOwnOrigin(headers: OriginHeaders, publicOrigin?: string): boolean {
  const { origin, host, fetchSite } = headers
  if (!origin || !host) return false
  if (origin === 'null') return fetchSite === 'same-origin'
  if (fetchSite && fetchSite !== 'same-origin') return false
  if (publicOrigin && origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
