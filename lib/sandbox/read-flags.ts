import { parseArgs } from 'node:util'
import type { DataSet } from './data-set.ts'

/** The options of the sandbox's command line; `asked` holds only the numbers that it names. */
export type Flags = {
  port: number
  host: string
  asked: Partial<DataSet>
  fresh: boolean
  quiet: boolean
  help: boolean
}

const most = 1_000_000
const options = {
  captures: { type: 'string' },
  contracts: { type: 'string' },
  seed: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  fresh: { type: 'boolean' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/**
 * Reads a command line and SANDBOX_PORT. Throws an Error with a message for the person at the
 * command line.
 */
export function readFlags(args: string[], env: NodeJS.ProcessEnv): Flags {
  const values = parse(args)
  const asked = {
    captures: count('--captures', values.captures, most),
    contracts: count('--contracts', values.contracts, most),
    seed: count('--seed', values.seed, 2 ** 31),
  }
  return {
    port:
      count('--port', values.port, 65_535) ??
      count('SANDBOX_PORT', env.SANDBOX_PORT || undefined, 65_535) ??
      5050,
    host: values.host ?? '127.0.0.1',
    asked: Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
    fresh: values.fresh ?? false,
    quiet: values.quiet ?? false,
    help: values.help ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    // The first sentence of Node's message names the flag; the rest explains command lines in
    // general.
    const [first] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/)
    throw new Error(`${first!.replace(/\.$/, '')}. --help lists the flags.`, { cause: error })
  }
}

function count(name: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || value > max)
    throw new Error(
      `${name} must be a whole number from 0 to ${max.toLocaleString('en-US')}, in digits alone, not "${text}".`,
    )
  return value
}
