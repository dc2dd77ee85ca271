import { createServer, request as sendRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import {
  contentSecurityPolicy,
  type FrontSettings,
  needsSession,
  refuse,
  rewriteHeaders,
  securityHeaders,
  withoutBody,
} from './front-guards.ts'

const settings: FrontSettings = { isDev: false, trustsForwardedFor: false }
const own = { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000', 'content-length': '10' }

function request(
  method: string,
  url: string,
  headers: Record<string, string | undefined>,
): IncomingMessage {
  return {
    method,
    url,
    headers,
    socket: { remoteAddress: '10.0.0.9' },
  } as unknown as IncomingMessage
}
const statusOf = (
  method: string,
  url: string,
  headers: Record<string, string | undefined>,
  given = settings,
) => refuse(request(method, url, headers), given)?.status

test('pages and our own posts pass', () => {
  expect(statusOf('GET', '/sign-in', { host: 'localhost:3000' })).toBeUndefined()
  expect(statusOf('POST', '/claim-creations', own)).toBeUndefined()
  expect(
    statusOf('POST', '/api/sign-out', { ...own, origin: 'null', 'sec-fetch-site': 'same-origin' }),
  ).toBeUndefined()
})

test('Prometheus asks a container by its name; its token guards the metrics', () => {
  expect(statusOf('GET', '/api/metrics', { host: 'console-1:4000' })).toBeUndefined()
  for (const url of ['/api/ready', '/api/metrics/', '/api/metrics?x', '//api/metrics'])
    expect(statusOf('GET', url, { host: 'console-1:4000' }), url).toBe(421)
  expect(statusOf('POST', '/api/metrics', { ...own, host: 'console-1:4000' })).toBe(421)
})

test('requests from foreign pages are refused', () => {
  expect(statusOf('GET', '/', { host: 'evil.example' })).toBe(421)
  expect(statusOf('GET', '/', {})).toBe(421)
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: '' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'http://127.0.0.1:3001' },
  ]) {
    expect(
      statusOf('POST', '/claim-creations', { ...own, ...headers }),
      JSON.stringify(headers),
    ).toBe(403)
  }
  expect(statusOf('PUT', '/', own)).toBe(405)
  expect(statusOf('PUT', '/api/drafts', own)).toBeUndefined()
  expect(statusOf('PUT', '/api/drafts', { ...own, origin: 'https://evil.example' })).toBe(403)
  expect(statusOf('DELETE', '/api/health', own)).toBe(405)
})

test('bodies are bounded and the image optimizer is disabled', () => {
  expect(statusOf('POST', '/api/auth/sign-in/email', { host: own.host, origin: own.origin })).toBe(
    411,
  )
  expect(
    statusOf('POST', '/claim-creations', { host: own.host, origin: own.origin }),
    'Next bounds an action itself',
  ).toBeUndefined()
  expect(statusOf('POST', '/api/auth/sign-in/email', { ...own, 'content-length': '20000' })).toBe(
    413,
  )
  expect(statusOf('POST', '/x', { ...own, 'content-length': '30000000' })).toBe(413)
  expect(statusOf('POST', '/x', { ...own, 'content-length': 'x' })).toBe(413)
  for (const url of ['/_next/image?url=x', '//_next//image', '/_next/image/'])
    expect(statusOf('GET', url, { host: own.host })).toBe(404)
})

test('routes with small bodies have their own limit, below the action limit', () => {
  for (const [url, limit] of [
    ['/still-here', 1_024],
    ['/setup', 16_384],
    ['/invitation', 16_384],
    ['/api/presence', 16_384],
    ['/api/drafts', 22_020_096],
  ] as const) {
    expect(statusOf('POST', url, { ...own, 'content-length': String(limit) }), url).toBeUndefined()
    expect(statusOf('POST', url, { ...own, 'content-length': String(limit + 1) }), url).toBe(413)
    expect(statusOf('POST', url, { host: own.host, origin: own.origin }), url).toBe(411)
  }
})

test('only routes that check the session themselves, sign-in and setup accept a body without a session', () => {
  const asked = (url: string, method = 'POST') => needsSession(request(method, url, own))
  for (const url of [
    '/api/drafts',
    '/api/presence',
    '/api/sign-out',
    '/api/auth/sign-in/email',
    '/still-here',
    '/setup',
    '/invitation',
  ])
    expect(asked(url), url).toBe(false)
  for (const url of [
    '/claim-creations',
    '/',
    '/sign-in',
    '/setup?x',
    '/setup/',
    '//setup',
    '/api/',
    '/api/nothing',
    '/api/drafts/x',
    '/api/drafts?x',
    '//api/drafts',
    '/api/health',
    '/nothing/api/drafts',
    '/api/auth/../../claim-creations',
    '/api/auth/%2e%2e/x',
  ])
    expect(asked(url), url).toBe(true)
  expect(asked('/claim-creations', 'GET')).toBe(false)
})

test('a request without its body is answered before the body arrives, and so is the next one on the connection', async () => {
  const seen: [string, IncomingMessage['headers']][] = []
  const server = createServer(async (given, response) => {
    const emptied = withoutBody(given)
    seen.push([await text(emptied), emptied.headers])
    response.end(`${emptied.method} ${emptied.url}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const headers = {
    'content-length': 20_000_000,
    'content-type': 'multipart/form-data; boundary=x',
  }
  const silent = sendRequest({ port, host: '127.0.0.1', method: 'POST', path: '/a', headers })
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    silent.on('response', resolve).on('error', reject),
  )
  silent.flushHeaders()
  expect(await text(await answered)).toBe('POST /a')
  silent.destroy()
  for (let i = 0; i < 3; i += 1) {
    const body = 'x'.repeat(3_000_000)
    const reply = await fetch(`http://127.0.0.1:${port}/b`, { method: 'POST', body })
    expect(await reply.text()).toBe('POST /b')
  }
  expect(seen).toHaveLength(4)
  for (const [body, given] of seen) {
    expect(body).toBe('[]')
    expect(given).toMatchObject({
      'content-type': 'text/plain;charset=UTF-8',
      'content-length': '2',
    })
    expect(given).not.toHaveProperty('transfer-encoding')
  }
  server.close()
  server.closeAllConnections()
})

test('a client cannot set its own policy, address or forwarding', () => {
  const message = request('GET', '/', {
    ...own,
    'content-security-policy': "script-src 'nonce-evil'",
    'x-forwarded-for': '1.1.1.1',
    'x-forwarded-host': 'evil.example',
    'x-console-client-address': '2.2.2.2',
    'x-middleware-subrequest': 'x',
  })
  rewriteHeaders(message, 'policy', settings)
  expect(message.headers).toEqual({
    ...own,
    'content-security-policy': 'policy',
    'x-console-client-address': '10.0.0.9',
    'x-console-path': '/',
  })
  const behind = request('GET', '/', { 'x-forwarded-for': 'forged, 203.0.113.7' })
  rewriteHeaders(behind, 'policy', {
    ...settings,
    publicOrigin: 'https://billing.example',
    trustsForwardedFor: true,
  })
  expect(behind.headers).toMatchObject({
    'x-console-client-address': '203.0.113.7',
    'x-forwarded-host': 'billing.example',
  })
})

test('with https its own host and origin pass, and browsers are told to stay with https', () => {
  const behind = { ...settings, publicOrigin: 'https://billing.example' }
  expect(
    statusOf(
      'POST',
      '/x',
      { host: 'billing.example', origin: 'https://billing.example', 'content-length': '1' },
      behind,
    ),
  ).toBeUndefined()
  expect(securityHeaders('/', '', behind)['Strict-Transport-Security']).toContain('max-age=')
  expect(securityHeaders('/', '', settings)).not.toHaveProperty('Strict-Transport-Security')
})

test('browsers store only files named by their content, and no script runs without the nonce', () => {
  expect(securityHeaders('/claim-creations', '', settings)).toMatchObject({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
  })
  expect(securityHeaders('/_next/static/a.js', '', settings)).not.toHaveProperty('Cache-Control')
  const policy = contentSecurityPolicy('abc', settings)
  expect(policy).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src [^;]*unsafe/)
  // Only the development server's overlay needs this.
  expect(contentSecurityPolicy('abc', { isDev: true })).toContain(
    "style-src 'self' 'unsafe-inline';",
  )
})
