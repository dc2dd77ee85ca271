import { readFileSync } from 'node:fs'
import { request as sendRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { buildFolder } from '#lib/commands/build.ts'
import { inRoot } from '#lib/commands/shell.ts'
import { everyPage } from './fixtures/pages.ts'
import { signIn } from './fixtures/sign-in.ts'
import { expect, test } from './fixtures/test.ts'

type Manifest = { node: Record<string, { exportedName?: string; filename?: string }> }

/** Every server action of the build, by id. */
function builtActions(): Manifest['node'] {
  return (
    JSON.parse(
      readFileSync(inRoot(buildFolder(), 'server/server-reference-manifest.json'), 'utf8'),
    ) as Manifest
  ).node
}

// Making an account with the code of the server's log or an invitation needs no session.
const openToAll = new Set([
  'claimSetup',
  'joinByInvitation',
  'readInvitation',
  'choosePasswordByLink',
])

test.use({ role: null })

test('every page asks to sign in', { tag: '@long' }, async ({ page, sandbox }) => {
  test.slow()
  for (const { path } of (await everyPage(sandbox)).filter(
    ({ name }) => name !== 'an address that is no page',
  )) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/sign-in/)
    await expect(page.getByRole('table')).toHaveCount(0)
  }
})

// The shapes by which a request once came past the check of a proxy, and those by which Next asks
// for parts of a page.
const subrequest = 'middleware:middleware:middleware:middleware:middleware'
const shapes: {
  [name: string]: { headers?: Record<string, string>; address?: (path: string) => string }
} = {
  'a plain request': {},
  'a data request': { headers: { rsc: '1' }, address: (path) => withQuery(path, '_rsc=1') },
  'a prefetch': { headers: { rsc: '1', 'next-router-prefetch': '1' } },
  'a prefetch of a segment': {
    headers: { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  },
  'a data request for the page without its layouts': {
    headers: {
      rsc: '1',
      'next-router-state-tree': encodeURIComponent('["",{"children":["(console)",{}]},null,null]'),
    },
  },
  'the suffix .rsc': { address: (path) => withSuffix(path, '.rsc') },
  'the suffix .segments': { address: (path) => withSuffix(path, '.segments/_tree.segment.rsc') },
  'the data path of older pages': {
    address: (path) => `/_next/data/build${withSuffix(path, '.json')}`,
  },
  'an inner request of a proxy': { headers: { 'x-middleware-subrequest': subrequest } },
  'an inner request of a proxy in a folder': {
    headers: { 'x-middleware-subrequest': subrequest.replaceAll('middleware', 'src/middleware') },
  },
  'an inner prefetch': { headers: { 'x-middleware-prefetch': '1', 'x-nextjs-data': '1' } },
  'another path in a header': {
    headers: {
      'x-invoke-path': '/sign-in',
      'x-matched-path': '/sign-in',
      'x-original-url': '/sign-in',
    },
  },
  'an address with a doubled slash': { address: (path) => `/${path}` },
}

function withSuffix(path: string, suffix: string): string {
  const [address, query] = path.split('?')
  return `${address}${suffix}${query === undefined ? '' : `?${query}`}`
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

// Follows redirects within the console, such as to an address without a doubled slash, but not to
// the sign-in page.
async function answerTo(address: string, headers: Record<string, string>): Promise<Response> {
  const reply = await fetch(address, { headers, redirect: 'manual' })
  const to = reply.headers.get('location')
  if (to === null || to.includes('/sign-in')) return reply
  return answerTo(new URL(to, address).href, headers)
}

test('no page gives data to any shape of request without a session, and each that asks for one is sent to sign in', async ({
  consoleUrl,
  sandbox,
}) => {
  test.slow()
  const pages = await everyPage(sandbox)
  const capture = await sandbox.createVisit()
  for (const path of [
    `/charge-captures?charge_external_id=${capture.charge_external_id}`,
    `/claim-creations/${capture.claim_creation_id}`,
    `/charge-captures/${capture.id}`,
    ...pages
      .filter(({ name }) => name !== 'an address that is no page')
      .map(({ path: address }) => address),
  ]) {
    for (const [shape, { headers = {}, address = (given: string) => given }] of Object.entries(
      shapes,
    )) {
      const reply = await answerTo(consoleUrl + address(path), headers)
      const body = await reply.text()
      const to = reply.headers.get('location') ?? ''
      const what = `${shape} of ${path}: ${reply.status} ${to}`
      expect(body, what).not.toMatch(/Testcase|Afterbilling|@demo\.test/)
      if (!path.includes('charge_external_id'))
        expect(body, what).not.toContain(capture.charge_external_id)
      const isSentToSignIn =
        /^(https?:\/\/[^/]+)?\/sign-in/.test(to) || body.includes('NEXT_REDIRECT;replace;/sign-in')
      // A prefetch gets the frame of a page at most, and its data request is then sent to sign in.
      expect(isSentToSignIn || reply.status === 404 || shape.includes('prefetch'), what).toBe(true)
    }
  }
})

test('every server action refuses a caller without a session', async ({ consoleUrl }) => {
  const actions = Object.entries(builtActions())
  expect(actions.length).toBeGreaterThan(5)
  for (const [id, { exportedName }] of actions) {
    const headers = {
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: consoleUrl,
      'sec-fetch-site': 'same-origin',
    }
    const response = await fetch(`${consoleUrl}/claim-creations`, {
      method: 'POST',
      headers,
      body: '[{}]',
    })
    const text = await response.text()
    const name = exportedName ?? id
    if (openToAll.has(name)) expect(text, name).not.toContain('"items"')
    else expect(text, `${name} answered ${response.status}`).toContain('Unauthenticated')
  }
})

test('no route accepts anything from a caller without a session', async ({ consoleUrl }) => {
  for (const [method, path] of [
    ['PUT', '/api/drafts'],
    ['POST', '/api/drafts'],
    ['POST', '/api/presence'],
  ] as const) {
    for (const body of ['{}', '{"value":{}}', '{"open":{}}', 'nonsense']) {
      const response = await fetch(consoleUrl + path, {
        method,
        headers: {
          'content-type': 'application/json',
          origin: consoleUrl,
          'sec-fetch-site': 'same-origin',
        },
        body,
      })
      expect(response.status, path).toBe(401)
      expect(await response.text()).toContain('Unauthenticated')
    }
    expect((await fetch(consoleUrl + path)).status, path).toBe(405)
  }
})

/** The answer to a POST with only its head: 20 MB are announced, and none arrive. */
async function answerToHead(
  address: string,
  headers: Record<string, string>,
  length = 20_000_000,
  method = 'POST',
) {
  const { origin } = new URL(address)
  const own = { origin, 'sec-fetch-site': 'same-origin', 'content-length': String(length) }
  const silent = sendRequest(address, { method, headers: { ...own, ...headers }, timeout: 10_000 })
  silent.on('timeout', () => silent.destroy(new Error('It waits for the body.')))
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    silent.on('response', resolve).on('error', reject),
  )
  silent.flushHeaders()
  const reply = await answered
  const answer = { status: reply.statusCode, body: await text(reply) }
  silent.destroy()
  return answer
}

test('every server action and route answers a caller without a session before reading the body', async ({
  consoleUrl,
}) => {
  for (const [id, { exportedName }] of Object.entries(builtActions())) {
    const name = exportedName ?? id
    for (const type of ['text/plain;charset=UTF-8', 'multipart/form-data; boundary=x']) {
      const headers = { 'next-action': id, 'content-type': type, accept: 'text/x-component' }
      const { status, body } = await answerToHead(`${consoleUrl}/claim-creations`, headers)
      if (!openToAll.has(name))
        expect(body, `${name} answered ${status}`).toContain('Unauthenticated')
    }
  }
  // A form that was posted without scripts is an action too.
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await answerToHead(`${consoleUrl}/sign-in`, form)).status).toBe(200)
  const json = { 'content-type': 'application/json' }
  expect((await answerToHead(`${consoleUrl}/api/drafts`, json, 20_000_000, 'PUT')).status).toBe(401)
  expect((await answerToHead(`${consoleUrl}/api/drafts`, json, 4_000)).status).toBe(401)
  expect((await answerToHead(`${consoleUrl}/api/presence`, json, 4_000)).status).toBe(401)
  expect((await answerToHead(`${consoleUrl}/still-here`, json, 1_000)).status).toBe(401)
  expect((await answerToHead(`${consoleUrl}/still-here`, json, 1_025)).status).toBe(413)
  expect((await answerToHead(`${consoleUrl}/setup`, form)).status).toBe(413)
})

test('an invented session cookie opens nothing', async ({ page }) => {
  await signIn(page, 'biller')
  const given = await page.context().cookies()
  for (const change of [
    (value: string) => `x${value}`,
    (value: string) => value.slice(0, -4),
    () => 'planted.planted',
    () => '',
  ]) {
    await page.context().clearCookies()
    await page
      .context()
      .addCookies(given.map((cookie) => ({ ...cookie, value: change(cookie.value) })))
    await page.goto('/claim-creations')
    await expect(page).toHaveURL(/\/sign-in/)
  }
})
