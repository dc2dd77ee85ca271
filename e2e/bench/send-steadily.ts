import { setTimeout as sleep } from 'node:timers/promises'
import http from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Recorded } from './action-replay.ts'
import type { Load, Sample } from './steady-load.ts'

// The process that sends the load. Browsers and recordings live in the bench's own process, and
// while that one tidies its memory every answer looks late.

const agent = new http.Agent({ keepAlive: true })
const patienceMs = 60_000

process.on('message', (load: Load) => {
  void sendAll(load).then((samples) => process.send!(samples, () => process.disconnect()))
})

// Each request begins at its time, however long others take, and its wait counts from there.
async function sendAll({ perSecond, seconds, order, kinds, cookies }: Load): Promise<Sample[]> {
  const sent: { [kind: string]: number } = {}
  const begun: Promise<Sample>[] = []
  const begins = performance.now()
  for (let place = 0; place < perSecond * seconds; place += 1) {
    const at = (place / perSecond) * 1_000
    await sleep(Math.max(0, begins + at - performance.now()))
    const kind = order[place % order.length]!
    const { requests, answers } = kinds[kind]!
    const nth = sent[kind] ?? 0
    sent[kind] = nth + 1
    const request = requests[nth % requests.length]!
    const cookie = cookies?.[place % cookies.length]
    const headers = cookie === undefined ? request.headers : { ...request.headers, cookie }
    begun.push(
      failureOf({ ...request, headers }, answers).then((failure) => ({
        kind,
        at,
        ms: performance.now() - begins - at,
        ...(failure !== undefined && { failure }),
      })),
    )
  }
  return Promise.all(begun)
}

// Undefined for an answer with status 200 and the expected words.
function failureOf(request: Recorded, answers: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { url, headers, body } = request
    const method = body === undefined ? 'GET' : 'POST'
    const asked = http.request(url, { method, headers, agent, timeout: patienceMs }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut'))
      answer.on('end', () => {
        const encoding = answer.headers['content-encoding'] ?? 'identity'
        const text = opened(Buffer.concat(parts), encoding).toString('utf8')
        if (answer.statusCode !== 200) resolve(`status ${answer.statusCode}`)
        else resolve(text.includes(answers) ? undefined : refusalIn(text))
      })
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'reset'))
    asked.end(body)
  })
}

function opened(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes
}

// The name of a failure that the console itself answers: in an action's short answer as a text with
// escaped quotes.
function refusalIn(text: string): string {
  const plain = text.replaceAll('\\"', '"')
  return /"ok":false,"error":\{[^{}]*?"name":"(\w+)"/.exec(plain)?.[1] ?? 'another answer'
}
