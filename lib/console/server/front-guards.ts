// Without `server-only`: the front server runs outside Next's bundle.
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { clientAddressHeader, isOwnOrigin, pathHeader } from './request-origin.ts'

/** What the front server needs to know of its place. `publicOrigin` is set behind a TLS proxy. */
export type FrontSettings = { isDev: boolean; publicOrigin?: string; trustsForwardedFor: boolean }

/** A reason to answer at once, without Next. */
export type Refusal = { status: number; message: string }

// Actions and drafts carry a whole capture, for which the partner itself takes up to 20 MB; the other routes carry a password.
const maxActionBytes = 21 * 1024 * 1024
const maxRouteBytes = 16 * 1024
const routeBytes: { [path: string]: number } = {
  '/api/drafts': maxActionBytes,
  '/still-here': 1_024,
  '/setup': maxRouteBytes,
}
// Route handlers read their body after they know who asks; signing in and setting up are for callers without a session.
const asksItself = /^\/(api\/(auth\/[a-z/-]+|drafts|presence|sign-out)|still-here|setup)$/

/** Refuses what must not reach Next: foreign hosts and origins, odd methods, unbounded bodies, the image optimizer. */
export function refuse(request: IncomingMessage, settings: FrontSettings): Refusal | undefined {
  const { headers, method = 'GET', url = '/' } = request
  // A name that someone else points at this machine must not open the console in their page (DNS rebinding).
  if (!isOwnHost(headers.host, settings))
    return { status: 421, message: 'Unknown host. Behind a proxy, set CONSOLE_ORIGIN.' }
  if (/^\/+_next\/+image/.test(url)) return { status: 404, message: 'Not found.' }
  if (method === 'GET' || method === 'HEAD') return undefined
  if (method !== 'POST') return { status: 405, message: 'Method not allowed.' }
  const own = { origin: headers.origin, host: headers.host, fetchSite: headers['sec-fetch-site'] as string | undefined }
  if (!isOwnOrigin(own, settings.publicOrigin))
    return { status: 403, message: 'This request did not come from this app.' }
  const limit = routeBytes[url] ?? (url.startsWith('/api/') ? maxRouteBytes : undefined)
  return refuseLength(headers['content-length'], limit ?? maxActionBytes, limit !== undefined)
}

/**
 * True for a request whose body Next would read and decode before any code of ours runs: every server action. Nobody's
 * body may get there, so ask for the session first.
 */
export function needsSession({ method, url = '/' }: IncomingMessage): boolean {
  return method === 'POST' && !asksItself.test(url)
}

/**
 * The same request with an empty list of arguments for its body. The caller's own body is never read: the action sees
 * that there is no session and answers so, in the form that its page understands.
 */
export function withoutBody(request: IncomingMessage): IncomingMessage {
  const { method, url, headers, httpVersion, httpVersionMajor, httpVersionMinor } = request
  const { 'transfer-encoding': _encoding, ...otherHeaders } = headers
  const body = '[]'
  const own = { 'content-type': 'text/plain;charset=UTF-8', 'content-length': String(body.length) }
  const emptied = new IncomingMessage(request.socket)
  Object.assign(emptied, {
    method,
    url,
    headers: { ...otherHeaders, ...own },
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
  })
  emptied.push(body)
  emptied.push(null)
  // Otherwise its end would count as a broken connection.
  emptied.complete = true
  return emptied
}

// Next bounds an action's body by itself, and hands some actions on to another page without stating the length.
function refuseLength(length: string | undefined, limit: number, isRequired: boolean): Refusal | undefined {
  if (length === undefined) return isRequired ? { status: 411, message: 'Length required.' } : undefined
  return Number(length) <= limit ? undefined : { status: 413, message: 'Too large.' }
}

// Headers that would steer Next, the policy or the rate limit if a client could send them.
const stripped =
  /^(content-security-policy.*|x-forwarded-.*|forwarded|x-real-ip|x-nonce|x-middleware-.*|x-invoke-.*|x-matched-path|x-console-.*)$/

/** Takes away what a client may not say and writes down its address and this reply's policy for Next to read. */
export function rewriteHeaders(request: IncomingMessage, policy: string, settings: FrontSettings): void {
  const { headers } = request
  const address = clientAddress(headers, request.socket.remoteAddress, settings)
  for (const name of Object.keys(headers)) if (stripped.test(name)) delete headers[name]
  headers[clientAddressHeader] = address
  headers['content-security-policy'] = policy
  headers[pathHeader] = request.url
  if (settings.publicOrigin) headers['x-forwarded-host'] = new URL(settings.publicOrigin).host
}

/**
 * The policy of one reply: only scripts and styles that carry its nonce run. Style attributes are allowed for layout. The
 * development server's overlay writes styles without a nonce, which would bar what is unsafe if it stood beside it.
 */
export function contentSecurityPolicy(nonce: string, { isDev }: Pick<FrontSettings, 'isDev'>): string {
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

/** The headers of every reply. Files under a content hash may be kept by the browser; nothing else may. */
export function securityHeaders(url: string, policy: string, { publicOrigin }: FrontSettings): Record<string, string> {
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

// The last entry is the one that our own proxy added; those before it are whatever the client sent.
function clientAddress(
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
