import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { handlers } from '#lib/sandbox/handlers/handlers.ts'
import { captureBody, type Door, openDoor } from '#lib/sandbox/test-door.ts'

const captures = '/api/charge_captures/v1'
let door: Door

beforeAll(async () => {
  door = await openDoor()
})
afterAll(() => door.close())

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test.each([
  ['malformed JSON', '{"data": ', 400],
  ['no body', '', 400],
  ['a body that is no object', '[]', 422],
  ['null', 'null', 422],
  ['a body 65 levels deep', `{"data":${nested(64)}}`, 400],
  ['a body 100,000 levels deep', nested(100_000), 400],
  ['a __proto__ member', '{"data":{"__proto__":{"x":1}}}', 400],
  ['an escaped __proto__ member', '{"data":{"\\u005f_proto__":{}}}', 400],
  ['bytes that are no text', '"\ud800"', 422],
])('%s is refused in the envelope and the service lives on', async (_, body, status) => {
  const answer = await door.send('POST', captures, body)
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ errorName: expect.any(String), content: expect.anything() })
  expect(answer.text).not.toMatch(/node_modules|\.ts:|at async/)
  expect((await door.get(captures)).status).toBe(200)
})

test('a body of more than 20 MB: 413, with and without a stated length', async () => {
  const body = JSON.stringify(captureBody({ additional_information: 'x'.repeat(21 * 1024 * 1024) }))
  expect(await door.send('POST', captures, body)).toMatchObject({
    status: 413,
    json: { errorName: 'PayloadTooLargeError' },
  })
  const streamed = await fetch(door.url + captures, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-full' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(streamed.status).toBe(413)
})

test('a body just below the limit is taken', async () => {
  const answer = await door.send('POST', captures, captureBody({ additional_information: 'x'.repeat(5 * 1024 * 1024) }))
  expect(answer.status).toBe(200)
})

test('wrong types and unknown values: 422 with every field by its wire path', async () => {
  const body = captureBody(
    { patient: { first_name: 7 }, service_lines: [{ charge_amount_cents: 'ten' }] },
    { status: 4 },
  )
  const answer = await door.send('POST', captures, body)
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ errorName: 'HttpRequestValidationsError' })
  const fields = (answer.json as { content: { fieldName: string }[] }).content.map(({ fieldName }) => fieldName)
  expect(fields.toSorted()).toEqual(['data.patient.first_name', 'data.service_lines.0.charge_amount_cents', 'status'])
  const unknown = await door.send(
    'POST',
    captures,
    captureBody({ patient: { gender: 'mystery' }, accident_date: '2026-02-30' }, { status: 'paid' }),
  )
  expect(unknown.json).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: expect.arrayContaining([
      { fieldName: 'data.patient.gender', humanReadableMessage: expect.any(String) },
      { fieldName: 'data.accident_date', humanReadableMessage: expect.any(String) },
      { fieldName: 'status', humanReadableMessage: expect.any(String) },
    ]),
  })
})

test.each([
  ['limit', '0'],
  ['limit', '-1'],
  ['limit', '1.5'],
  ['limit', 'many'],
  ['limit', '1001'],
  ['limit', ''],
  ['sort', 'name'],
  ['sort_direction', 'sideways'],
  ['status', 'paid'],
  ['date_of_service_min', '2026-13-01'],
  ['exclude_charges_linked_to_claims', 'yes'],
  ['claim_status', 'unheard_of'],
  ['page_token', 'forged'],
  ['page_token', 'a.é'],
  ['patient_external_id', 'a\u0000b'],
])('%s=%s in a query: 422 that names the parameter', async (name, value) => {
  const answer = await door.get(captures, { [name]: value })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ errorName: 'HttpRequestValidationsError', content: [{ fieldName: name }] })
})

test('a day that does not exist in an instant, and half a diagnosis pointer: 422 that names the field', async () => {
  const notes = [{ category: 'clinical', notes: [{ text: 'x', timestamp: '2024-02-30T10:00:00Z' }] }]
  const body = captureBody({
    clinical_notes: notes,
    service_lines: [{ procedure_code: 'G0101', diagnosis_pointers: [0.5] }],
  })
  expect(await door.send('POST', captures, body)).toMatchObject({
    status: 422,
    json: {
      errorName: 'HttpRequestValidationsError',
      content: [
        {
          fieldName: 'data.clinical_notes.0.notes.0.timestamp',
          humanReadableMessage: 'is on a day that does not exist',
        },
        {
          fieldName: 'data.service_lines.0.diagnosis_pointers.0',
          humanReadableMessage: 'is not a whole number',
        },
      ],
    },
  })
  expect(await door.get('/api/encounters/v4', { diagnoses_updated_since: '2024-02-30T10:00:00Z' })).toMatchObject({
    status: 422,
    json: {
      content: [{ fieldName: 'diagnoses_updated_since', humanReadableMessage: 'is on a day that does not exist' }],
    },
  })
})

test('a parameter of one value that is repeated: 422', async () => {
  expect(await door.get(captures, { status: ['planned', 'billable'] })).toMatchObject({
    status: 422,
    json: { content: [{ fieldName: 'status' }] },
  })
})

test('without a valid key: 401 on every operation but the token', async () => {
  for (const operation of Object.values(operations)) {
    if (operation.id === 'createToken') continue
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    for (const key of ['', 'sandbox-nobody', 'sandbox-token.99999999999999.forged']) {
      expect(
        await door.send(operation.method, path, operation.method === 'GET' ? undefined : {}, key),
        operation.id,
      ).toMatchObject({ status: 401, json: { errorName: 'UnauthenticatedError' } })
    }
  }
})

test('the read-only key: 403 on every write', async () => {
  for (const operation of Object.values(operations)) {
    if (operation.method === 'GET' || ['createToken', 'findChargeCapturesByMetadata'].includes(operation.id)) continue
    const answer = await door.send(operation.method, operation.path.replaceAll(/\{\w+\}/g, '1'), {}, 'sandbox-readonly')
    expect(answer, operation.id).toMatchObject({
      status: 403,
      json: { errorName: 'UnauthorizedError', content: { message: expect.any(String) } },
    })
  }
})

test('an operation that is not built: 501 by its name', async () => {
  const missing = Object.values(operations).filter(({ id }) => !Object.hasOwn(handlers, id))
  for (const operation of missing) {
    const answer = await door.send(
      operation.method,
      operation.path.replaceAll(/\{\w+\}/g, '1'),
      operation.method === 'GET' ? undefined : {},
    )
    expect(answer).toMatchObject({
      status: 501,
      json: { errorName: 'NotImplementedError', content: { message: `${operation.id} is not built yet` } },
    })
  }
})

test('unknown paths and wrong methods', async () => {
  expect(await door.get('/api/nothing/v1')).toMatchObject({ status: 404, json: { errorName: 'NotFoundError' } })
  const wrong = await door.send('DELETE', captures)
  expect(wrong).toMatchObject({ status: 405, json: { errorName: 'MethodNotAllowedError' } })
  expect(wrong.headers.get('allow')).toContain('POST')
})

test('tokens from client credentials, as JSON or as a form, work for five hours', async () => {
  const credentials = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }
  const json = (await door.send('POST', '/api/auth/v2/token', credentials, '')).json as {
    access_token: string
    expires_in: number
  }
  const form = await fetch(`${door.url}/api/auth/v2/token`, { method: 'POST', body: new URLSearchParams(credentials) })
  expect(json).toMatchObject({ expires_in: 18_000, token_type: 'Bearer' })
  expect((await door.get(captures, {}, ((await form.json()) as typeof json).access_token)).status).toBe(200)
  expect((await door.send('POST', '/api/auth/v2/token', { ...credentials, client_secret: 'wrong' }, '')).status).toBe(
    401,
  )
  await door.send('POST', '/_sandbox/clock', { advance: 18_000_001 })
  expect((await door.get(captures, {}, json.access_token)).status).toBe(401)
  await door.send('POST', '/_sandbox/clock', {})
})

test('the OpenAPI document is there without a key', async () => {
  expect((await door.send('GET', '/openapi.json', undefined, '')).json).toMatchObject({ openapi: '3.1.0' })
})

test('a request that is no HTTP does not harm the service', async () => {
  const { port } = new URL(door.url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.end('\u0000\u0001 nonsense\r\n\r\n'))
    socket.once('close', () => resolve()).resume()
  })
  expect((await door.get(captures)).status).toBe(200)
})
