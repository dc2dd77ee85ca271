import type { IncomingMessage } from 'node:http'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

/**
 * True when a request comes from this machine itself: not sent on by a proxy for another one, and not by a page in a
 * browser here, which any site can make send requests (pages send Origin, rebound names show in Host).
 */
export function isLoopback(incoming: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor, origin, host = '' } = incoming.headers
  if (forwarded !== undefined || forwardedFor !== undefined || origin !== undefined) return false
  return loopback.test(incoming.socket.remoteAddress ?? '') && localName.test(host)
}
