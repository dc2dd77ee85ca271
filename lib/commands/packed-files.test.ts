import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packFiles, servePacked } from './packed-files.ts'

const script = 'export const words = "packed once";\n'.repeat(200)
let folder: string
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'packed-'))
  mkdirSync(path.join(folder, 'chunks'))
  writeFileSync(path.join(folder, 'chunks/a.js'), script)
  writeFileSync(path.join(folder, 'chunks/small.js'), 'export {}')
  writeFileSync(path.join(folder, 'secret.txt'), 'x'.repeat(3_000))
  await packFiles(folder)
  const serve = servePacked(folder, '/_next/static/')
  server = createServer(async (asked, response) => {
    if (!(await serve(asked, response))) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ port, host: '127.0.0.1', path: url, method, headers, agent: false }, resolve).on('error', reject).end(),
  )
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(await response.toArray()) }
}

const file = '/_next/static/chunks/a.js'

test('the tightest packing that a browser takes is sent, to be kept for ever, and told apart by caches', async () => {
  const both = await get(file, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(both.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    vary: 'Accept-Encoding',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(brotliDecompressSync(both.body).toString()).toBe(script)
  const zipped = await get(file, { 'accept-encoding': 'gzip;q=1.0, br;q=0' })
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.body).toString()).toBe(script)
  expect(zipped.headers.etag).not.toBe(both.headers.etag)
  const head = await get(file, { 'accept-encoding': 'br' }, 'HEAD')
  expect([head.body.length, Number(head.headers['content-length'])]).toEqual([0, both.body.length])
})

test('what a browser has already is not sent again', async () => {
  const { headers } = await get(file, { 'accept-encoding': 'br' })
  const again = await get(file, { 'accept-encoding': 'br', 'if-none-match': headers.etag! })
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
  const asked = async (tags: string, coding = 'br') =>
    (await get(file, { 'accept-encoding': coding, 'if-none-match': tags })).status
  expect([
    await asked(`"other", W/${headers.etag}`),
    await asked('*'),
    await asked('"other"'),
    await asked(headers.etag!, 'gzip'),
  ]).toEqual([304, 304, 200, 200])
})

test('everything else is left to the server behind it', async () => {
  const left = [
    get(file),
    get(file, { 'accept-encoding': 'br', range: 'bytes=0-9' }),
    get(file, { 'accept-encoding': 'br' }, 'POST'),
    ...['chunks/small.js', 'secret.txt', 'chunks/a.js.br', '../static/chunks/a.js', 'chunks/none.js'].map((name) =>
      get(`/_next/static/${name}`, { 'accept-encoding': 'br' }),
    ),
  ]
  expect((await Promise.all(left)).map(({ status }) => status)).toEqual(left.map(() => 418))
})
