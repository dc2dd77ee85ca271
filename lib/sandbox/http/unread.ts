import type { Duplex } from 'node:stream'
import { transportRefusals } from './refusal.ts'

/**
 * What the address and the headers of a request may hold together, in bytes: a filter by all ids of the largest page
 * (1,000 UUIDs under any parameter's name) fits.
 */
export const maxHeadBytes = 128 * 1024

// How long the rest of a refused request is read, so that its client can finish sending and see the answer.
const drainMs = 2_000

/**
 * Answers a request that the HTTP parser gave up on in the envelope: 431 for an address or headers that are too long,
 * 400 for what is no HTTP. Node's own answer has no body.
 */
export function refuseUnread(error: NodeJS.ErrnoException, socket: Duplex): void {
  // The parser gives up again on each further part of what it was sent.
  if (socket.writableEnded) return
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const refusal = isTooLarge
    ? transportRefusals.headTooLarge(maxHeadBytes)
    : transportRefusals.badRequest('The request could not be read as HTTP.')
  const body = refusal.body()
  socket.end(
    `HTTP/1.1 ${refusal.status} ${isTooLarge ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
  socket.on('error', () => socket.destroy())
  socket.resume()
  setTimeout(() => socket.destroy(), drainMs).unref()
}
