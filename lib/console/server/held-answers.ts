// Without `server-only`: the front server runs outside Next's bundle.
import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  constants,
  createGzip,
  createZstdCompress,
  type Gzip,
  gzipSync,
  type ZstdCompress,
  zstdCompressSync,
} from 'node:zlib'

// Compressing less makes it longer.
const leastBytes = 1_000
// Above it, compressing at once would make other requests wait.
const mostAtOnce = 500_000

const gzip = { level: 1 }
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Compresses the answer of a server action, or of a page that Next's client asks for. Next writes
 * such an answer in many small pieces and compresses and sends each apart, which costs several
 * times as much; here those of one turn of the event loop are one. None waits longer: Next's client
 * keeps its next action back until an answer has begun.
 */
export function holdAnswer(request: IncomingMessage, response: ServerResponse): void {
  const { headers } = request
  if (headers['next-action'] === undefined && headers.rsc === undefined) return
  const encoding = encodingFor(String(headers['accept-encoding'] ?? ''))
  if (!encoding) return
  // Next compresses nothing then.
  headers['accept-encoding'] = 'identity'
  hold(response, encoding)
}

type Encoding = 'zstd' | 'gzip'

function encodingFor(accepted: string): Encoding | undefined {
  const names = accepted.split(',').map((name) => name.trim())
  return (['zstd', 'gzip'] as const).find((each) => names.includes(each))
}

function hold(response: ServerResponse, encoding: Encoding): void {
  const write = response.write.bind(response)
  const end = response.end.bind(response)
  let parts: Buffer[] = []
  let turn: NodeJS.Immediate | undefined
  let stream: Gzip | ZstdCompress | undefined
  let isEnded = false

  const taken = () => {
    clearImmediate(turn)
    turn = undefined
    const whole = Buffer.concat(parts)
    parts = []
    return whole
  }

  // Whoever has sent the headers by hand has said how the answer is encoded.
  const mayCompress = () =>
    !response.headersSent && response.statusCode === 200 && !response.hasHeader('content-encoding')

  const sayEncoding = () => {
    response.setHeader('Content-Encoding', encoding)
    response.appendHeader('Vary', 'Accept-Encoding')
  }

  const begin = () => {
    sayEncoding()
    response.removeHeader('Content-Length')
    const begun = encoding === 'zstd' ? createZstdCompress(zstd) : createGzip(gzip)
    begun.on('data', (part: Buffer) => void write(part))
    begun.on('end', () => void end())
    begun.on('error', () => response.destroy())
    response.once('close', () => begun.destroy())
    return begun
  }

  const sendTurn = () => {
    const part = taken()
    if (!stream && !mayCompress()) return void write(part)
    stream ??= begin()
    stream.write(part)
    stream.flush()
  }

  const finish = () => {
    const rest = taken()
    if (!stream && (!mayCompress() || rest.length < leastBytes)) return void end(rest)
    if (stream || rest.length > mostAtOnce) return void (stream ??= begin()).end(rest)
    const bytes = encoding === 'zstd' ? zstdCompressSync(rest, zstd) : gzipSync(rest, gzip)
    sayEncoding()
    response.setHeader('Content-Length', bytes.length)
    end(bytes)
  }

  response.once('close', () => clearImmediate(turn))
  response.flushHeaders = () => undefined
  response.write = (...given: unknown[]) => {
    const called = given.find((each) => typeof each === 'function')
    parts.push(bytesOf(given[0], given[1]))
    turn ??= setImmediate(sendTurn)
    if (called) queueMicrotask(called as () => void)
    return true
  }
  response.end = (...given: unknown[]) => {
    if (isEnded) return response
    isEnded = true
    const [last, how] = given
    if (last !== undefined && last !== null && typeof last !== 'function')
      parts.push(bytesOf(last, how))
    finish()
    return response
  }
}

// What `write` and `end` of Node take.
function bytesOf(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(
      chunk,
      Buffer.isEncoding(String(encoding)) ? (encoding as BufferEncoding) : 'utf8',
    )
  const { buffer, byteOffset, byteLength } = chunk as Uint8Array
  return Buffer.from(buffer, byteOffset, byteLength)
}
