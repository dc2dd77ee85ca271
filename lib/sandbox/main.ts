import { readFlags } from './read-flags.ts'
import { startSandbox } from './server.ts'

/**
 * The sandbox as a child process of another command, in the database of SANDBOX_DATABASE_URL. `npm
 * run sandbox` is lib/commands/sandbox.ts.
 */
try {
  const { port, host, asked, fresh, quiet } = readFlags(process.argv.slice(2), process.env)
  const sandbox = await startSandbox({
    port,
    host,
    ...asked,
    fresh,
    quiet,
    databaseUrl: process.env.SANDBOX_DATABASE_URL ?? '',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => sandbox.close().then(() => process.exit(0), fail))
} catch (error) {
  fail(error)
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
