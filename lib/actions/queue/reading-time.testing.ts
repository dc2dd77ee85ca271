// The bench's second process (`e2e/bench/queue.ts`): reads the queue of the sandbox at SANDBOX_PORT into a new database
// in memory, and prints the milliseconds of the first reading and of the next one, which finds everything as it was.
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
    patiently: (ask) => ask(connection),
  })
  if (!result.ok) throw new Error(result.error.message)
  return performance.now() - start
}
const [first, second] = [await read(), await read()]
const start = performance.now()
const { rows, items } = await queueModel(connection)
const opening = performance.now() - start
process.stdout.write(
  `${JSON.stringify({ first, second, opening, rows: rows.size, items: items.length, heap: process.memoryUsage().heapUsed })}\n`,
)
await stopTestConsole()
process.exit(0)
