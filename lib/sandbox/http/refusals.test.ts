import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#lib/contract/operation.ts'
import { operations } from '#lib/contract/operations.ts'
import { handlers } from '#lib/sandbox/handlers.ts'
import { type TestSandbox, captureBody, startTestSandbox } from '#lib/sandbox/test-sandbox.ts'

const captures = '/api/charge_captures/v1'
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.close())

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
])('%s is refused in the envelope and the service keeps running', async (_, body, status) => {
  const answer = await sandbox.send('POST', captures, body)
  expect(answer.status).toBe(status)
  expect(answer.json).toEqual({ errorName: expect.any(String), content: expect.anything() })
  expect(answer.text).not.toMatch(/node_modules|\.ts:|at async/)
  expect((await sandbox.get(captures)).status).toBe(200)
  expect((await sandbox.send('GET', '/_sandbox/requests')).status).toBe(200)
})

test('a body of more than 20 MB: 413, with and without a stated length', async () => {
  const body = JSON.stringify(captureBody({ additional_information: 'x'.repeat(21 * 1024 * 1024) }))
  expect(await sandbox.send('POST', captures, body)).toMatchObject({
    status: 413,
    json: { errorName: 'PayloadTooLargeError' },
  })
  const streamed = await fetch(sandbox.url + captures, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-full' },
    body: new Blob([body]).stream(),
    duplex: 'half',
  } as RequestInit)
  expect(streamed.status).toBe(413)
})

test('a body just below the limit is accepted', async () => {
  const answer = await sandbox.send(
    'POST',
    captures,
    captureBody({ additional_information: 'x'.repeat(5 * 1024 * 1024) }),
  )
  expect(answer.status).toBe(200)
})

test('wrong types and unknown values: 422 with every field by its wire path', async () => {
  const body = captureBody(
    { patient: { first_name: 7 }, service_lines: [{ charge_amount_cents: 'ten' }] },
    { status: 4 },
  )
  const answer = await sandbox.send('POST', captures, body)
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({ errorName: 'HttpRequestValidationsError' })
  const fields = (answer.json as { content: { fieldName: string }[] }).content.map(
    ({ fieldName }) => fieldName,
  )
  expect(fields.toSorted()).toEqual([
    'data.patient.first_name',
    'data.service_lines.0.charge_amount_cents',
    'status',
  ])
  const unknown = await sandbox.send(
    'POST',
    captures,
    captureBody(
      { patient: { gender: 'mystery' }, accident_date: '2026-02-30' },
      { status: 'paid' },
    ),
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
  const answer = await sandbox.get(captures, { [name]: value })
  expect(answer.status).toBe(422)
  expect(answer.json).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: [{ fieldName: name }],
  })
})

test('a member of type UUID or URL with another text: 422 that names it', async () => {
  const content = {}
  const create = await sandbox.send(
    'POST',
    captures,
    captureBody(
      { service_facility_id: 'north', schema_instances: [{ schema_id: 'facts', content }] },
      { ehr_source_url: '/charges/7', metadata: [{ schema_id: '7', content }] },
    ),
  )
  expect(create).toMatchObject({ status: 422, json: { errorName: 'HttpRequestValidationsError' } })
  expect(fieldsOf(create).toSorted()).toEqual([
    'data.schema_instances.0.schema_id',
    'data.service_facility_id',
    'ehr_source_url',
    'metadata.0.schema_id',
  ])
  const span = await sandbox.send('POST', '/api/provider-credentialing-span/v2/facility', {
    service_facility_id: '1',
    contracting_provider_id: '1999999984',
    payer_uuid: '60054',
  })
  expect(fieldsOf(span).toSorted()).toEqual([
    'contracting_provider_id',
    'payer_uuid',
    'service_facility_id',
  ])
  const site = await sandbox.send('POST', '/api/contracts/v3/x/service-facilities', {
    service_facility_id: '1',
    provider_ids: ['2'],
  })
  expect(site).toMatchObject({
    status: 422,
    json: {
      errorName: 'UnprocessableEntityError',
      content: { message: 'service_facility_id: is not a UUID; provider_ids.0: is not a UUID' },
    },
  })
})

test('an instant on a nonexistent day, and a fractional diagnosis pointer: 422 that names the field', async () => {
  const notes = [
    { category: 'clinical', notes: [{ text: 'x', timestamp: '2024-02-30T10:00:00Z' }] },
  ]
  const body = captureBody({
    clinical_notes: notes,
    service_lines: [{ procedure_code: 'G0101', diagnosis_pointers: [0.5] }],
  })
  expect(await sandbox.send('POST', captures, body)).toMatchObject({
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
  expect(
    await sandbox.get('/api/encounters/v4', { diagnoses_updated_since: '2024-02-30T10:00:00Z' }),
  ).toMatchObject({
    status: 422,
    json: {
      content: [
        {
          fieldName: 'diagnoses_updated_since',
          humanReadableMessage: 'is on a day that does not exist',
        },
      ],
    },
  })
})

test('a repeated parameter that takes one value: 422', async () => {
  expect(await sandbox.get(captures, { status: ['planned', 'billable'] })).toMatchObject({
    status: 422,
    json: { content: [{ fieldName: 'status' }] },
  })
})

test('without a valid key: 401 on every operation except createToken', async () => {
  for (const operation of Object.values(operations)) {
    if (operation.id === 'createToken') continue
    const path = operation.path.replaceAll(/\{\w+\}/g, '1')
    for (const key of ['', 'sandbox-nobody', 'sandbox-token.99999999999999.forged']) {
      expect(
        await sandbox.send(
          operation.method,
          path,
          operation.method === 'GET' ? undefined : {},
          key,
        ),
        operation.id,
      ).toMatchObject({ status: 401, json: { errorName: 'UnauthenticatedError' } })
    }
  }
})

test('the read-only key: 403 on every write', async () => {
  for (const operation of Object.values(operations)) {
    if (
      operation.method === 'GET' ||
      ['createToken', 'findChargeCapturesByMetadata'].includes(operation.id)
    )
      continue
    const answer = await sandbox.send(
      operation.method,
      operation.path.replaceAll(/\{\w+\}/g, '1'),
      {},
      'sandbox-readonly',
    )
    expect(answer, operation.id).toMatchObject({
      status: 403,
      json: { errorName: 'UnauthorizedError', content: { message: expect.any(String) } },
    })
  }
})

test('an operation without a handler: 501 with its name', async () => {
  const missing = Object.values(operations).filter(({ id }) => !Object.hasOwn(handlers, id))
  for (const operation of missing) {
    const answer = await sandbox.send(
      operation.method,
      operation.path.replaceAll(/\{\w+\}/g, '1'),
      operation.method === 'GET' ? undefined : {},
    )
    expect(answer).toMatchObject({
      status: 501,
      json: {
        errorName: 'NotImplementedError',
        content: { message: `${operation.id} is not implemented.` },
      },
    })
  }
})

const sendAs = (type: string) =>
  fetch(sandbox.url + captures, {
    method: 'POST',
    headers: { authorization: 'Bearer sandbox-full', 'content-type': type },
    body: JSON.stringify(captureBody()),
  })

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
])('a body of content type %s: 415 in the envelope', async (type) => {
  const answer = await sendAs(type)
  expect(answer.status).toBe(415)
  expect(await answer.json()).toEqual({
    errorName: 'UnsupportedMediaTypeError',
    content: { message: expect.stringContaining('application/json') },
  })
})

test.each(['application/JSON; charset=utf-8', 'application/merge-patch+json'])(
  'a body of content type %s is accepted',
  async (type) => {
    expect((await sendAs(type)).status).toBe(200)
  },
)

test('a body without a content type: 415 on every operation with a body, and nothing is written', async () => {
  const before = (await sandbox.get(captures)).text
  for (const operation of Object.values(operations) as Operation[]) {
    if (!operation.body) continue
    const answer = await fetch(sandbox.url + operation.path.replaceAll(/\{\w+\}/g, '1'), {
      method: operation.method,
      headers: { authorization: 'Bearer sandbox-full' },
      body: new Blob([JSON.stringify(captureBody())]),
    })
    expect([operation.id, answer.status]).toEqual([operation.id, 415])
  }
  expect((await sandbox.get(captures)).text).toBe(before)
})

const fieldsOf = (answer: { json: never }) =>
  (answer.json as { content: { fieldName: string }[] }).content.map(({ fieldName }) => fieldName)

test('one 422 names all invalid parameters, including the page token', async () => {
  const answer = await sandbox.get(captures, {
    limit: 0,
    sort: 'name',
    status: ['planned', 'billable'],
    page_token: 'forged',
  })
  expect(answer.status).toBe(422)
  expect(fieldsOf(answer).toSorted()).toEqual(['limit', 'page_token', 'sort', 'status'])
  const byPost = await sandbox.send('POST', `${captures}/find-by-metadata`, {
    metadata: [{ schema_id: '00000000-0000-4000-8000-000000000000', content: { a: '\u0000' } }],
    limit: 5000,
    page_token: 'forged',
  })
  expect(fieldsOf(byPost).toSorted()).toEqual(['limit', 'metadata', 'page_token'])
})

test("one 422 names all invalid members, including those that only the operation's rules refuse", async () => {
  const written = captureBody(
    { accident_date: 'soon' },
    { charge_external_id: ' ', patient_external_id: 'a\u0000b' },
  )
  const create = await sandbox.send('POST', captures, {
    ...written,
    status: 'paid',
    metadata: [{ schema_id: '00000000-0000-4000-8000-000000000000', content: { a: '\u0000' } }],
  })
  expect(fieldsOf(create).toSorted()).toEqual([
    'charge_external_id',
    'data.accident_date',
    'metadata',
    'patient_external_id',
    'status',
  ])
  const fromRecords = await sandbox.send('POST', `${captures}/create-from-pre-encounter`, {
    data: { patient: {}, referral_number: 'R', accident_date: 'soon' },
    charge_external_id: '',
    status: 'planned',
    pre_encounter_patient_id: 4,
  })
  expect(fieldsOf(fromRecords).toSorted()).toEqual([
    'charge_external_id',
    'data.accident_date',
    'data.patient',
    'data.referral_number',
    'pre_encounter_appointment_ids',
    'pre_encounter_patient_id',
  ])
})

test('one 422 names all lines of an encounter without a valid diagnosis pointer', async () => {
  const line = { procedure_code: 'G0101', quantity: '1', units: 'UN', charge_amount_cents: 1 }
  const answer = await sandbox.send('POST', '/api/encounters/v4/create-from-pre-encounter', {
    external_id: ' ',
    date_of_service: '2026-10-05',
    end_date_of_service: '2026-10-04',
    patient: {},
    diagnoses: [],
    service_lines: [
      { ...line, diagnosis_pointers: [0] },
      { ...line, diagnosis_pointers: [] },
    ],
  })
  expect(answer.status).toBe(422)
  expect(fieldsOf(answer)).toEqual(
    expect.arrayContaining([
      'external_id',
      'end_date_of_service',
      'patient',
      'pre_encounter_patient_id',
      'service_lines.0.diagnosis_pointers',
      'service_lines.1.diagnosis_pointers',
    ]),
  )
})

test('unknown paths and wrong methods', async () => {
  expect(await sandbox.get('/api/nothing/v1')).toMatchObject({
    status: 404,
    json: { errorName: 'NotFoundError' },
  })
  const wrong = await sandbox.send('DELETE', captures)
  expect(wrong).toMatchObject({ status: 405, json: { errorName: 'MethodNotAllowedError' } })
  expect(wrong.headers.get('allow')).toContain('POST')
})

test('tokens from client credentials, as JSON or as a form, work for five hours', async () => {
  const credentials = { client_id: 'sandbox-client', client_secret: 'sandbox-secret' }
  const json = (await sandbox.send('POST', '/api/auth/v2/token', credentials, '')).json as {
    access_token: string
    expires_in: number
  }
  const form = await fetch(`${sandbox.url}/api/auth/v2/token`, {
    method: 'POST',
    body: new URLSearchParams(credentials),
  })
  expect(json).toMatchObject({ expires_in: 18_000, token_type: 'Bearer' })
  expect(
    (await sandbox.get(captures, {}, ((await form.json()) as typeof json).access_token)).status,
  ).toBe(200)
  expect(
    (
      await sandbox.send(
        'POST',
        '/api/auth/v2/token',
        { ...credentials, client_secret: 'wrong' },
        '',
      )
    ).status,
  ).toBe(401)
  await sandbox.send('POST', '/_sandbox/clock', { advance: 18_000_001 })
  expect((await sandbox.get(captures, {}, json.access_token)).status).toBe(401)
  await sandbox.send('POST', '/_sandbox/clock', {})
})

test('the OpenAPI document needs no key', async () => {
  expect((await sandbox.send('GET', '/openapi.json', undefined, '')).json).toMatchObject({
    openapi: '3.1.0',
  })
})

test('the service survives a request that is not HTTP', async () => {
  const { port } = new URL(sandbox.url)
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.end('\u0000\u0001 nonsense\r\n\r\n'),
    )
    socket.once('close', () => resolve()).resume()
  })
  expect((await sandbox.get(captures)).status).toBe(200)
})

test.each([
  [
    'with a URL',
    (size: number) => [`/api/charge_captures/v1?claim_ids=${'x'.repeat(size)}`, ''] as const,
  ],
  ['with headers', (size: number) => [captures, `x-filler: ${'x'.repeat(size)}\r\n`] as const],
])('a request %s that is too long: 431 in the envelope', async (_, request) => {
  for (const size of [130 * 1024, 300 * 1024, 5 * 1024 * 1024]) {
    const [path, header] = request(size)
    const answer = await sendRaw(
      `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer sandbox-full\r\n${header}\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 431 /)
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
      errorName: 'RequestHeaderFieldsTooLargeError',
      content: { message: expect.any(String) },
    })
  }
  expect((await sandbox.get(captures)).status).toBe(200)
})

test('a filter by the 1,000 ids of the largest page fits in a URL', async () => {
  const ids = Array.from({ length: 1000 }, () => randomUUID())
  for (const name of ['claim_creation_ids', 'claim_creation_ids_ranked_sort'])
    expect(await sandbox.get(captures, { [name]: ids })).toMatchObject({ status: 200 })
})

test('a request that is not HTTP: 400 in the envelope', async () => {
  const answer = await sendRaw('\u0000\u0001 nonsense\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ errorName: 'BadRequestError' })
})

/** The server's whole answer to these bytes, until it closes the connection. */
function sendRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1', () =>
      socket.write(bytes),
    )
    socket.on('data', (part: Buffer) => parts.push(part))
    socket.once('error', reject)
    socket.once('close', () => resolve(Buffer.concat(parts).toString()))
  })
}
