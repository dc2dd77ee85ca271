import net, { type AddressInfo } from 'node:net'
import pg from 'pg'
import { emptyDatabase } from '#lib/core/test-database.testing.ts'

/**
 * A database of the run's server behind a loopback port of its own, which can stop answering.
 * `freeze` accepts data and connections but passes nothing on, like a stopped process or a cut
 * network; `thaw` resumes.
 */
export async function startPostgresStandIn() {
  const database = await emptyDatabase()
  await giveToConsole(database.address)
  const real = new URL(database.address)
  const pairs = new Set<[net.Socket, net.Socket]>()
  let isFrozen = false
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(real.port), real.hostname)
    const pair: [net.Socket, net.Socket] = [client, upstream]
    pairs.add(pair)
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.on('error', () => {})
      from.on('data', (bytes) => to.write(bytes))
      // The server rolls back the transaction of a lost connection.
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
      if (isFrozen) from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const urlAt = (of: number) => `postgres://${user}:${password}@127.0.0.1:${of}${real.pathname}`
  return {
    url: urlAt(port),
    port,
    /** The address of the same database behind another port. */
    urlAt,
    freeze: () => {
      isFrozen = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of [...pairs].flat()) socket.resume()
    },
    close: async () => {
      for (const socket of [...pairs].flat()) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await database.drop()
    },
  }
}

// Tests look for the password where no password may stand.
const [user, password] = ['console', 'secret-canary']

async function giveToConsole(address: string): Promise<void> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(`do $$ begin create role ${user} login password '${password}';
      exception when duplicate_object or unique_violation then null; end $$`)
    await client.query(`alter database ${new URL(address).pathname.slice(1)} owner to ${user}`)
  } finally {
    await client.end()
  }
}
