import { parseArgs } from 'node:util'
import pino from 'pino'
import { startSandbox } from './server.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' }, host: { type: 'string' }, captures: { type: 'string' }, contracts: { type: 'string' }, seed: { type: 'string' }, quiet: { type: 'boolean' } },
})

const log = pino({ name: 'sandbox' })

try {
  const sandbox = await startSandbox({
    port: number(values.port ?? process.env.SANDBOX_PORT, 'port') ?? 5050,
    ...(values.host === undefined ? {} : { host: values.host }),
    dataDir: process.env.DATA_DIR ?? '.data',
    databaseUrl: process.env.SANDBOX_DATABASE_URL || undefined,
    ...defined({ captures: number(values.captures, 'captures'), contracts: number(values.contracts, 'contracts'), seed: number(values.seed, 'seed') }),
    quiet: values.quiet ?? false,
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      sandbox.close().then(() => process.exit(0), (error: unknown) => {
        log.error({ err: error }, 'did not close cleanly')
        process.exit(1)
      })
    })
  }
} catch (error) {
  log.fatal(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

function number(text: string | undefined, name: string): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number, not ${text}`)
  return value
}

function defined<T extends object>(options: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: NonNullable<T[K]> }
}
