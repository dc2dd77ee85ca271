// The bench's second process (`e2e/bench/queue.ts`): reads the queue of the sandbox at SANDBOX_PORT
// into a new database in memory, and prints the milliseconds of the first reading and of the next
// one, which finds everything as it was. `longest` is the longest time for which the first reading
// held up everybody's requests: processor time of the server's thread between two turns, so that
// other work on the machine does not count.
import { activeConnection } from '#lib/console/connections/connections.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { queueModel } from './model.ts'
import { refreshQueue } from './read-snapshot.ts'

await startTestConsole({ SANDBOX_PORT: process.env.SANDBOX_PORT! }) // the bench sets it
const connection = await activeConnection()
const read = async () => {
  const start = performance.now()
  const result = await refreshQueue({
    connection,
    report: async () => {},
    signal: new AbortController().signal,
    retrying: (ask) => ask(connection),
  })
  if (!result.ok) throw new Error(result.error.message)
  return performance.now() - start
}
let longest = 0
let last = process.threadCpuUsage()
const watching = setInterval(() => {
  const { user, system } = process.threadCpuUsage(last)
  longest = Math.max(longest, (user + system) / 1_000)
  last = process.threadCpuUsage()
}, 1)
const first = await read()
clearInterval(watching)
const second = await read()
const start = performance.now()
const { rows, items } = await queueModel(connection)
const opening = performance.now() - start
process.stdout.write(
  `${JSON.stringify({ first, second, longest, opening, rows: rows.size, items: items.length, heap: process.memoryUsage().heapUsed })}\n`,
)
await stopTestConsole()
process.exit(0)
