import net, { type AddressInfo, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { operations } from '#lib/contract/operations.ts'
import { call } from './call.ts'
import { healthOf } from './partner-health.ts'
import { connectionTo } from './test-partner.ts'

// An outage of ten minutes, second by second with the clock moved: how many requests reach the
// partner compared with ten minutes of the same work without an outage, and how soon it is used
// again.

let later = 0
let requests = 0
let answer: (socket: Socket) => void
const sockets = new Set<Socket>()
const server = net.createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  socket.on('data', () => {
    requests += 1
    answer(socket)
  })
})

beforeEach(async () => {
  process.env.LOG_LEVEL = 'silent'
  later = 0
  requests = 0
  const start = Date.now()
  setClock(() => start + later)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  setClock(undefined)
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const reply = (status: string, type: string, body: string) => (socket: Socket) =>
  void socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  )
const well = reply('200 OK', 'application/json', '{"items":[]}')
const minutes = 10

const outages: Record<string, (socket: Socket) => void> = {
  'breaks every connection': (socket) => socket.resetAndDestroy(),
  'never answers': () => undefined,
  'is replaced by a gateway’s 502': reply('502 Bad Gateway', 'text/html', '<h1>Bad gateway</h1>'),
  'answers 503': reply(
    '503 Unavailable',
    'application/json',
    '{"errorName":"InternalError","content":{}}',
  ),
}
const loads: [words: string, everySeconds: number, atOnce: number][] = [
  ['50 people at work', 1, 5],
  ['one person at work', 15, 1],
]

test.each(
  Object.entries(outages).flatMap(([how, fails]) =>
    loads.map((load) => [how, load[0], fails, load] as const),
  ),
)(
  'a partner that %s for ten minutes, with %s: at most 1.1 times the usual requests, and back within 60 s',
  { timeout: 120_000 },
  async (_, __, fails, [, everySeconds, atOnce]) => {
    const connection = connectionTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const read = () => {
      const limits = answer === well ? {} : { firstByteMs: 40 }
      return call(connection, operations.listChargeCaptures, { query: {} }, { limits })
    }
    const work = async (seconds: number, until: () => boolean = () => false) => {
      for (let second = 0; second < seconds; second += everySeconds) {
        const results = await Promise.all(Array.from({ length: atOnce }, read))
        // The clock leaps: a probe takes no seconds of it.
        await healthOf(connection, connection.baseUrl).probe
        if (results.every(({ ok }) => ok) && until()) return second
        later += everySeconds * 1_000
      }
      return seconds
    }
    answer = well
    await work(minutes * 60)
    const usual = requests
    expect(usual).toBe((minutes * 60 * atOnce) / everySeconds)
    requests = 0
    answer = fails
    await work(minutes * 60)
    const during = requests
    process.stdout.write(`requests in ten minutes: ${usual} usually, ${during} in the outage\n`)
    expect(during).toBeLessThanOrEqual(usual * 1.1)
    answer = well
    expect(await work(120, () => true)).toBeLessThanOrEqual(60)
  },
)
