import { startPostgres } from '#lib/core/postgres-server.ts'

// Starts the server of the folder in its argument, prints an address of it, and runs until it is
// ended.
const { addressOf } = await startPostgres(process.argv[2]!)
process.stdout.write(`${addressOf('postgres')}\n`)
setInterval(() => {}, 60_000)
