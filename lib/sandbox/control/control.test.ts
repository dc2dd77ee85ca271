import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { captureBody, type TestSandbox, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'

const captures = '/api/charge_captures/v1'
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox({ captures: 30 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  await sandbox.send('DELETE', '/_sandbox/faults')
  await sandbox.send('DELETE', '/_sandbox/requests')
})

const arm = (fault: object) => sandbox.send('POST', '/_sandbox/faults', fault)
const statusOf = async () => (await sandbox.get(captures, { limit: 1 })).status
const countWith = async (externalId: string) =>
  ((await sandbox.get(captures, { charge_external_id: externalId })).json as { items: unknown[] })
    .items.length

test('a fault can be limited to requests whose body contains a text', async () => {
  await arm({
    kind: 'status',
    method: 'post',
    path: captures,
    holds: 'MINE-1',
    status: 503,
    times: 1,
  })
  const other = captureBody({}, { charge_external_id: 'OTHER-1' })
  expect((await sandbox.send('POST', captures, other)).status).toBe(200)
  const mine = captureBody({}, { charge_external_id: 'MINE-1' })
  expect((await sandbox.send('POST', captures, mine)).status).toBe(503)
  expect((await sandbox.send('POST', captures, mine)).status).toBe(200)
})

test('a status fault gives its answer the given number of times, for its method and path only', async () => {
  await arm({
    kind: 'status',
    method: 'get',
    path: captures,
    status: 503,
    errorName: 'Busy',
    content: { message: 'later' },
    times: 2,
  })
  expect((await sandbox.get('/api/charge_capture_claim_creation/v1')).status).toBe(200)
  expect(await sandbox.get(captures)).toMatchObject({
    status: 503,
    json: { errorName: 'Busy', content: { message: 'later' } },
  })
  expect([await statusOf(), await statusOf()]).toEqual([503, 200])
})

test('a path can hold a wildcard, and a fault can have headers and any body', async () => {
  await arm({
    kind: 'status',
    path: '/api/charge_captures/*',
    status: 429,
    body: 'slow down',
    headers: { 'retry-after': '3' },
  })
  const answer = await sandbox.get(`${captures}/some-id`)
  expect([answer.status, answer.text, answer.headers.get('retry-after')]).toEqual([
    429,
    'slow down',
    '3',
  ])
  expect(await statusOf()).toBe(429)
  await sandbox.send('DELETE', '/_sandbox/faults')
  expect(await statusOf()).toBe(200)
})

test('reset-before does not run the handler, reset-after does, and both close the connection', async () => {
  const before = captureBody()
  await arm({ kind: 'reset-before', method: 'POST', times: 1 })
  await expect(sandbox.send('POST', captures, before)).rejects.toThrow('fetch failed')
  expect(await countWith(before.charge_external_id)).toBe(0)
  await arm({ kind: 'reset-after', method: 'POST', times: 1 })
  await expect(sandbox.send('POST', captures, before)).rejects.toThrow('fetch failed')
  expect(await countWith(before.charge_external_id)).toBe(1)
})

test('truncate cuts the body, html sends a page, empty-page keeps the token', async () => {
  await arm({ kind: 'truncate', times: 1 })
  await expect(sandbox.get(captures)).rejects.toThrow('terminated')
  await arm({ kind: 'html', times: 1 })
  const html = await sandbox.get(captures)
  expect([html.headers.get('content-type'), html.json]).toEqual([
    'text/html; charset=utf-8',
    undefined,
  ])
  await arm({ kind: 'empty-page', times: 1 })
  expect((await sandbox.get(captures, { limit: 5 })).json).toMatchObject({
    items: [],
    item_count: 0,
    next_page_token: expect.any(String),
  })
})

test('slow-body and delay finally send the whole answer', async () => {
  await arm({ kind: 'slow-body', delay: 100, times: 1 })
  expect((await sandbox.get(captures, { limit: 5 })).json).toMatchObject({
    items: expect.any(Array),
  })
  await arm({ kind: 'delay', delay: 50, times: 1 })
  expect(await statusOf()).toBe(200)
})

test('an invalid fault is refused', async () => {
  expect((await arm({ kind: 'explode' })).status).toBe(422)
  expect((await arm({ kind: 'status', unknown: 1 })).status).toBe(422)
})

test('the request log shows query, body, status and the name of the key', async () => {
  await sandbox.get(captures, { limit: 2, tags: ['a', 'b'] }, 'sandbox-scoped')
  await sandbox.send('POST', captures, { data: {} })
  await sandbox.send('GET', captures, undefined, 'wrong')
  const { requests } = (await sandbox.send('GET', '/_sandbox/requests')).json as {
    requests: object[]
  }
  expect(requests).toMatchObject([
    {
      method: 'GET',
      path: captures,
      query: { limit: '2', tags: ['a', 'b'] },
      body: null,
      status: 200,
      key: 'sandbox-scoped',
    },
    {
      method: 'POST',
      path: captures,
      query: {},
      body: { data: {} },
      status: 422,
      key: 'sandbox-full',
    },
    { method: 'GET', path: captures, status: 401, key: null },
  ])
  expect(JSON.stringify(requests)).not.toContain('wrong')
})

test('a reset restores the data of its seed, equal each time', async () => {
  const ids = async () =>
    ((await sandbox.get(captures, { limit: 1000 })).json as { items: { id: string }[] }).items.map(
      ({ id }) => id,
    )
  await sandbox.send('POST', '/_sandbox/reset', { seed: 4, captures: 25 })
  const first = await ids()
  await sandbox.send('POST', captures, captureBody())
  expect(await ids()).toHaveLength(26)
  expect(
    (await sandbox.send('POST', '/_sandbox/reset', { seed: 4, captures: 25 })).json,
  ).toMatchObject({
    seed: 4,
    captures: 25,
  })
  expect(await ids()).toEqual(first)
  await sandbox.send('POST', '/_sandbox/reset', { seed: 5, captures: 25 })
  expect(await ids()).not.toEqual(first)
})

test('the control plane answers programs on this machine, but no web pages', async () => {
  const foreign: [string, string][] = [
    ['x-forwarded-for', '203.0.113.9'],
    ['origin', 'https://elsewhere.example'],
  ]
  for (const header of foreign) {
    expect((await fetch(`${sandbox.url}/_sandbox/health`, { headers: [header] })).status).toBe(404)
  }
  expect((await sandbox.send('GET', '/_sandbox/health')).json).toMatchObject({ status: 'ok' })
})
