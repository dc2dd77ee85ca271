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
    { method: 'GET', path: captures, status: 401, key: null, request_id: null },
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

test('the history of errors has when a claim came into error and when it billed, for the key that asks', async () => {
  type Claim = {
    in_error_at: string
    left_at: string | null
    is_resolved_by_hand: boolean
    is_accepted: boolean
  }
  const own = await startTestSandbox({ captures: 60 })
  const creations = '/api/charge_capture_claim_creation/v1'
  try {
    const ask = async (key?: string) =>
      ((await own.get('/_sandbox/error-history', {}, key)).json as { claims: Claim[] }).claims
    const inError = (await own.get(creations, { claim_creation_status: 'in-error', limit: 100 }))
      .json as { items: { errors: { resolved: boolean }[] }[] }
    const before = await ask()
    const byHand = inError.items.filter(({ errors }) => errors.every(({ resolved }) => resolved))
    expect(before.filter((claim) => claim.is_resolved_by_hand)).toHaveLength(byHand.length)
    expect(before.filter(({ left_at: left }) => left === null)).toHaveLength(inError.items.length)
    expect(inError.items.length).toBeGreaterThan(0)

    // A copy of a billed capture for another patient, with a mistyped NPI that is put right later.
    const billed = (await own.get(creations, { claim_creation_status: 'successful', limit: 1 }))
      .json as { items: { id: string }[] }
    const like = (await own.get(captures, { claim_creation_ids: billed.items[0]!.id })).json as {
      items: { charge_capture_data: { patient: object; rendering_provider: { npi: string } } }[]
    }
    const right = like.items[0]!.charge_capture_data
    const header = { patient_external_id: 'PAT-H1', status: 'billable' }
    const data = { ...right, patient: { ...right.patient, external_id: 'PAT-H1' } }
    const wrong = { ...right.rendering_provider, npi: '1234567890' }
    const at = (now: string) => own.send('POST', '/_sandbox/clock', { now })
    const [came, left] = ['2099-01-01T10:00', '2099-01-03T12:30']
    await at(`${came}:00Z`)
    const { json } = await own.send(
      'POST',
      captures,
      captureBody({ ...data, rendering_provider: wrong }, header),
    )
    const { id } = json as { id: string }
    // The clock goes on from there: compared by the minute.
    const newest = async () =>
      (await ask())
        .filter(({ in_error_at: since }) => since.startsWith(came))
        .map(({ left_at: gone, is_accepted }) => [gone?.slice(0, left.length), is_accepted])
    expect(await newest()).toEqual([[undefined, false]])
    await at(`${left}:00Z`)
    const saved = await own.send('PATCH', `${captures}/${id}`, {
      data: { ...data, rendering_provider: right.rendering_provider },
    })
    expect(saved.status, saved.text).toBe(200)
    expect(await newest()).toEqual([[left, true]])
    expect(await ask()).toHaveLength(before.length + 1)

    const scoped = await ask('sandbox-scoped')
    const seen = (
      await own.get(creations, { claim_creation_status: 'in-error', limit: 100 }, 'sandbox-scoped')
    ).json as { items: object[] }
    expect(scoped.filter(({ left_at: gone }) => gone === null)).toHaveLength(seen.items.length)
    expect((await own.get('/_sandbox/error-history', {}, 'nobody')).status).toBe(401)
  } finally {
    await own.close()
  }
})
