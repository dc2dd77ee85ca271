import { randomInt } from 'node:crypto'
import net from 'node:net'

/** True if nothing listens on this loopback port. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

/**
 * A free loopback port, below those that systems give to outgoing connections: one of these could
 * take it before it is used.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(20_000, 31_000)
    if (await isPortFree(port)) return port
  }
  throw new Error('No loopback port between 20,000 and 31,000 is free.')
}
