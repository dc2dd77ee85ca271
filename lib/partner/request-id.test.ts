import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as logFile from '#lib/console/log.ts'
import { inRequest, newRequestId, requestId } from '#lib/console/request-id.ts'
import { operations } from '#lib/contract/operations.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { call } from './call.ts'
import { connectionTo, sendJson, startTestPartner } from './test-partner.ts'

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent'
})

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(open.splice(0).map((close) => close()))
})

async function partner(...[respond]: Parameters<typeof startTestPartner>) {
  const started = await startTestPartner(respond)
  open.push(started.close)
  return { ...started, connection: connectionTo(started.url) }
}

const get = (connection: ReturnType<typeof connectionTo>) =>
  call(connection, operations.getChargeCapture, { params: { charge_capture_id: 'c1' } })

test('an id can be read out: twelve letters and digits, none of which look alike', () => {
  const ids = Array.from({ length: 1_000 }, newRequestId)
  for (const id of ids) expect(id).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(new Set(ids).size).toBe(1_000)
})

test('each request to the partner has the id of the request or job that it is made for', async () => {
  const { connection, seen } = await partner((response) => sendJson(response, 200, { id: 'c1' }))
  await Promise.all(
    ['AAAAAAAAAAA1', 'AAAAAAAAAAA2'].map((id) => inRequest(id, () => get(connection))),
  )
  await get(connection)
  expect(seen.map((one) => one.requestId).toSorted()).toEqual([
    'AAAAAAAAAAA1',
    'AAAAAAAAAAA2',
    undefined,
  ])
})

test('a request for a token has it too', async () => {
  const { url, seen } = await partner((response, { url: path }) =>
    sendJson(response, 200, path.includes('token') ? { access_token: 't', expires_in: 300 } : {}),
  )
  await inRequest('AAAAAAAAAAA1', () =>
    get(connectionTo(url, { kind: 'client_credentials', clientId: 'c' })),
  )
  expect(seen.map((one) => [one.url, one.requestId])).toEqual([
    ['/api/auth/v2/token', 'AAAAAAAAAAA1'],
    ['/api/charge_captures/v1/c1', 'AAAAAAAAAAA1'],
  ])
})

test('what is begun for no request has no id', () => {
  inRequest('AAAAAAAAAAA1', () => inRequest(undefined, () => expect(requestId()).toBeUndefined()))
})

// What a person sees of it: the partner's trouble has an id to look up, its ordinary refusal none.
test.each([
  [500, { errorName: 'InternalError', content: {} }, true],
  [502, 'a gateway', true],
  [401, {}, true],
  [429, { errorName: 'InternalError', content: {} }, true],
  [404, { errorName: 'EntityNotFoundError', content: {} }, false],
  [422, { errorName: 'UnprocessableEntityError', content: 'No.' }, false],
])('a partner that answers %s %j: has the failure an id? %s', async (status, body, hasId) => {
  const { connection } = await partner((response) => sendJson(response, status, body))
  const result = await inRequest('AAAAAAAAAAA1', () => get(connection))
  expect(!result.ok && result.error.requestId).toBe(hasId ? 'AAAAAAAAAAA1' : undefined)
})

test('a partner that sends our id back has given no id of its own', async () => {
  const { connection } = await partner((response, { requestId: id = '' }) =>
    sendJson(response, 502, {}, { 'x-request-id': id }),
  )
  const result = await inRequest('AAAAAAAAAAA1', () => get(connection))
  expect(result).toMatchObject({ error: { message: 'The partner had an error.' } })
})

test('a failure without a request to the partner also has a line in the log', async () => {
  const { connection, seen } = await partner((response) => void response.destroy())
  for (let i = 0; i < 6; i += 1) await get(connection)
  const before = seen.length
  const logged = vi.spyOn(logFile, 'log')
  const result = await inRequest('AAAAAAAAAAA1', () => get(connection))
  expect(result).toMatchObject({ error: { name: 'PartnerDown', requestId: 'AAAAAAAAAAA1' } })
  expect(seen).toHaveLength(before)
  expect(logged).toHaveBeenCalledWith('warn', 'partner not called', {
    operation: 'getChargeCapture',
    error_name: 'PartnerDown',
  })
})

test('a console that was not reached has no id to show', () => {
  expect(failureOf(new TypeError('Failed to fetch'))).not.toHaveProperty('requestId')
})
