import net, { type AddressInfo, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { canonicalText, parseExact } from '#lib/core/json.ts'
import { call, callParsed } from './call.ts'
import { connectionTo, testKey } from './test-partner.ts'

// Hostile answers of a partner or a gateway: each call ends within its deadline and returns a
// value, a write is never wrongly reported as "not made", and no text of the answer is logged.

const logged = vi.hoisted(() => [] as string[])
vi.mock('pino', async (original) => {
  const real = (await original<typeof import('pino')>()).default
  const pino = (options: object) =>
    real(options, { write: (line: string) => void logged.push(line) })
  return { default: Object.assign(pino, { stdTimeFunctions: real.stdTimeFunctions }) }
})

const patient = 'Canary Moss Avery'
const limits = { connectMs: 400, firstByteMs: 400, totalMs: 1_000, maxBytes: 200_000 }
const slackMs = 4_000

let answer: (socket: Socket) => void = () => undefined
const sockets = new Set<Socket>()
// A plain TCP server, because an HTTP server refuses to send most of these answers.
const server = net.createServer((socket) => {
  sockets.add(socket)
  let asked = ''
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  socket.on('data', (part) => {
    asked += part.toString('latin1')
    const [head, body] = asked.split('\r\n\r\n')
    const awaited = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0)
    if (body === undefined || body.length < awaited) return
    asked = ''
    answer(socket)
  })
})

let level: string | undefined
beforeAll(async () => {
  level = process.env.LOG_LEVEL
  process.env.LOG_LEVEL = 'info'
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  process.env.LOG_LEVEL = level
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  logged.length = 0
})

const secret = `{"patient":"${patient}","key":"${testKey}"}`
const page = `<html><h1>${patient} ${testKey}</h1></html>`
const head = (status: string, headers: string[], body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from([`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')),
    Buffer.from(body),
  ])
const whole = (status: string, type: string, body: string | Buffer, more: string[] = []) =>
  head(
    status,
    [`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`, ...more],
    body,
  )
const json = (body: string | Buffer, status = '200 OK', more: string[] = []) =>
  whole(status, 'application/json', body, more)
const send = (bytes: Buffer | string) => (socket: Socket) => void socket.write(bytes)
const sendAndEnd = (bytes: Buffer | string) => (socket: Socket) => void socket.end(bytes)
const drip = (bytes: string, every: number) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(bytes), every)
  socket.on('close', () => clearInterval(timer))
}
const refusal = (
  content: unknown,
  errorName = 'HttpRequestValidationsError',
  status = '422 Unprocessable',
) => json(JSON.stringify({ errorName, content }), status)
const withHead = (first: Buffer, then: (socket: Socket) => void) => (socket: Socket) => {
  socket.write(first)
  then(socket)
}
const gzipHeaders = ['content-encoding: gzip']
const complaint = {
  fieldName: `[${' '.repeat(4_000)}`,
  humanReadableMessage: `${patient} ${testKey}`,
}

/**
 * One answer; `refuses` if it is the partner's own refusal, which means that the write was not
 * made.
 */
const answers: [title: string, answer: (socket: Socket) => void, refuses?: 'refuses'][] = [
  ['nothing at all', () => undefined],
  ['the connection closed', (socket) => socket.end()],
  ['the connection reset', (socket) => socket.resetAndDestroy()],
  ['text that is no HTTP', sendAndEnd(`${patient}\r\n\r\n`)],
  ['half a status line', sendAndEnd('HTTP/1.1 20')],
  ['headers without an end', drip(`x-a: ${patient}\r\n`, 20)],
  [
    'a flood of headers',
    send(
      head(
        '200 OK',
        Array.from({ length: 5_000 }, (_, n) => `x-${n}: ${patient}`),
      ),
    ),
  ],
  ['a header of 1 MB', send(head('200 OK', [`x-a: ${'a'.repeat(1_000_000)}`]))],
  ['"go on" again and again', drip('HTTP/1.1 100 Continue\r\n\r\n', 20)],
  ['early hints again and again', drip('HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n', 20)],
  [
    'another protocol',
    send('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  [
    'a body that is cut',
    sendAndEnd(head('200 OK', ['content-type: application/json', 'content-length: 900'], '{"a":')),
  ],
  ['JSON that is cut and sent as a whole', send(json(`{"patient":"${patient}","st`))],
  ['large JSON with both ends and rubbish between', send(json(`{${'x'.repeat(120_000)}}`))],
  [
    'a length that is too small',
    send(head('200 OK', ['content-type: application/json', 'content-length: 5'], secret)),
  ],
  [
    'a length that is no number',
    send(head('200 OK', ['content-type: application/json', 'content-length: x'], secret)),
  ],
  ['two lengths', send(head('200 OK', ['content-length: 5', 'content-length: 9'], secret))],
  [
    'pieces with a wrong size',
    send(head('200 OK', ['transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')),
  ],
  [
    'pieces without an end',
    withHead(head('200 OK', ['transfer-encoding: chunked']), drip('1\r\n \r\n', 20)),
  ],
  [
    'a body letter by letter',
    withHead(head('200 OK', ['content-type: application/json']), drip(' ', 20)),
  ],
  [
    'a body without an end',
    withHead(head('200 OK', ['content-type: application/json']), drip('x'.repeat(60_000), 20)),
  ],
  [
    'a body that packs 50 MB',
    send(json(gzipSync(Buffer.alloc(50_000_000, 32)), '200 OK', gzipHeaders)),
  ],
  ['rubbish that says it is packed', send(json(patient, '200 OK', gzipHeaders))],
  [
    'a packed body that is cut',
    send(json(gzipSync(secret).subarray(0, 20), '200 OK', gzipHeaders)),
  ],
  ['an unknown encoding', send(json(secret, '200 OK', ['content-encoding: br']))],
  ['letters that are no UTF-8', send(json(Buffer.from('{"contract_id":"\xe9\xff"}', 'latin1')))],
  ['UTF-16', send(json(Buffer.from(`\ufeff${secret}`, 'utf16le')))],
  ['zero bytes', send(json(Buffer.alloc(1_000)))],
  ['an empty body', send(json(''))],
  ['no content where a record is promised', send(head('204 No Content', []))],
  ['no content with a body', sendAndEnd(head('204 No Content', ['content-length: 5'], secret))],
  ['a page to sign in', send(whole('200 OK', 'text/html', page))],
  ['a page that says that it is JSON', send(json(page))],
  ['null', send(json('null'))],
  ['a list where an object is promised', send(json('[1,2,3]'))],
  ['JSON that is nested 90,000 deep', send(json('['.repeat(90_000) + ']'.repeat(90_000)))],
  ['JSON that is nested and cut', send(json('{"a":'.repeat(30_000)))],
  [
    'members of hostile names',
    send(json(`{"__proto__":{"items":[]},"constructor":1,"n":1.0,"patient":"${patient}"}`)),
  ],
  ['such names in disguise', send(json('{"\\u005f_proto__":{"x":1},"items":[],"n":1.0}'))],
  [
    'numbers out of every range',
    send(json('{"items":[],"count":1e999,"n":-0,"m":123456789012345678901234567890}')),
  ],
  ['a gateway’s page, 502', send(whole('502 Bad Gateway', 'text/html', page))],
  [
    'a gateway’s page, 503',
    send(whole('503 Unavailable', 'text/html', page, ['retry-after: 99999999999'])),
  ],
  [
    'a gateway’s limit, 429',
    send(whole('429 Too Many', 'text/plain', patient, ['retry-after: 1e9'])),
  ],
  ['a status that nobody knows, 599', send(json(secret, '599 Odd'))],
  [
    'a redirect',
    send(head('302 Found', ['location: http://169.254.169.254/', 'content-length: 0'])),
  ],
  ['a redirect to itself', send(head('307 Again', ['location: /', 'content-length: 0']))],
  ['a complaint of "[" and blanks', send(refusal([complaint])), 'refuses'],
  [
    '10,000 complaints',
    send(refusal(Array.from({ length: 10_000 }, () => ({ fieldName: 'a' })))),
    'refuses',
  ],
  [
    'a refusal of a hostile name',
    send(refusal({ message: testKey }, `__proto__ ${patient}`)),
    'refuses',
  ],
  ['a refusal of odd content', send(refusal([null, 5, [[]], { fieldName: {} }])), 'refuses'],
  ['a 422 that is nested deep and cut', send(json('{"errorName":'.repeat(9_000), '422 Odd'))],
]

const { listContractsV3, getContractV3, createContractV3, updateContractV3, deleteContractV3 } =
  operations
const contract_id = 'c-1'

test.each(answers)('%s', { timeout: 30_000 }, async (_, given, refuses) => {
  answer = given
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const asked = performance.now()
  const options = { limits }
  const connection = () => connectionTo(url)
  const body = { type: 'professional' } as never
  const reads = await Promise.all([
    callParsed(connection(), listContractsV3, { query: { sort: 'created_at' } }, options),
    call(connection(), getContractV3, { params: { contract_id } }, options),
  ])
  const writes = await Promise.all([
    call(connection(), createContractV3, { body }, options),
    call(connection(), updateContractV3, { params: { contract_id }, body }, options),
    call(connection(), deleteContractV3, { params: { contract_id } }, options),
  ])
  expect(performance.now() - asked).toBeLessThan(2 * limits.totalMs + slackMs)
  const outcomes = writes.map((write) => (write.ok ? 'made' : write.error.name))
  const isFalse = (name: string) =>
    refuses ? /^(made|OutcomeUnknown)$/.test(name) : !/^(made|OutcomeUnknown)$/.test(name)
  expect(outcomes.filter(isFalse)).toEqual([])
  // A successful read can be walked through and has no invalid characters.
  const [, record] = reads
  expect(record.ok ? canonicalText(parseExact(record.value.text)) : '').not.toContain('\ufffd')
  const failures = [...reads, ...writes].filter((result) => !result.ok).map(({ error }) => error)
  const shown = JSON.stringify(failures)
  expect(shown).not.toContain(testKey)
  // A person sees the partner's own message, but no text of a gateway's page.
  expect(refuses ? '' : shown).not.toContain('Canary')
  expect(
    failures.filter(({ message, issues }) => message.length > 2_100 || issues.length > 200),
  ).toEqual([])
  expect(logged.length).toBeGreaterThanOrEqual(5)
  expect(logged.join('')).not.toMatch(/Canary|key-canary|127\.0\.0\.1/)
})

test('there are at least 40 hostile answers', async () => {
  expect(answers.length).toBeGreaterThanOrEqual(40)
  answer = send(whole('200 OK', 'text/html', page))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const removed = await call(
    connectionTo(url),
    deleteContractV3,
    { params: { contract_id } },
    { limits },
  )
  expect(removed).toMatchObject({ ok: false, error: { name: 'OutcomeUnknown' } })
  answer = send(json(`\ufeff{"items":[]}`))
  const read = await callParsed(connectionTo(url), listContractsV3, { query: {} }, { limits })
  expect(read).toMatchObject({ ok: true, value: { items: [] } })
})
