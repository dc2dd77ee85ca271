// Without `server-only`: the front server runs outside Next's bundle.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createGzip, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib'

// Most reads of a page are answered within this time. A slower one begins its answer then, because
// Next's client keeps its next action back until it has begun.
const holdMs = 25
// Compressing less makes it longer.
const leastBytes = 1_000
// Above it, compressing at once would make other requests wait.
const mostHeld = 500_000

const gzip = { level: 1 }
const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/**
 * Compresses the answer of a server action, or of a page that Next's client asks for, and sends it
 * in one piece. Next writes such an answer in several pieces and compresses each apart, which costs
 * several times as much. An answer that takes longer is sent piece by piece.
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
  const send = { write: response.write.bind(response), end: response.end.bind(response) }
  const parts: Buffer[] = []
  let held = 0
  let isLate = false
  let isEnded = false
  let add = (part: Buffer) => {
    parts.push(part)
    held += part.length
    if (isLate || held > mostHeld) begin()
  }
  let finish = () => {
    const whole = Buffer.concat(parts)
    if (!mayCompress() || held < leastBytes) return void send.end(whole)
    const bytes = encoding === 'zstd' ? zstdCompressSync(whole, zstd) : gzipSync(whole, gzip)
    sayEncoding()
    response.setHeader('Content-Length', bytes.length)
    send.end(bytes)
  }
  const timer = setTimeout(() => {
    isLate = true
    // Of an answer without a piece neither the status nor the headers are known.
    if (held > 0) begin()
  }, holdMs)
  response.once('close', () => clearTimeout(timer))

  // Whoever has sent the headers by hand has said how the answer is encoded.
  function mayCompress(): boolean {
    return (
      !response.headersSent &&
      response.statusCode === 200 &&
      !response.hasHeader('content-encoding')
    )
  }

  function sayEncoding(): void {
    response.setHeader('Content-Encoding', encoding)
    response.appendHeader('Vary', 'Accept-Encoding')
  }

  function begin(): void {
    clearTimeout(timer)
    if (!mayCompress()) {
      add = (part) => void send.write(part)
      finish = () => void send.end()
    } else {
      sayEncoding()
      response.removeHeader('Content-Length')
      const stream = encoding === 'zstd' ? createZstdCompress(zstd) : createGzip(gzip)
      stream.on('data', (part: Buffer) => void send.write(part))
      stream.on('end', () => void send.end())
      stream.on('error', () => response.destroy())
      response.once('close', () => stream.destroy())
      add = (part) => {
        stream.write(part)
        stream.flush()
      }
      finish = () => void stream.end()
    }
    add(Buffer.concat(parts))
  }

  response.flushHeaders = () => undefined
  response.write = (...given: unknown[]) => {
    const called = given.find((each) => typeof each === 'function')
    add(bytesOf(given[0], given[1]))
    if (called) queueMicrotask(called as () => void)
    return true
  }
  response.end = (...given: unknown[]) => {
    if (isEnded) return response
    isEnded = true
    clearTimeout(timer)
    const [last, how] = given
    if (last !== undefined && last !== null && typeof last !== 'function') add(bytesOf(last, how))
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
