import { globSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInAs, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'

type Handler = (request: Request) => Promise<Response>

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const chunk = 1_024
// How much of a body a route reads at the most, for somebody who is signed in. Signing in itself is
// for strangers.
const limits: Record<string, number> = {
  'app/(auth)/still-here/route.ts POST': 1_024,
  'app/api/auth/[...all]/route.ts POST': 4_096,
  'app/api/drafts/route.ts POST': 4_096,
  'app/api/drafts/route.ts PUT': 21 * 1024 * 1024,
  'app/api/presence/route.ts POST': 4_096,
  'app/api/activity/route.ts POST': 16 * 1024,
  'app/api/exports/route.ts POST': 1_024,
  'app/api/jobs/route.ts POST': 1_024,
  'app/api/sign-out/route.ts POST': 0,
}
const forStrangers = new Set(['app/api/auth/[...all]/route.ts'])

let handlers: { file: string; method: string; handler: Handler }[]

beforeAll(async () => {
  await startTestConsole()
  const files = globSync('app/**/route.ts').toSorted()
  const loaded = await Promise.all(
    files.map(async (file) => ({
      file,
      exported: (await import(path.resolve(file))) as Record<string, Handler>,
    })),
  )
  handlers = loaded.flatMap(({ file, exported }) =>
    Object.entries(exported)
      .filter(([name]) => /^[A-Z]+$/.test(name) && !reading.has(name))
      .map(([method, handler]) => ({ file, method, handler })),
  )
})
afterAll(() => stopTestConsole())
beforeEach(() => request.cookies.clear())

/**
 * Calls a handler with a body without end, of no stated length, and answers how much of it was
 * read.
 */
async function readBy(
  { file, method, handler }: (typeof handlers)[number],
  more: Record<string, string> = {},
) {
  let bytes = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        bytes += chunk
        if (bytes > 30 * 1024 * 1024) controller.error(new Error('The whole body was read.'))
        else controller.enqueue(new Uint8Array(chunk).fill(0x20))
      },
    },
    { highWaterMark: 0 },
  )
  const address = `http://127.0.0.1:3000${file.includes('[...all]') ? '/api/auth/sign-in/email' : '/x'}`
  request.headers = new Headers({
    host: '127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    ...more,
  })
  const init = { method, headers: request.headers, body, duplex: 'half' }
  const reply = await handler(new Request(address, init))
  return { bytes, status: reply.status }
}

test('every route that takes a body has its limit here', () => {
  expect(handlers.map(({ file, method }) => `${file} ${method}`).toSorted()).toEqual(
    Object.keys(limits).toSorted(),
  )
})

describe('of a body that has no end', () => {
  test('no route reads one byte for a caller without a session', async () => {
    for (const given of handlers.filter(({ file }) => !forStrangers.has(file))) {
      for (const headers of [{}, { 'content-encoding': 'gzip' }] as Record<string, string>[]) {
        const { bytes, status } = await readBy(given, headers)
        expect([bytes, given.file.includes('sign-out') ? 303 : 401], given.file).toEqual([
          0,
          status,
        ])
      }
    }
  })

  test('no route reads one byte for another site, whoever is signed in', async () => {
    await signInAs('biller')
    for (const given of handlers)
      expect(await readBy(given, { origin: 'https://evil.example' }), given.file).toEqual({
        bytes: 0,
        status: 403,
      })
  })

  test('a route reads no more than its limit, and says that it is too long', async () => {
    for (const given of handlers.filter(({ file }) => !file.includes('sign-out'))) {
      await signInAs('biller')
      const { bytes, status } = await readBy(given)
      expect(status, given.file).toBe(413)
      expect(bytes, given.file).toBeLessThanOrEqual(
        limits[`${given.file} ${given.method}`]! + chunk,
      )
    }
  })
})
