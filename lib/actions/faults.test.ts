import { existsSync, readFileSync } from 'node:fs'
import dns from 'node:dns'
import https from 'node:https'
import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Result } from '#lib/core/result.ts'
import { call, partnerState, type CallOptions } from '#lib/partner/call.ts'
import { checkConnection } from '#lib/partner/check-connection.ts'
import { ownCertificate } from '#lib/core/own-certificate.testing.ts'
import { connectionTo } from '#lib/partner/test-partner.ts'

// The 28 faults of a partner: the outcome of each for every kind of endpoint, counted at a raw TCP
// partner, and where the rest of it is held.

type Held = [file: string, title: string]
type Row = { fault: string; held: Held[] }

const matrix = (title: string): Held => ['lib/actions/faults.test.ts', title]
const health = (title: string): Held => ['lib/partner/partner-health.test.ts', title]
const gateway: Held = [
  'lib/actions/writing/gateway.test.ts',
  'repeated tries write once, and none is reported as not made',
]
const list = (title: string): Held => ['components/table/list-page.browser.test.tsx', title]
const trouble = (title: string): Held => ['e2e/partner-trouble.spec.ts', title]

/** Each fault, and the tests that hold its outcome. */
const rows: Row[] = [
  {
    fault: 'connection refused',
    held: [matrix('refused'), trouble('the draft stays, and everything comes back by itself')],
  },
  {
    fault: 'DNS failure',
    held: [
      matrix('a name that does not resolve: nothing is sent'),
      matrix('a name that resolves to this machine'),
    ],
  },
  {
    fault: 'TLS failure',
    held: [
      matrix("describe('TLS'"),
      ['lib/partner/connecting.test.ts', 'an untrusted certificate: nothing is sent'],
    ],
  },
  {
    fault: 'reset after the request was sent',
    held: [
      matrix('reset without an answer'),
      [
        'lib/actions/charge-captures/safe-writes.test.ts',
        'updates whose answers are lost are made once each',
      ],
    ],
  },
  {
    fault: '401 in the middle of a session',
    held: [
      matrix('401'),
      health('a refused key marks the connection'),
      trouble(
        'a key that the partner refuses is named in the strip, and the person stays signed in',
      ),
      [
        'lib/actions/coverage-board/make-board.test.ts',
        'pauses the job, which goes on when it answers again',
      ],
    ],
  },
  { fault: '403', held: [matrix('403')] },
  {
    fault: '404',
    held: [
      matrix('404'),
      ['lib/actions/writing/gateway.test.ts', 'a gateway’s 404 does not count as deleted'],
      [
        'lib/actions/contract-writes.test.ts',
        'a contract is deleted once, also after a lost answer',
      ],
      [
        'lib/actions/contracts/change-roster.test.ts',
        'an id that is not on the roster refuses a removal',
      ],
    ],
  },
  {
    fault: 'create times out, then 409',
    held: [
      [
        'lib/actions/charge-captures/create-capture.test.ts',
        'after a lost answer the capture is found by its external id',
      ],
      [
        'lib/actions/charge-captures/create-capture.test.ts',
        'a taken external id names its capture, or says that the key cannot see it',
      ],
    ],
  },
  {
    fault: 'create times out without a natural key',
    held: [
      [
        'lib/actions/contract-writes.test.ts',
        'a creation is never sent twice: after a lost answer the candidates are returned',
      ],
      [
        'lib/actions/spans/span-writes.test.ts',
        'a creation that is lost twice is not sent a third time',
      ],
      [
        'lib/actions/contracts/contract-facilities.test.ts',
        'after a lost answer a creation is settled by reading the contract',
      ],
      [
        'lib/actions/encounters/create-encounter.test.ts',
        'after a lost answer the encounter is found by its external id',
      ],
    ],
  },
  {
    fault: '422 with an array of validations',
    held: [
      matrix('422 with fields'),
      [
        'lib/partner/failures.test.ts',
        'an issue has its field’s wire path, or the unknown field’s name in its message',
      ],
    ],
  },
  { fault: '422 schema instance', held: [matrix('422 schema instance')] },
  {
    fault: '422 unprocessable, fee schedule, expiry',
    held: [
      matrix('422 with an invented name'),
      ['lib/partner/failures.test.ts', 'an unknown error name is in the message only'],
    ],
  },
  {
    fault: '429 with Retry-After',
    held: [
      matrix('429 with Retry-After'),
      health('Retry-After parks the whole key, for 5 minutes at most'),
      health('Retry-After as a date counts from the partner’s own Date'),
    ],
  },
  {
    fault: '429 without Retry-After',
    held: [
      matrix('429 without Retry-After'),
      health('keep a growing distance, which answers shrink again'),
    ],
  },
  {
    fault: '500, 502, 504',
    held: [matrix('500 of a gateway'), matrix('the request id of a failure'), gateway],
  },
  {
    fault: '503',
    held: [
      matrix('503'),
      health('the breaker opens after 5 failures within 10 s'),
      health('after 10 to 12 s one probe is sent'),
    ],
  },
  {
    fault: 'slow body',
    held: [matrix('a body of one byte a second'), matrix('100 slow bodies end at their deadline')],
  },
  { fault: 'truncated JSON', held: [matrix('a body that is cut at 20 places')] },
  {
    fault: 'HTML for JSON',
    held: [matrix('a page to sign in'), trouble('answers with a web page')],
  },
  {
    fault: 'huge body or bomb',
    held: [matrix('a body without an end'), matrix('a body that packs 200 MB')],
  },
  {
    fault: 'unknown enum',
    held: [
      list('an unreadable row keeps its place and hides no other'),
      [
        'lib/rules/edit/edit-data.test.ts',
        'unknown members, nulls and number spelling stay unchanged',
      ],
    ],
  },
  {
    fault: 'unknown field',
    held: [
      [
        'lib/rules/edit/edit-data.test.ts',
        'unknown members, nulls and number spelling stay unchanged',
      ],
      ['lib/rules/edit/edit-data.test.ts', 'nested rows keep unknown members'],
    ],
  },
  {
    fault: 'null for an array, a wrong type',
    held: [
      ['lib/rules/edit/edit-data.test.ts', 'are unreadable and sent back unchanged'],
      list('an unreadable row keeps its place and hides no other'),
    ],
  },
  {
    fault: 'no items but a token',
    held: [
      list('an empty page with a token is read past'),
      [
        'lib/actions/lists/partner-pages.test.ts',
        'a list is read to its last token, also after an empty page',
      ],
    ],
  },
  {
    fault: 'tokens that go round',
    held: [
      [
        'lib/actions/lists/partner-pages.test.ts',
        'a repeating token ends the reading with a failure, at once or after several pages',
      ],
      [
        'lib/queries/pages.test.ts',
        'a row that moved is there once, and a repeated page ends the reading',
      ],
    ],
  },
  {
    fault: 'expired token',
    held: [
      ['lib/queries/pages.test.ts', 'a refused token restarts the list once, from its first page'],
    ],
  },
  {
    fault: 'duplicate or shifted rows',
    held: [
      ['lib/queries/merge-pages.test.ts', 'a row of two pages is shown once, in its latest state'],
    ],
  },
  {
    fault: 'clock skew',
    held: [
      health('Retry-After as a date counts from the partner’s own Date'),
      [
        'lib/rules/coverage/coverage.test.ts',
        'days are local: a clock change does not make a day longer, shorter or missing',
      ],
      health('the breaker’s times do not follow a system clock that is corrected'),
    ],
  },
]

test('each of the 28 faults has a row, and each row names tests that exist', () => {
  expect(new Set(rows.map(({ fault }) => fault)).size).toBe(28)
  const missing = rows.flatMap(({ fault, held }) =>
    held.length === 0
      ? [fault]
      : held
          .filter(
            ([file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(title),
          )
          .map(([file, title]) => `${fault}: ${file} has no test “${title}”`),
  )
  expect(missing).toEqual([])
})

const contract_id = 'c-1'
const rendering_provider_ids = ['11111111-1111-4111-8111-111111111111']
type Ask = [operation: Operation, input: object]
const reads: Record<string, Ask> = {
  list: [operations.listContractsV3, { query: {} }],
  get: [operations.getContractV3, { params: { contract_id } }],
}
const writes: Record<string, Ask> = {
  create: [operations.createContractV3, { body: {} }],
  patch: [operations.updateContractV3, { params: { contract_id }, body: {} }],
  delete: [operations.deleteContractV3, { params: { contract_id } }],
  add: [
    operations.addContractProviders,
    { params: { contract_id }, body: { rendering_provider_ids } },
  ],
  remove: [
    operations.removeContractProviders,
    { params: { contract_id }, body: { rendering_provider_ids } },
  ],
}

const ends: (() => unknown)[] = []
beforeEach(() => {
  process.env.LOG_LEVEL = 'silent'
})
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})

/** A server on loopback; closing it ends its connections. */
async function listen(server: net.Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A raw TCP partner that gives each complete request the same answer, and counts them. */
async function rawPartner(answer: (socket: Socket) => void) {
  let requests = 0
  const server = net.createServer((socket) => {
    let asked = ''
    socket.on('data', (part) => {
      asked += part.toString('latin1')
      const [head, body] = asked.split('\r\n\r\n')
      if (
        body === undefined ||
        body.length < Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0)
      )
        return
      asked = ''
      requests += 1
      answer(socket)
    })
  })
  return { url: `http://${await listen(server)}`, requests: () => requests }
}

const head = (status: string, headers: string[]) =>
  `${[`HTTP/1.1 ${status}`, ...headers, '', ''].join('\r\n')}`
const whole =
  (status: string, body: string, headers: string[] = [], type = 'application/json') =>
  (socket: Socket) =>
    void socket.write(
      head(status, [
        `content-type: ${type}`,
        `content-length: ${Buffer.byteLength(body)}`,
        ...headers,
      ]) + body,
    )
const refusal = (status: string, errorName: string, content: unknown, headers: string[] = []) =>
  whole(status, JSON.stringify({ errorName, content }), headers)
const page = '<html><h1>Bad gateway</h1></html>'
const chunked = head('200 OK', ['content-type: application/json', 'transfer-encoding: chunked'])
const endless = (socket: Socket) => {
  socket.write(chunked)
  const piece = `${(60_000).toString(16)}\r\n${'x'.repeat(60_000)}\r\n`
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', more)
  more()
}
const drip = (socket: Socket) => {
  socket.write(head('200 OK', ['content-type: application/json', 'content-length: 1000']))
  const timer = setInterval(() => socket.write(' '), 1_000)
  socket.on('close', () => clearInterval(timer))
}
const bomb = gzipSync(Buffer.alloc(200_000_000, 32))
const record = JSON.stringify({ contract_id, items: [], provider_count: 1 })

type Outcome = [name: string, requests: number]
/**
 * What a read and a write come to, and how many requests reach the partner. `limits` shorten a
 * wait.
 */
type Fault = {
  answer: (socket: Socket) => void
  read: Outcome
  write: Outcome
  limits?: CallOptions['limits']
}
const refused = (answer: Fault['answer'], name: string): Fault => ({
  answer,
  read: [name, 1],
  write: [name, 1],
})
const lost = (answer: Fault['answer'], name: string, attempts = 3): Fault => ({
  answer,
  read: [name, attempts],
  write: ['OutcomeUnknown', 1],
})
const short = { firstByteMs: 300, totalMs: 700 }

const faults: Record<string, Fault> = {
  'reset without an answer': lost((socket) => socket.resetAndDestroy(), 'PartnerUnreachable'),
  'half-open: no answer at all': {
    ...lost(() => undefined, 'PartnerTimeout'),
    limits: { firstByteMs: 100 },
  },
  '401': refused(refusal('401 Unauthorized', 'UnauthorizedError', {}), 'PartnerUnauthorized'),
  '403': refused(
    refusal('403 Forbidden', 'UnauthorizedError', { message: 'No.' }),
    'UnauthorizedError',
  ),
  '404': refused(
    refusal('404 Not Found', 'EntityNotFoundError', { id: contract_id }),
    'EntityNotFoundError',
  ),
  '422 with fields': refused(
    refusal('422 Unprocessable', 'HttpRequestValidationsError', [
      { fieldName: 'a', humanReadableMessage: 'b' },
    ]),
    'HttpRequestValidationsError',
  ),
  '422 schema instance': refused(
    refusal('422 Unprocessable', 'SchemaInstanceValidationHttpFailure', { errors: [] }),
    'SchemaInstanceValidationHttpFailure',
  ),
  '422 with an invented name': refused(
    refusal('422 Unprocessable', 'FeeScheduleError', {}),
    'PartnerRefused',
  ),
  '429 with Retry-After': refused(
    refusal('429 Too Many', 'InternalError', {}, ['retry-after: 120']),
    'PartnerBusy',
  ),
  '429 without Retry-After': {
    ...refused(refusal('429 Too Many', 'InternalError', {}), 'InternalError'),
    read: ['InternalError', 3],
  },
  '500 of a gateway': lost(whole('500 Oops', page, [], 'text/html'), 'PartnerFailed'),
  '502 of a gateway': lost(whole('502 Bad Gateway', page, [], 'text/html'), 'PartnerFailed'),
  '504 of a gateway': lost(whole('504 Timeout', page, [], 'text/html'), 'PartnerFailed'),
  '503 of a gateway': lost(whole('503 Unavailable', page, [], 'text/html'), 'PartnerFailed'),
  '503 of the partner itself': {
    ...refused(refusal('503 Unavailable', 'InternalError', {}), 'InternalError'),
    read: ['InternalError', 3],
  },
  'a body of one byte a second': { ...lost(drip, 'PartnerTimeout', 1), limits: short },
  'a page to sign in': lost(whole('200 OK', page, [], 'text/html'), 'PartnerNotApi', 2),
  'a body without an end': lost(endless, 'PartnerReplyTooLarge', 1),
  'a body that packs 200 MB': lost(
    (socket) => {
      socket.write(
        head('200 OK', [
          'content-type: application/json',
          'content-encoding: gzip',
          `content-length: ${bomb.length}`,
        ]),
      )
      socket.write(bomb)
    },
    'PartnerReplyTooLarge',
    1,
  ),
}

const nameOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.name)
const ask = (url: string, [operation, input]: Ask, options: CallOptions = {}) =>
  call(connectionTo(url), operation, input as never, options)

describe.each(Object.entries(faults))('%s', (_, { answer, read, write, limits }) => {
  test.each([
    ...Object.entries(reads).map(([kind, asked]) => [kind, asked, read] as const),
    ...Object.entries(writes).map(([kind, asked]) => [kind, asked, write] as const),
  ])('%s', async (kind, asked, [name, requests]) => {
    const partner = await rawPartner(answer)
    const result = await ask(partner.url, asked, limits ? { limits } : {})
    // A read that is answered 429 with a pause fails with the time to wait; a write with the
    // partner's own error.
    const expected = name === 'PartnerBusy' && kind in writes ? 'InternalError' : name
    expect([nameOf(result), partner.requests()]).toEqual([expected, requests])
    expect(JSON.stringify(result)).not.toMatch(/127\.0\.0\.1|http|<h1>/)
  })
})

test('refused: nothing was sent, so a write is known not to be made', async () => {
  const closed = await rawPartner(() => undefined)
  await ends.pop()!()
  for (const asked of [...Object.values(reads), ...Object.values(writes)])
    expect(nameOf(await ask(closed.url, asked))).toBe('PartnerUnreachable')
})

test('a body that is cut at 20 places is never read in part', async () => {
  for (let part = 0; part < 20; part += 1) {
    const at = Math.floor((record.length * part) / 20)
    const partner = await rawPartner((socket) => {
      socket.write(
        head('200 OK', ['content-type: application/json', `content-length: ${record.length}`]),
      )
      socket.end(record.slice(0, at))
    })
    const outcomes = await Promise.all(
      [...Object.values(reads), writes.patch!, writes.delete!].map((each) =>
        ask(partner.url, each),
      ),
    )
    expect(outcomes.map(nameOf), `cut at ${at}`).toEqual([
      'PartnerUnreachable',
      'PartnerUnreachable',
      'OutcomeUnknown',
      'OutcomeUnknown',
    ])
  }
})

test('100 slow bodies end at their deadline, and the next request is answered', async () => {
  let isSlow = true
  const partner = await rawPartner((socket) =>
    isSlow ? drip(socket) : whole('200 OK', record)(socket),
  )
  const connection = connectionTo(partner.url)
  const read = () =>
    call(connection, operations.getContractV3, { params: { contract_id } }, { limits: short })
  const slow = await Promise.all(Array.from({ length: 100 }, read))
  expect(new Set(slow.map(nameOf))).toEqual(new Set(['PartnerTimeout']))
  isSlow = false
  expect(nameOf(await read())).toBe('ok')
})

test('a body without an end fills no memory: at most the limit is read', async () => {
  let sent = 0
  const partner = await rawPartner((socket) => {
    endless(socket)
    socket.on('close', () => (sent += socket.bytesWritten))
  })
  expect(nameOf(await ask(partner.url, reads.get!))).toBe('PartnerReplyTooLarge')
  await expect.poll(() => sent).toBeGreaterThan(20_000_000)
  expect(sent).toBeLessThan(40_000_000)
})

test.each([
  [
    '500 of the partner',
    refusal('500 Oops', 'InternalError', {}, ['x-request-id: req-4f1a-77']),
    'req-4f1a-77',
  ],
  [
    '502 of a gateway',
    whole('502 Bad Gateway', page, ['request-id: gw:0042.9'], 'text/html'),
    'gw:0042.9',
  ],
  [
    'a name of a person',
    whole('502 Bad Gateway', page, ['x-request-id: Robin-Testcase'], 'text/html'),
    undefined,
  ],
  [
    'markup',
    whole('502 Bad Gateway', page, ['x-request-id: <b>12345678</b>'], 'text/html'),
    undefined,
  ],
  [
    'a long text',
    whole('502 Bad Gateway', page, [`x-request-id: ${'7'.repeat(65)}`], 'text/html'),
    undefined,
  ],
])('the request id of a failure, %s', async (_, answer, shown) => {
  const partner = await rawPartner(answer)
  for (const asked of [reads.get!, writes.patch!]) {
    const result = await ask(partner.url, asked)
    const words = result.ok ? '' : result.error.message
    expect(/The partner’s request ID is (\S+)\.$/.exec(words)?.[1]).toBe(shown)
  }
})

type Found = (error: NodeJS.ErrnoException | null, found: dns.LookupAddress[]) => void
function resolveWith(answer: (found: Found) => void) {
  const names: string[] = []
  const fake = (name: string, _: unknown, found: Found) => {
    names.push(name)
    answer(found)
  }
  const spy = vi.spyOn(dns, 'lookup').mockImplementation(fake as never)
  ends.push(() => spy.mockRestore())
  return names
}
const everyKind = () => [...Object.values(reads), ...Object.values(writes)]

test('a name that does not resolve: nothing is sent, and no other host is asked', async () => {
  const names = resolveWith((found) =>
    found(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []),
  )
  for (const asked of everyKind())
    expect(nameOf(await ask('https://partner.invalid', asked))).toBe('PartnerUnresolved')
  expect(new Set(names)).toEqual(new Set(['partner.invalid']))
  const complaint = await checkConnection(connectionTo('https://partner.invalid'))
  expect(complaint).toEqual({
    path: 'base_url',
    message: 'The name partner.invalid can’t be found (DNS).',
  })
})

test('a name whose resolver does not answer ends at the deadline for connecting', async () => {
  resolveWith(() => undefined)
  for (const asked of everyKind())
    expect(nameOf(await ask('https://partner.invalid', asked, { limits: { connectMs: 50 } }))).toBe(
      'PartnerTimeout',
    )
})

test('a name that resolves to this machine or a metadata service is not connected to', async () => {
  for (const address of ['127.0.0.1', '169.254.169.254', '::1']) {
    resolveWith((found) => found(null, [{ address, family: address.includes(':') ? 6 : 4 }]))
    for (const asked of everyKind())
      expect(nameOf(await ask('https://partner.invalid', asked))).toBe('PartnerUnreachable')
  }
})

describe('TLS', () => {
  /**
   * An https partner with a certificate that this process trusts, however wrong the rest of it is.
   */
  async function trusted(wrong: Parameters<typeof ownCertificate>[0], isTrusted = true) {
    const own = ownCertificate(wrong)
    if (isTrusted) {
      const before = tls.getCACertificates('default')
      tls.setDefaultCACertificates([...before, own.cert])
      ends.push(() => tls.setDefaultCACertificates(before))
    }
    let [requests, handshakes] = [0, 0]
    const server = https.createServer(own, (_, response) => {
      requests += 1
      response.writeHead(200, { 'content-type': 'application/json' }).end(record)
    })
    server.on('connection', () => (handshakes += 1))
    return { url: `https://${await listen(server)}`, counts: () => ({ requests, handshakes }) }
  }

  test('a trusted certificate of the right address is taken', async () => {
    const { url, counts } = await trusted({})
    expect(nameOf(await ask(url, reads.get!))).toBe('ok')
    expect(counts().requests).toBe(1)
  })

  test.each([
    ['untrusted', {}, false],
    ['expired', { untilDays: -1 }, true],
    ['of another address', { address: '10.1.2.3' }, true],
  ] as const)(
    '%s: nothing is sent, there is one handshake each, and the state says so',
    async (_, wrong, isTrusted) => {
      const { url, counts } = await trusted(wrong, isTrusted)
      const connection = connectionTo(url)
      for (const [operation, input] of everyKind())
        expect(nameOf(await call(connection, operation, input as never))).toBe('PartnerTlsFailed')
      expect(counts()).toEqual({ requests: 0, handshakes: everyKind().length })
      expect(partnerState(connection).kind).toBe('insecure')
    },
  )
})
