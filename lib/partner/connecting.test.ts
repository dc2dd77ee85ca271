import https from 'node:https'
import net, { type AddressInfo, type Server } from 'node:net'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { operations } from '#lib/contract/operations.ts'
import { call, type CallOptions } from './call.ts'
import { ownCertificate } from '#lib/core/own-certificate.testing.ts'
import { connectionTo, sendJson, startTestPartner, testKey } from './test-partner.ts'

// Failures before a request is sent: nothing has reached the partner, so the outcome of a write is
// known.

beforeAll(() => {
  process.env.LOG_LEVEL = 'silent'
})

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()))
})

/** Listens on loopback and returns its https address. Closing it also closes open connections. */
async function listen(server: Server): Promise<string> {
  const sockets = new Set<net.Socket>()
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  )
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

type Partner = ReturnType<typeof connectionTo>
const { getChargeCapture, updateChargeCapture } = operations
const get = (connection: Partner, options?: CallOptions) =>
  call(connection, getChargeCapture, { params: { charge_capture_id: 'c1' } }, options)
const patch = (connection: Partner, options?: CallOptions) =>
  call(connection, updateChargeCapture, { params: { charge_capture_id: 'c1' }, body: {} }, options)
const namesOf = async (...calls: ReturnType<typeof get>[]) =>
  (await Promise.all(calls)).map((result) => (result.ok ? 'ok' : result.error.name))

test('an untrusted certificate: nothing is sent, and there is no retry', async () => {
  const seen: string[] = []
  let handshakes = 0
  const server = https.createServer(ownCertificate(), (request, response) => {
    seen.push(`${request.method} ${request.headers.authorization}`)
    sendJson(response, 200, {})
  })
  server.on('connection', () => (handshakes += 1))
  const url = await listen(server)
  const results = [
    await get(connectionTo(url)),
    await patch(connectionTo(url)),
    await get(connectionTo(url, { kind: 'client_credentials', clientId: 'me' })),
  ]
  expect(results).toMatchObject(
    Array.from({ length: 3 }, () => ({ ok: false, error: { name: 'PartnerTlsFailed' } })),
  )
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`${testKey}|127\\.0\\.0\\.1|http`))
  expect({ seen, handshakes }).toEqual({ seen: [], handshakes: 3 })
})

test('an address that is a number of this machine gets no connection', async () => {
  let connections = 0
  const server = net.createServer(() => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.9.9.9', resolve))
  open.push(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const at = (host: string) => connectionTo(`https://${host}:${port}`)
  const names = await namesOf(
    get(at('127.9.9.9')),
    patch(at('127.9.9.9')),
    get(at('[::ffff:127.9.9.9]')),
  )
  expect(names).toEqual(['PartnerUnreachable', 'PartnerUnreachable', 'PartnerUnreachable'])
  expect(connections).toBe(0)
})

test('a partner without TLS at an https address', async () => {
  const plain = await startTestPartner((response) => sendJson(response, 200, {}))
  open.push(plain.close)
  const connection = connectionTo(plain.url.replace('http:', 'https:'))
  expect(await namesOf(get(connection), patch(connection))).toEqual([
    'PartnerTlsFailed',
    'PartnerTlsFailed',
  ])
  expect(plain.seen).toEqual([])
})

test('a handshake without an answer ends at the deadline for connecting', async () => {
  let connections = 0
  const silent = net.createServer(() => (connections += 1))
  const connection = connectionTo(await listen(silent))
  const limits = { connectMs: 80, firstByteMs: 60_000, totalMs: 60_000 }
  // A write without a complete handshake was not sent: its outcome is known, and it is tried once.
  expect(await namesOf(patch(connection, { limits }))).toEqual(['PartnerTimeout'])
  await expect.poll(() => connections).toBe(1)
  expect(await namesOf(get(connection, { limits }))).toEqual(['PartnerTimeout'])
  // A read is tried three times.
  await expect.poll(() => connections).toBe(1 + 3)
})
