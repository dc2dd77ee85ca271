import { version } from '#lib/core/version.ts'
import { expect, test } from './fixtures/test.ts'

test.describe('without a session', () => {
  test.use({ role: null })

  test('the health check says that the console is up', async ({ request }) => {
    const response = await request.get('/api/health')
    expect(response.status()).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok', version })
  })

  test('a page has a strict policy with a new nonce each time', async ({ request }) => {
    const policies = await Promise.all(
      [1, 2].map(async () => (await request.get('/sign-in')).headers()['content-security-policy']!),
    )
    const nonces = policies.map((policy) => /'nonce-([^']+)'/.exec(policy)?.[1])
    expect(nonces[0]).toBeTruthy()
    expect(nonces[0]).not.toBe(nonces[1])
    const scripts = /script-src ([^;]*)/.exec(policies[0]!)![1]!
    expect(scripts).not.toContain('unsafe-inline')
    expect(scripts).not.toContain('unsafe-eval')
    expect(policies[0]).toContain("frame-ancestors 'none'")
  })

  test('a policy from a client is not used', async ({ request }) => {
    const response = await request.get('/sign-in', {
      headers: { 'content-security-policy': "script-src 'nonce-planted'" },
    })
    expect(response.headers()['content-security-policy']).not.toContain('planted')
    expect(await response.text()).not.toContain('nonce="planted"')
  })

  test('a page cannot be sniffed, framed, cached or used as a referrer, and does not name its server', async ({
    request,
  }) => {
    const headers = (await request.get('/sign-in')).headers()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['cache-control']).toContain('no-store')
    expect(headers['x-powered-by']).toBeUndefined()
  })

  test('scripts are compressed and cached for ever, and a cached one is not sent again', async ({
    request,
  }) => {
    const script = /src="(\/_next\/static\/[^"]+\.js)"/.exec(
      await (await request.get('/sign-in')).text(),
    )![1]!
    const packed = await request.get(script, { headers: { 'accept-encoding': 'gzip' } })
    expect(packed.headers()).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const again = await request.get(script, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': packed.headers().etag! },
    })
    expect(again.status()).toBe(304)
  })

  test('a script that no build has answers 404', async ({ request }) => {
    expect((await request.get('/_next/static/chunks/of-an-older-build.js')).status()).toBe(404)
  })

  for (const [what, headers] of Object.entries<Record<string, string>>({
    'of a foreign origin': { origin: 'https://evil.example' },
    'of a foreign site': { 'sec-fetch-site': 'cross-site' },
    'of no origin': {},
    'of an opaque origin': { origin: 'null' },
  })) {
    test(`a POST ${what} is refused`, async ({ consoleUrl }) => {
      const response = await fetch(`${consoleUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ email: 'biller@demo.test', password: 'x' }),
      })
      expect(response.status).toBe(403)
    })
  }

  test('the image optimizer is disabled', async ({ request }) => {
    expect(
      (await request.get('/_next/image?url=%2Ficon.svg&w=64&q=75')).status(),
    ).toBeGreaterThanOrEqual(400)
  })
})
