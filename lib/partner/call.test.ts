import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { call, type CallOptions } from './call.ts'
import { connectionTo, sendJson, startTestPartner, testKey } from './test-partner.ts'

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent'
})

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

async function partner(respond: Parameters<typeof startTestPartner>[0]) {
  const started = await startTestPartner(respond)
  open.push(started.close)
  return { ...started, connection: connectionTo(started.url) }
}

const capture = { id: 'c1', status: 'planned' }
const { getChargeCapture, updateChargeCapture, listChargeCaptures } = operations
const get = (connection: ReturnType<typeof connectionTo>, options?: CallOptions) =>
  call(connection, getChargeCapture, { params: { charge_capture_id: 'c1' } }, options)
const patch = (connection: ReturnType<typeof connectionTo>, options?: CallOptions) =>
  call(
    connection,
    updateChargeCapture,
    { params: { charge_capture_id: 'c1' }, body: {} },
    { bodyText: '{"data":{"a":1.0}}', ...options },
  )
const nameOf = (result: Awaited<ReturnType<typeof get>>) => (result.ok ? 'ok' : result.error.name)

test('a read sends the key and returns the unchanged reply text', async () => {
  const text = '{"id":"c1","n":1.0,"big":12345678901234567890}'
  const { connection, seen } = await partner((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text),
  )
  expect(await get(connection)).toEqual({ ok: true, value: { text, status: 200 } })
  expect(seen).toMatchObject([
    { method: 'GET', url: '/api/charge_captures/v1/c1', authorization: `Bearer ${testKey}` },
  ])
})

test('arrays become repeated keys, and missing values are left out', async () => {
  const { connection, seen } = await partner((response) => sendJson(response, 200, { items: [] }))
  await call(connection, listChargeCaptures, {
    query: {
      claim_ids: ['a', 'b c'],
      tags: [],
      search_term: undefined,
      limit: 5,
      exclude_charges_linked_to_claims: false,
    },
  })
  expect(seen[0]!.url).toBe(
    '/api/charge_captures/v1?claim_ids=a&claim_ids=b+c&limit=5&exclude_charges_linked_to_claims=false',
  )
})

test('an invalid id cannot change the path: the request is not sent', async () => {
  const { connection, seen } = await partner((response) => sendJson(response, 200, capture))
  const strange = [
    '../../auth?x=1',
    '..%2F..%2Fauth',
    '..',
    '.',
    '',
    'a b',
    'a/b',
    'é',
    'a\n',
    'a'.repeat(201),
  ]
  for (const charge_capture_id of strange) {
    const params = { charge_capture_id }
    expect(nameOf(await call(connection, getChargeCapture, { params }))).toBe('InvalidId')
    expect(nameOf(await call(connection, updateChargeCapture, { params, body: {} }))).toBe(
      'InvalidId',
    )
  }
  expect(seen).toEqual([])
  const params = { charge_capture_id: 'A_b-9' }
  expect(nameOf(await call(connection, getChargeCapture, { params }))).toBe('ok')
  expect(seen[0]!.url).toBe('/api/charge_captures/v1/A_b-9')
})

test('a write sends the given text unchanged', async () => {
  const { connection, seen } = await partner((response) => sendJson(response, 200, capture))
  expect(nameOf(await patch(connection))).toBe('ok')
  expect(seen[0]).toMatchObject({ method: 'PATCH', body: '{"data":{"a":1.0}}' })
})

const failing: [
  name: string,
  respond: (response: ServerResponse) => void,
  read: string,
  write: string,
  reads: number,
][] = [
  ['500', (r) => sendJson(r, 500, {}), 'PartnerFailed', 'OutcomeUnknown', 3],
  [
    '502 with a page',
    (r) => r.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    'PartnerFailed',
    'OutcomeUnknown',
    3,
  ],
  // A gateway answered, which may have forwarded the write.
  ['503', (r) => sendJson(r, 503, {}), 'PartnerFailed', 'OutcomeUnknown', 3],
  ['429', (r) => sendJson(r, 429, {}, { 'retry-after': '0' }), 'PartnerBusy', 'OutcomeUnknown', 3],
  ['408', (r) => sendJson(r, 408, {}), 'PartnerNotApi', 'OutcomeUnknown', 1],
  ['409 no name', (r) => sendJson(r, 409, {}), 'PartnerNotApi', 'OutcomeUnknown', 1],
  ['425', (r) => r.writeHead(425).end(), 'PartnerNotApi', 'OutcomeUnknown', 1],
  [
    '503 of the partner itself',
    (r) => sendJson(r, 503, { errorName: 'InternalError', content: {} }),
    'InternalError',
    'InternalError',
    3,
  ],
  [
    '429 of the partner itself',
    (r) => sendJson(r, 429, { errorName: 'InternalError', content: {} }, { 'retry-after': '0' }),
    'InternalError',
    'InternalError',
    3,
  ],
  [
    '429 that asks for a long wait',
    (r) => sendJson(r, 429, {}, { 'retry-after': '3600' }),
    'PartnerBusy',
    'OutcomeUnknown',
    1,
  ],
  ['401', (r) => sendJson(r, 401, {}), 'PartnerUnauthorized', 'PartnerUnauthorized', 1],
  [
    '403',
    (r) => sendJson(r, 403, { errorName: 'UnauthorizedError', content: { message: 'not yours' } }),
    'UnauthorizedError',
    'UnauthorizedError',
    1,
  ],
  [
    '404',
    (r) => sendJson(r, 404, { errorName: 'EntityNotFoundError', content: { id: 'c1' } }),
    'EntityNotFoundError',
    'EntityNotFoundError',
    1,
  ],
  [
    'an unknown error name',
    (r) => sendJson(r, 422, { errorName: 'BrandNewError', content: { message: 'odd' } }),
    'PartnerRefused',
    'PartnerRefused',
    1,
  ],
  [
    'a redirect',
    (r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'PartnerRedirected',
    'OutcomeUnknown',
    1,
  ],
  [
    'HTML instead of JSON',
    (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<form>Sign in</form>'),
    'PartnerNotApi',
    'OutcomeUnknown',
    2,
  ],
  [
    'cut JSON in a whole reply',
    (r) => r.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"c1","st'),
    'PartnerReplyIncomplete',
    'OutcomeUnknown',
    3,
  ],
  [
    'a body cut on its way',
    (r) => (
      r.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' }),
      r.write('{"id":'),
      setTimeout(() => r.destroy(), 20)
    ),
    'PartnerUnreachable',
    'OutcomeUnknown',
    3,
  ],
  ['a reset before any answer', (r) => r.destroy(), 'PartnerUnreachable', 'OutcomeUnknown', 3],
  [
    'a reply in an unknown encoding',
    (r) =>
      r.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end('x'),
    'PartnerNotApi',
    'OutcomeUnknown',
    1,
  ],
]

test.each(failing)('%s', async (_, respond, read, write, reads) => {
  const { url, seen } = await partner((response) => respond(response))
  // Each has its own key, so that neither is held back by what the other met.
  const [readResult, writeResult] = [await get(connectionTo(url)), await patch(connectionTo(url))]
  expect([nameOf(readResult), nameOf(writeResult)]).toEqual([read, write])
  expect(seen.filter((entry) => entry.method === 'GET')).toHaveLength(reads)
  expect(
    seen.filter((entry) => entry.method === 'PATCH'),
    'a write is never sent twice',
  ).toHaveLength(1)
  for (const result of [readResult, writeResult])
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${testKey}|127\\.0\\.0\\.1|http`))
})

test('a failed read is tried again', async () => {
  const { connection, seen } = await partner((response, _, count) =>
    count < 3 ? response.destroy() : sendJson(response, 200, capture),
  )
  expect(nameOf(await get(connection))).toBe('ok')
  expect(seen).toHaveLength(3)
})

test('an unreachable partner: the write was not sent', async () => {
  const { connection, close } = await partner(() => {})
  await close()
  expect(nameOf(await get(connection))).toBe('PartnerUnreachable')
  expect(nameOf(await patch(connection))).toBe('PartnerUnreachable')
})

test('a call ends at the deadline for the first byte or for the whole answer', async () => {
  const silent = await partner(() => {})
  expect(nameOf(await get(silent.connection, { limits: { firstByteMs: 60, totalMs: 400 } }))).toBe(
    'PartnerTimeout',
  )
  expect(nameOf(await patch(silent.connection, { limits: { firstByteMs: 60 } }))).toBe(
    'OutcomeUnknown',
  )
  const slow = await partner((response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 10)
    response.on('close', () => clearInterval(drip))
  })
  expect(nameOf(await get(slow.connection, { limits: { totalMs: 150 } }))).toBe('PartnerTimeout')
})

test('a reply that is too large is dropped, also if it was compressed', async () => {
  const big = JSON.stringify({ pad: 'x'.repeat(300_000) })
  const plain = await partner((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(big),
  )
  expect(nameOf(await get(plain.connection, { limits: { maxBytes: 100_000 } }))).toBe(
    'PartnerReplyTooLarge',
  )
  const packed = await partner((response) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
      .end(gzipSync(big)),
  )
  expect(nameOf(await get(packed.connection, { limits: { maxBytes: 100_000 } }))).toBe(
    'PartnerReplyTooLarge',
  )
  expect(nameOf(await get(packed.connection))).toBe('ok')
})

test('the caller can cancel a read', async () => {
  const { connection } = await partner(() => {})
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 30)
  expect(nameOf(await get(connection, { signal: stop.signal }))).toBe('Cancelled')
  expect(nameOf(await get(connection, { signal: stop.signal }))).toBe('Cancelled')
})

test('client credentials: many calls share one token, and a refused token is replaced', async () => {
  let issued = 0
  const respond: Parameters<typeof startTestPartner>[0] = (response, { url, authorization }) => {
    if (url === '/api/auth/v2/token')
      return sendJson(response, 200, {
        access_token: `token-${(issued += 1)}`,
        expires_in: 300,
        token_type: 'Bearer',
      })
    sendJson(
      response,
      authorization === 'Bearer token-1' && issued === 1 && isRevoked ? 401 : 200,
      capture,
    )
  }
  let isRevoked = false
  const { url, seen } = await partner(respond)
  const connection = connectionTo(url, { kind: 'client_credentials', clientId: 'me' })
  await Promise.all([get(connection), get(connection), get(connection)])
  expect(seen.filter((entry) => entry.url === '/api/auth/v2/token')).toMatchObject([
    { body: JSON.stringify({ client_id: 'me', client_secret: testKey }) },
  ])
  isRevoked = true
  expect(nameOf(await patch(connection))).toBe('ok')
  expect(issued).toBe(2)
})

test('refused client credentials have their own message', async () => {
  const { url } = await partner((response) =>
    sendJson(response, 401, { errorName: 'UnauthorizedError', content: { message: testKey } }),
  )
  const result = await get(connectionTo(url, { kind: 'client_credentials', clientId: 'me' }))
  expect(nameOf(result)).toBe('PartnerUnauthorized')
  expect(JSON.stringify(result)).not.toContain(testKey)
})

test('a message never contains an address, the key or a query value', async () => {
  const { connection } = await partner((response) =>
    sendJson(response, 422, {
      errorName: 'UnprocessableEntityError',
      content: { message: `bad ${testKey} at https://partner.example/x?y=1 for Moss Avery` },
    }),
  )
  const result = await call(connection, listChargeCaptures, {
    query: { patient_names: ['Moss Avery'] },
  })
  expect(result).toMatchObject({
    ok: false,
    error: { name: 'UnprocessableEntityError', message: 'bad […] at [address] for […]' },
  })
})
