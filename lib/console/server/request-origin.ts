// Without `server-only`: the front server, which runs outside Next's bundle, uses these rules too.

/** The header that carries the client's address from our front server; what a client sends under it is overwritten. */
export const clientAddressHeader = 'x-console-client-address'

/** The header that carries the path and query asked for: a layout cannot see them otherwise, to come back after sign-in. */
export const pathHeader = 'x-console-path'

/** The header fields that decide whether a request comes from one of our own pages. */
export type OriginHeaders = { origin?: string | null; host?: string | null; fetchSite?: string | null }

/**
 * True when a state-changing request comes from a page of this console: it names its origin, that origin is the one it
 * was sent to (or the public one), and the browser does not call it cross-site. A request without an Origin is refused:
 * every current browser sends one with a POST. Under our no-referrer policy a plain form sends the Origin `null`; then
 * only the browser's own word that page and target are one origin counts, which a page cannot write.
 */
export function isOwnOrigin(headers: OriginHeaders, publicOrigin?: string): boolean {
  const { origin, host, fetchSite } = headers
  if (!origin || !host) return false
  if (origin === 'null') return fetchSite === 'same-origin'
  if (fetchSite && fetchSite !== 'same-origin') return false
  if (publicOrigin && origin === publicOrigin) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
