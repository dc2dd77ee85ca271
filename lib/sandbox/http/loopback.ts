import type { IncomingMessage } from 'node:http'

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/

/** True when a request comes from this machine, and was not sent on by a proxy for another one. */
export function isLoopback(incoming: IncomingMessage): boolean {
  const { forwarded, 'x-forwarded-for': forwardedFor } = incoming.headers
  return loopback.test(incoming.socket.remoteAddress ?? '') && forwarded === undefined && forwardedFor === undefined
}
