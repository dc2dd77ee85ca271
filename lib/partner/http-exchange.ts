import { isUtf8 } from 'node:buffer'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { createGunzip } from 'node:zlib'
import 'server-only'
import { isLoopback } from '#lib/console/connections/connection-labels.ts'

/** How long each part of one exchange may take, in milliseconds, and how many decoded bytes an answer may have. */
export type Limits = { connectMs: number; firstByteMs: number; totalMs: number; maxBytes: number }

export type Ask = {
  method: string
  url: URL
  headers: Record<string, string>
  body?: string
  limits: Limits
  signal?: AbortSignal
}
export type Answer = {
  status: number
  contentType: string
  retryAfter: string | undefined
  date: string | undefined
  text: string
}

type Trouble = 'refused' | 'tls' | 'timeout' | 'reset' | 'too-large' | 'encoding' | 'cancelled'

/** Why an exchange brought no answer. `maySent` is false only when no byte of the request can have reached the partner. */
export class ExchangeTrouble extends Error {
  kind: Trouble
  maySent: boolean

  constructor(kind: Trouble, maySent: boolean) {
    super(`partner exchange: ${kind}`)
    this.kind = kind
    this.maySent = maySent
  }
}

// Node's own http instead of fetch: fetch has no deadline for connecting or for the first byte, and no hook at the
// address look-up. Reads share connections; a write opens its own, because a reused one may be closed by the other
// side just then, and nobody could tell whether the write arrived.
const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 64 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

/** Sends one request and reads the whole answer as text. Redirects are answers like any other: nothing follows them. */
export function exchange(ask: Ask): Promise<Answer> {
  if (ask.signal?.aborted) return Promise.reject(new ExchangeTrouble('cancelled', false))
  return new Promise((resolve, reject) => {
    const isTls = ask.url.protocol === 'https:'
    let isConnected = false
    let isDone = false
    const timers = new Set<NodeJS.Timeout>()
    const request = (isTls ? https : http).request(ask.url, {
      method: ask.method,
      headers: withBodyHeaders(ask),
      agent: ask.method === 'GET' ? agents[isTls ? 'https' : 'http'] : false,
      ...(isLoopback(ask.url.href) ? {} : { lookup: guardedLookup }),
    })
    const finish = (act: () => void) => {
      if (isDone) return
      isDone = true
      for (const timer of timers) clearTimeout(timer)
      ask.signal?.removeEventListener('abort', cancel)
      act()
    }
    const giveUp = (kind: Trouble) =>
      finish(() => {
        request.destroy()
        reject(new ExchangeTrouble(kind, isConnected))
      })
    const cancel = () => giveUp('cancelled')
    const limit = (ms: number) => {
      const timer = setTimeout(() => giveUp('timeout'), ms)
      timers.add(timer)
      return timer
    }
    ask.signal?.addEventListener('abort', cancel)
    limit(ask.limits.totalMs)
    let waiting = limit(ask.limits.connectMs)
    const connected = () => {
      isConnected = true
      clearTimeout(waiting)
      waiting = limit(ask.limits.firstByteMs)
    }
    request.on('socket', (socket) =>
      socket.connecting ? socket.once(isTls ? 'secureConnect' : 'connect', connected) : connected(),
    )
    request.on('response', (response) => {
      clearTimeout(waiting)
      readText(response, ask.limits.maxBytes).then(
        (text) => finish(() => resolve(toAnswer(response, text))),
        (error: unknown) => giveUp(error instanceof ExchangeTrouble ? error.kind : 'reset'),
      )
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(isConnected ? 'reset' : isTlsProblem(error) ? 'tls' : 'refused'),
    )
    request.end(ask.body)
  })
}

async function readText(response: http.IncomingMessage, maxBytes: number): Promise<string> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') throw new ExchangeTrouble('encoding', true)
  const gunzip = encoding === 'gzip' ? createGunzip() : undefined
  if (gunzip) response.on('error', (error) => gunzip.destroy(error))
  const stream = gunzip ? response.pipe(gunzip) : response
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length
    // Counted after decoding, so that a small compressed answer cannot fill the memory.
    if (bytes > maxBytes) throw new ExchangeTrouble('too-large', true)
    parts.push(part)
  }
  if (!response.complete) throw new ExchangeTrouble('reset', true)
  const whole = Buffer.concat(parts)
  // A record whose letters were guessed must not be shown, let alone saved again. JSON is UTF-8; a gateway's page need not be.
  const isSuccess = response.statusCode !== undefined && response.statusCode < 300
  if (isSuccess && !isUtf8(whole)) throw new ExchangeTrouble('encoding', true)
  return whole.toString('utf8').replace(/^\ufeff/, '')
}

function toAnswer(response: http.IncomingMessage, text: string): Answer {
  const { headers } = response
  return {
    status: response.statusCode ?? 0,
    contentType: headers['content-type'] ?? '',
    retryAfter: headers['retry-after'],
    date: headers.date,
    text,
  }
}

function withBodyHeaders(ask: Ask): Record<string, string> {
  // Compression costs more time than it saves on this machine itself.
  const encoding = { 'accept-encoding': isLoopback(ask.url.href) ? 'identity' : 'gzip' }
  if (ask.body === undefined) return { ...ask.headers, ...encoding }
  return {
    ...ask.headers,
    ...encoding,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(ask.body)),
  }
}

function isTlsProblem(error: NodeJS.ErrnoException): boolean {
  // EPROTO is an answer that is no TLS at all, such as plain HTTP behind an https address.
  return /CERT|TLS|SSL|SIGNATURE|ISSUER|HOSTNAME|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO/.test(
    error.code ?? '',
  )
}

// Addresses that no partner has, but that a changed name could point to: this machine, and the link-local range where
// clouds keep their metadata service. A private network's address stays allowed: a gateway to the partner may live there.
const forbidden = new BlockList()
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addSubnet('127.0.0.0', 8)
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addAddress('::', 'ipv6')
forbidden.addAddress('::1', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')

/** True for an address that the key of a partner elsewhere must never be sent to. */
export function isForbiddenAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return forbidden.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}

/** Resolves a name at the moment of connecting and refuses it when any of its addresses is forbidden. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    if (found.length === 0 || found.some(({ address }) => isForbiddenAddress(address))) {
      return callback(Object.assign(new Error('address refused'), { code: 'EADDRNOTAVAIL' }), '', 0)
    }
    const { address, family } = found[0]!
    return options.all ? callback(null, found) : callback(null, address, family)
  })
}
