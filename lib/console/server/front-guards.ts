// Without `server-only`: the front server runs outside Next's bundle.
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { clientAddressHeader, isOwnOrigin, pathHeader } from './request-origin.ts'

/** The front server's settings. `publicOrigin` is set behind a TLS proxy. */
export type FrontSettings = { isDev: boolean; publicOrigin?: string; trustsForwardedFor: boolean }

/** A refusal that is answered at once, without Next. */
export type Refusal = { status: number; message: string }

// Drafts and some actions contain a whole capture, for which the partner accepts up to 20 MB; the
// other routes contain a password. `withBoundedBody` knows which actions.
const maxActionBytes = 21 * 1024 * 1024
const maxRouteBytes = 16 * 1024
const routeBytes: { [path: string]: number } = {
  '/api/drafts': maxActionBytes,
  '/still-here': 1_024,
  '/setup': maxRouteBytes,
  '/invitation': maxRouteBytes,
}
// Route handlers check the session before they read a body; sign-in, setup and invitations serve
// callers without a session.
const asksItself =
  /^\/(api\/(auth\/[a-z/-]+|drafts|presence|sign-out)|still-here|setup|invitation)$/

/**
 * Refuses what must not reach Next: foreign hosts and origins, unusual methods, unbounded bodies,
 * the image optimizer.
 */
export function refuse(request: IncomingMessage, settings: FrontSettings): Refusal | undefined {
  const { headers, method = 'GET', url = '/' } = request
  // Prometheus in a network of containers knows only their names; no page knows its token.
  if (method === 'GET' && url === '/api/metrics') return undefined
  // Another name that points to this machine must not open the console in its page (DNS rebinding).
  if (!isOwnHost(headers.host, settings))
    return { status: 421, message: 'Unknown host. Behind a proxy, set CONSOLE_ORIGIN.' }
  if (/^\/+_next\/+image/.test(url)) return { status: 404, message: 'Not found.' }
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method !== 'POST' && !(method === 'PUT' && url === '/api/drafts'))
    return { status: 405, message: 'Method not allowed.' }
  const own = {
    origin: headers.origin,
    host: headers.host,
    fetchSite: headers['sec-fetch-site'] as string | undefined,
  }
  if (!isOwnOrigin(own, settings.publicOrigin))
    return { status: 403, message: 'This request did not come from this app.' }
  const limit = routeBytes[url] ?? (url.startsWith('/api/') ? maxRouteBytes : undefined)
  return refuseLength(headers['content-length'], limit ?? maxActionBytes, limit !== undefined)
}

/**
 * True for a request whose body Next would read and decode before our code runs: every server
 * action. Check the session first, so that only signed-in callers' bodies are read.
 */
export function needsSession({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'POST' && !asksItself.test(url)
}

/**
 * The same request with an empty argument list as its body. The caller's body is never read: the
 * action finds no session and answers in the form that its page understands.
 */
export function withoutBody(request: IncomingMessage): IncomingMessage {
  return withBody(request, '[]', { 'content-type': 'text/plain;charset=UTF-8' })
}

/** The same request with this body, and with these headers beside its own. */
export function withBody(
  request: IncomingMessage,
  body: string | Buffer,
  more: Record<string, string> = {},
): IncomingMessage {
  const { method, url, headers, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const { 'transfer-encoding': _encoding, ...otherHeaders } = headers
  const changed = new IncomingMessage(request.socket)
  Object.assign(changed, {
    method,
    url,
    headers: { ...otherHeaders, ...more, 'content-length': String(Buffer.byteLength(body)) },
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
  })
  changed.push(body)
  changed.push(null)
  // Otherwise its end would count as a broken connection.
  changed.complete = true
  return changed
}

// Next forwards some actions to another page without a length; `withBoundedBody` reads those.
function refuseLength(
  length: string | undefined,
  limit: number,
  isRequired: boolean,
): Refusal | undefined {
  if (length === undefined)
    return isRequired ? { status: 411, message: 'Length required.' } : undefined
  return Number(length) <= limit ? undefined : { status: 413, message: 'Too large.' }
}

// Headers that would control Next, the policy or the rate limit if a client could send them.
const stripped =
  /^(content-security-policy.*|x-forwarded-.*|forwarded|x-real-ip|x-nonce|x-middleware-.*|x-invoke-.*|x-matched-path|x-console-.*|x-request-id)$/

/**
 * Removes headers that a client must not send, and sets its address and this reply's policy for
 * Next.
 */
export function rewriteHeaders(
  request: IncomingMessage,
  policy: string,
  settings: FrontSettings,
): void {
  const { headers } = request
  const address = clientAddress(headers, request.socket.remoteAddress, settings)
  for (const name of Object.keys(headers)) if (stripped.test(name)) delete headers[name]
  headers[clientAddressHeader] = address
  headers['content-security-policy'] = policy
  headers[pathHeader] = request.url
  if (settings.publicOrigin) headers['x-forwarded-host'] = new URL(settings.publicOrigin).host
}

/**
 * The policy of one reply: only scripts and styles with its nonce run. Style attributes are allowed
 * for layout. The development server's overlay writes styles without a nonce, so a nonce there
 * would block them.
 */
export function contentSecurityPolicy(
  nonce: string,
  { isDev }: Pick<FrontSettings, 'isDev'>,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    isDev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The headers of every reply. Browsers may store only files with a content hash in their name. */
export function securityHeaders(
  url: string,
  policy: string,
  { publicOrigin }: FrontSettings,
): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    ...(url.startsWith('/_next/static/') ? {} : { 'Cache-Control': 'no-store' }),
    ...(publicOrigin?.startsWith('https:')
      ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
      : {}),
  }
}

function isOwnHost(host: string | undefined, { publicOrigin }: FrontSettings): boolean {
  if (!host || !URL.canParse(`http://${host}`)) return false
  if (publicOrigin && new URL(publicOrigin).host === host) return true
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(`http://${host}`).hostname)
}

/**
 * The client's address. Our own proxy added the last forwarded entry; the client may have sent the
 * earlier ones.
 */
export function clientAddress(
  headers: IncomingHttpHeaders,
  peer: string | undefined,
  { trustsForwardedFor }: FrontSettings,
): string {
  const forwarded = trustsForwardedFor
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : ''
  return forwarded || peer || 'unknown'
}
