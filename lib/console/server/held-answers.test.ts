import http from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { holdAnswer } from './held-answers.ts'

type Answerer = (response: http.ServerResponse) => unknown

async function serve(answer: Answerer): Promise<number> {
  const server = http.createServer((request, response) => {
    holdAnswer(request, response)
    response.setHeader('x-seen-encoding', String(request.headers['accept-encoding']))
    void answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

type Heard = { status: number; headers: http.IncomingHttpHeaders; pieces: Buffer[]; bytes: Buffer }

async function ask(port: number, headers: http.OutgoingHttpHeaders): Promise<Heard> {
  const request = http.get({ port, host: '127.0.0.1', headers })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const pieces: Buffer[] = []
  for await (const piece of answer) pieces.push(piece as Buffer)
  const { statusCode = 0 } = answer
  return { status: statusCode, headers: answer.headers, pieces, bytes: Buffer.concat(pieces) }
}

const action = (accepted: string) => ({ 'next-action': 'a1', 'accept-encoding': accepted })
const long = 'José and 王 have a page of rows. '.repeat(500)

test.each([
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
] as const)('a quick answer is sent in one piece with %s', async (encoding, open) => {
  const port = await serve((response) => {
    response.flushHeaders()
    response.write(long.slice(0, 100))
    response.write(Buffer.from(long.slice(100)))
    response.end()
  })
  const heard = await ask(port, action(`deflate, ${encoding}`))
  expect(heard.headers['content-encoding']).toBe(encoding)
  expect(heard.headers.vary).toBe('Accept-Encoding')
  expect(Number(heard.headers['content-length'])).toBe(heard.bytes.length)
  expect(heard.bytes.length).toBeLessThan(1_000)
  expect(open(heard.bytes).toString()).toBe(long)
  expect(heard.headers['x-seen-encoding']).toBe('identity')
})

test.each([
  ['gzip', gunzipSync],
  ['zstd', zstdDecompressSync],
] as const)('a slow answer begins before it ends, with %s', async (encoding, open) => {
  const head = Promise.withResolvers<void>()
  const port = await serve(async (response) => {
    response.write('0:{"reply":"$@1"}\n')
    await head.promise
    response.write(long)
    response.end('the end')
  })
  const request = http.get({ port, host: '127.0.0.1', headers: action(encoding) })
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  const pieces: Buffer[] = []
  answer.on('data', (piece: Buffer) => pieces.push(piece))
  await once(answer, 'data')
  head.resolve()
  await once(answer, 'end')
  expect(open(Buffer.concat(pieces)).toString()).toBe(`0:{"reply":"$@1"}\n${long}the end`)
})

test('an answer that begins late is whole', async () => {
  const port = await serve(async (response) => {
    await sleep(60)
    response.write(long)
    response.end()
  })
  const heard = await ask(port, action('gzip'))
  expect(gunzipSync(heard.bytes).toString()).toBe(long)
})

test('a short answer, a failure and an answer in an encoding of its own are sent as they are', async () => {
  const answers: Answerer[] = [
    (response) => response.end('short'),
    (response) => {
      response.statusCode = 500
      response.end(long)
    },
    (response) => {
      response.setHeader('Content-Encoding', 'x-own')
      response.end(long)
    },
    (response) => response.writeHead(303, { location: '/' }).end(),
  ]
  const heard = []
  for (const answer of answers) heard.push(await ask(await serve(answer), action('gzip')))
  expect(heard.map(({ bytes }) => bytes.toString())).toEqual(['short', long, long, ''])
  expect(heard.map(({ status }) => status)).toEqual([200, 500, 200, 303])
  expect(heard.map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    undefined,
    'x-own',
    undefined,
  ])
})

test('a browser that takes neither, and a page that is opened by its address, are left to Next', async () => {
  const port = await serve((response) => response.end(long))
  for (const headers of [action('br'), { 'accept-encoding': 'gzip, zstd' }]) {
    const heard = await ask(port, headers)
    expect(heard.bytes.toString()).toBe(long)
    expect(heard.headers['x-seen-encoding']).toBe(headers['accept-encoding'])
  }
})

test('an answer whose page has gone ends without a word', async () => {
  const ended = Promise.withResolvers<boolean>()
  const port = await serve(async (response) => {
    response.write('begun')
    await once(response, 'close')
    response.write(long)
    response.end()
    ended.resolve(true)
  })
  const request = http.get({ port, host: '127.0.0.1', headers: action('gzip') })
  request.on('error', () => undefined)
  await once(request, 'response')
  request.destroy()
  expect(await ended.promise).toBe(true)
})
