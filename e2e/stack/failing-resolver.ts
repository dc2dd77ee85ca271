import dns from 'node:dns'
import { existsSync } from 'node:fs'

// Loaded first into a console of a test: while the file RESOLVER_DOWN exists, no name resolves.
const lookup = dns.lookup as (...all: unknown[]) => void
const failing = (...all: unknown[]) => {
  if (!existsSync(process.env.RESOLVER_DOWN!)) return lookup(...all)
  const found = all.at(-1) as (error: Error) => void
  setImmediate(() => found(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })))
}
dns.lookup = failing as unknown as typeof dns.lookup
