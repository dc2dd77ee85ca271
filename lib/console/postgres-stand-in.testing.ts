import net, { type AddressInfo } from 'node:net'
import { PGlite } from '@electric-sql/pglite'

/**
 * A database that speaks PostgreSQL's protocol on a loopback port and can stop answering. `freeze` accepts data and
 * connections but answers nothing, like a stopped process or a cut network; `thaw` resumes. Connections share one
 * session of an embedded database, so do not run simultaneous transactions.
 */
export async function startPostgresStandIn() {
  const database = await PGlite.create('memory://')
  const sockets = new Set<net.Socket>()
  let isOpen = Promise.resolve()
  let open = () => {}
  let isFrozen = false
  // One message at a time, from any connection.
  let queue: Promise<unknown> = Promise.resolve()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      // A server rolls back the transaction of a lost connection.
      if (isFrozen) queue = queue.then(() => database.exec('rollback'))
    })
    socket.on('data', (message) => {
      queue = queue.then(async () => {
        await isOpen
        if (socket.destroyed) return
        const answer = await database.execProtocolRaw(message).catch(() => undefined)
        if (answer) socket.write(answer)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://console:secret-canary@127.0.0.1:${port}/postgres`,
    port,
    freeze: () => {
      isFrozen = true
      isOpen = new Promise((resolve) => {
        open = resolve
      })
    },
    thaw: () => {
      isFrozen = false
      open()
    },
    close: async () => {
      open()
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await queue
      await database.close()
    },
  }
}
