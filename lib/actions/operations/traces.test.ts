import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { inRequest } from '#lib/console/request-id.ts'
import { user } from '#lib/console/schema.ts'
import { signInAccount, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { deliver } from '#lib/console/trace-export.ts'
import { note, resetTraces, traced, traceSettings } from '#lib/console/traces.ts'
import { readChargeCapture } from '#lib/actions/read.ts'
import { readList } from '#lib/actions/lists.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'

type Value = { stringValue?: string; intValue?: string }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: Value }[]
  status?: { code: number }
}
type Received = {
  resourceSpans: [
    { resource: { attributes: { key: string; value: Value }[] }; scopeSpans: [{ spans: Span[] }] },
  ]
}

// A collector, as far as the protocol asks for one.
const received: { path: string; key: string | undefined; body: string }[] = []
let answer = 200
const collector = createServer(async (asked, response) => {
  const key = asked.headers['x-collector-key'] as string | undefined
  received.push({ path: asked.url ?? '', key, body: await text(asked) })
  response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
})
let partner: Awaited<ReturnType<typeof startTestPartner>>
let status = 200

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  partner = await startTestPartner((response) =>
    sendJson(response, status, { items: [], id: 'c1', patient: 'Zqkanari' }),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
  const [holder] = await (await consoleDb()).select().from(user).limit(1)
  request.headers = new Headers({
    host: '127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    'sec-fetch-site': 'same-origin',
  })
  await (await consoleDb()).update(user).set({ role: 'biller', isDemo: true })
  await signInAccount(holder!.id)
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
  collector.close()
})
beforeEach(() => {
  received.length = 0
  partner.seen.length = 0
  ;[answer, status] = [200, 200]
  const { port } = collector.address() as AddressInfo
  setOtel({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key',
    OTEL_SERVICE_NAME: 'billing',
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  setOtel({})
})

function setOtel(env: { [name: string]: string }): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith('OTEL_')) delete process.env[name]
  Object.assign(process.env, env)
  resetTraces()
}

async function spans(): Promise<Span[]> {
  await deliver(traceSettings()!)
  return received.flatMap(
    ({ body }) => (JSON.parse(body) as Received).resourceSpans[0].scopeSpans[0].spans,
  )
}
const facts = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

/** One request of a browser, as the front server measures it. */
const ask = (act: () => Promise<{ reply: Promise<string> }>) =>
  inRequest('AAAAAAAAAAA1', () =>
    traced('/charge-captures/[id]', 'server', async () => {
      await (
        await act()
      ).reply
      note({ 'http.request.method': 'POST', 'http.response.status_code': 200 })
    }),
  )
const id = '5f0c1d52-7a55-4a0c-9d1a-1f3f3c0f0a11'
const open = () => ask(() => readChargeCapture({ id }))

test('a request and its calls to the partner are one trace, by the names of act and operation', async () => {
  await open()
  const [call, server] = await spans()
  expect(server).toMatchObject({ name: 'getChargeCapture', kind: 2 })
  expect(facts(server!)).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': '200',
    'console.request_id': 'AAAAAAAAAAA1',
  })
  expect(call).toMatchObject({
    name: 'getChargeCapture',
    kind: 3,
    traceId: server!.traceId,
    parentSpanId: server!.spanId,
  })
  expect(facts(call!)).toEqual({
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    'console.request_id': 'AAAAAAAAAAA1',
    'console.connection_id': 'sandbox',
    'console.attempt': '1',
  })
  expect(BigInt(call!.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server!.startTimeUnixNano))
  expect(BigInt(call!.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(call!.startTimeUnixNano))
  expect(partner.seen[0]!.traceparent).toBe(`00-${call!.traceId}-${call!.spanId}-01`)
  expect(received).toMatchObject([{ path: '/v1/traces', key: 'a key' }])
  const { resource } = (JSON.parse(received[0]!.body) as Received).resourceSpans[0]
  expect(resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'billing' },
  })
})

test('a failure has its name and no message', async () => {
  status = 422
  await open()
  const found = await spans()
  for (const span of found) expect(span.status).toEqual({ code: 2 })
  expect(facts(found[0]!)).toMatchObject({ 'error.type': expect.stringMatching(/^\w+$/) })
})

test('no patient, id, query or key is in a trace', async () => {
  await open()
  const filters = { operation: 'listChargeCaptures', query: { search_term: 'Zqkanari', limit: 5 } }
  await ask(() => readList({ ...filters, position: null } as never))
  status = 500
  await open()
  await ask(() => readChargeCapture({ id: 'Zqkanari' }))
  expect((await spans()).length).toBeGreaterThan(5)
  const sent = received.map(({ body }) => body).join('\n')
  for (const secret of ['Zqkanari', id, 'sandbox-full', 'search_term', 'a key'])
    expect(sent.includes(secret), secret).toBe(false)
})

test('without a collector nothing is measured, and the partner hears of no trace', async () => {
  const off: { [name: string]: string }[] = [
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' },
  ]
  for (const env of off) {
    setOtel(env)
    expect(traceSettings()).toBeUndefined()
    await open()
    expect(partner.seen.at(-1)!.traceparent).toBeUndefined()
  }
})

test('the sampler keeps whole traces or none, and tells the partner which', async () => {
  setOtel({ ...otel(), OTEL_TRACES_SAMPLER: 'always_off' })
  await open()
  expect(await spans()).toEqual([])
  expect(partner.seen.at(-1)!.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
  setOtel({
    ...otel(),
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  for (let i = 0; i < 400; i += 1)
    await traced('/', 'server', () => traced('job', 'internal', async () => undefined))
  const kept = await spans()
  const traces = new Set(kept.map(({ traceId }) => traceId))
  expect(kept).toHaveLength(traces.size * 2)
  expect(traces.size).toBeGreaterThan(140)
  expect(traces.size).toBeLessThan(260)
})
const otel = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: process.env.OTEL_EXPORTER_OTLP_ENDPOINT! })

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'ftp://secret.example'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'secret'],
  ['OTEL_TRACES_EXPORTER', 'jaeger'],
])('a wrong %s is refused with words that do not quote it', (name, value) => {
  const env = { NODE_ENV: 'test', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a.example', [name]: value }
  expect(() => traceSettings(env as NodeJS.ProcessEnv)).toThrow(name)
  expect(() => traceSettings(env as NodeJS.ProcessEnv)).not.toThrow(/secret|jaeger/)
})

test('a collector that refuses costs spans and one line of the log, never a request', async () => {
  answer = 503
  const logged = vi.spyOn(logFile, 'log')
  await open()
  expect(await spans()).toHaveLength(2)
  expect(logged).toHaveBeenCalledWith('warn', 'traces not delivered', { status: 503, count: 2 })
  for (let i = 0; i < 3_000; i += 1) await traced('/', 'server', async () => undefined)
  received.length = 0
  answer = 200
  expect(await spans()).toHaveLength(2_048)
})
