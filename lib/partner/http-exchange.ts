import { isUtf8 } from 'node:buffer'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { createGunzip } from 'node:zlib'
import 'server-only'
import { isLoopback } from '#lib/console/connections/connection-labels.ts'
import { requestId } from '#lib/console/request-id.ts'
import { traceparent } from '#lib/console/traces.ts'

/** The time limits of one exchange in milliseconds, and the largest answer in decoded bytes. */
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
  /** The partner's own name for this exchange: at most 64 letters, digits and ". _ : -". */
  requestId: string | undefined
  /** The whole answer, decompressed and without a byte order mark. */
  bytes: Buffer
  /** The same as text, made when it is first asked for. */
  readonly text: string
}

type ExchangeErrorKind =
  | 'refused'
  | 'unresolved'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'too-large'
  | 'encoding'
  | 'cancelled'

/**
 * The reason why an exchange has no answer. `maySent` is false only if no byte of the request can
 * have reached the partner.
 */
export class ExchangeError extends Error {
  kind: ExchangeErrorKind
  maySent: boolean

  constructor(kind: ExchangeErrorKind, maySent: boolean) {
    super(`partner exchange: ${kind}`)
    this.kind = kind
    this.maySent = maySent
  }
}

// Node's http is used instead of fetch, because fetch has no deadline for connecting or for the
// first byte, and no hook for the DNS lookup. Reads share connections. A write opens its own,
// because the partner may close a reused connection at that moment, and then it is unknown whether
// the write arrived.
const agents = {
  http: new http.Agent({ keepAlive: true, maxSockets: 64 }),
  https: new https.Agent({ keepAlive: true, maxSockets: 64 }),
}

/** Sends one request and reads the whole answer. Redirects are not followed. */
export function exchange(ask: Ask): Promise<Answer> {
  if (ask.signal?.aborted) return Promise.reject(new ExchangeError('cancelled', false))
  if (isForbiddenHost(ask.url)) return Promise.reject(new ExchangeError('refused', false))
  return new Promise((resolve, reject) => {
    const isTls = ask.url.protocol === 'https:'
    let isConnected = false
    let isDone = false
    const timers = new Set<NodeJS.Timeout>()
    const request = (isTls ? https : http).request(ask.url, {
      method: ask.method,
      headers: headersOf(ask),
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
    const giveUp = (kind: ExchangeErrorKind) =>
      finish(() => {
        request.destroy()
        reject(new ExchangeError(kind, isConnected))
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
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', connected)
      // A socket that failed before this event was never connected.
      else if (!socket.destroyed) connected()
    })
    request.on('response', (response) => {
      clearTimeout(waiting)
      readBytes(response, ask.limits.maxBytes).then(
        (bytes) => finish(() => resolve(toAnswer(response, bytes))),
        (error: unknown) => giveUp(error instanceof ExchangeError ? error.kind : 'reset'),
      )
    })
    request.on('error', (error: NodeJS.ErrnoException) =>
      giveUp(isConnected ? 'reset' : kindBeforeConnecting(error)),
    )
    request.end(ask.body)
  })
}

const byteOrderMark = Buffer.from('\ufeff')

async function readBytes(response: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity' && encoding !== 'gzip') throw new ExchangeError('encoding', true)
  const gunzip = encoding === 'gzip' ? createGunzip() : undefined
  if (gunzip) response.on('error', (error) => gunzip.destroy(error))
  const stream = gunzip ? response.pipe(gunzip) : response
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream as AsyncIterable<Buffer>) {
    bytes += part.length
    // Bytes are counted after decompression, so that a small compressed answer cannot fill the
    // memory.
    if (bytes > maxBytes) throw new ExchangeError('too-large', true)
    parts.push(part)
  }
  if (!response.complete) throw new ExchangeError('reset', true)
  const whole = Buffer.concat(parts)
  // A record with invalid characters must not be shown or saved. JSON is UTF-8; a gateway's error
  // page may not be.
  const isSuccess = response.statusCode !== undefined && response.statusCode < 300
  if (isSuccess && !isUtf8(whole)) throw new ExchangeError('encoding', true)
  return whole.subarray(0, 3).equals(byteOrderMark) ? whole.subarray(3) : whole
}

function toAnswer(response: http.IncomingMessage, bytes: Buffer): Answer {
  const { headers } = response
  let text: string | undefined
  return {
    status: response.statusCode ?? 0,
    contentType: headers['content-type'] ?? '',
    retryAfter: headers['retry-after'],
    date: headers.date,
    requestId: requestIdNames.map((name) => headers[name]).find(isRequestId),
    bytes,
    get text() {
      return (text ??= bytes.toString('utf8'))
    },
  }
}

const requestIdNames = ['x-request-id', 'request-id', 'x-correlation-id']

// Opaque: with a digit, so that no name passes, and without what could be read as markup or an
// address. Our own id, which some partners send back, is no name of theirs.
function isRequestId(text: unknown): text is string {
  return typeof text === 'string' && /^(?=.*\d)[\w.:-]{8,64}$/.test(text) && text !== requestId()
}

function kindBeforeConnecting(error: NodeJS.ErrnoException): ExchangeErrorKind {
  if (isTlsProblem(error)) return 'tls'
  return error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN' ? 'unresolved' : 'refused'
}

function headersOf(ask: Ask): Record<string, string> {
  // On the same machine, compression costs more time than it saves.
  const encoding = { 'accept-encoding': isLoopback(ask.url.href) ? 'identity' : 'gzip' }
  const id = requestId()
  const trace = traceparent()
  const headers = {
    ...ask.headers,
    ...encoding,
    ...(id && { 'x-request-id': id }),
    ...(trace && { traceparent: trace }),
  }
  if (ask.body === undefined) return headers
  return {
    ...headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(ask.body)),
  }
}

function isTlsProblem(error: NodeJS.ErrnoException): boolean {
  // EPROTO means that the answer is not TLS, such as plain HTTP at an https address.
  return /CERT|TLS|SSL|SIGNATURE|ISSUER|HOSTNAME|CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH|EPROTO/.test(
    error.code ?? '',
  )
}

// A manipulated DNS name could point to these addresses, which no partner has: this machine, and
// the link-local range with the metadata service of clouds. Private networks are allowed, because a
// gateway to the partner may be there.
const forbidden = new BlockList()
forbidden.addSubnet('0.0.0.0', 8)
forbidden.addSubnet('127.0.0.0', 8)
forbidden.addSubnet('169.254.0.0', 16)
forbidden.addAddress('::', 'ipv6')
forbidden.addAddress('::1', 'ipv6')
forbidden.addSubnet('fe80::', 10, 'ipv6')
// Metadata services of clouds outside of the link-local range.
forbidden.addAddress('100.100.100.200')
forbidden.addAddress('fd00:ec2::254', 'ipv6')

/** True for an address that must never receive a partner's key. */
export function isForbiddenAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const plain = mapped ?? address
  return forbidden.check(plain, plain.includes(':') ? 'ipv6' : 'ipv4')
}

// Node looks up no name for an address that is a number, so `guardedLookup` never sees it.
function isForbiddenHost(url: URL): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return !isLoopback(url.href) && isIP(host) !== 0 && isForbiddenAddress(host)
}

/** Resolves a name when connecting and refuses it if any of its addresses is forbidden. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, '', 0)
    if (found.length === 0 || found.some(({ address }) => isForbiddenAddress(address))) {
      return callback(Object.assign(new Error('address refused'), { code: 'EADDRNOTAVAIL' }), '', 0)
    }
    const { address, family } = found[0]!
    return options.all ? callback(null, found) : callback(null, address, family)
  })
}
