import 'server-only'
import { crc32 } from 'node:zlib'
import { now } from '#lib/console/clock.ts'
import { processState } from '#lib/console/process-state.ts'
import { countOf } from '#lib/core/count-of.ts'

/**
 * So many different records of patients an account reads in an hour: far more than a person looks
 * at.
 */
export const mostReads = 50_000
/**
 * So many it writes to files in an hour: a file is asked for by name, and each one is in the trail.
 */
export const mostExported = 200_000
const hourMs = 3_600_000

type Hour = { since: number; read: Set<number> }
const state = processState<{ reads: Map<string, Hour> }>()

/**
 * A read that would go beyond the account's budget until the time `until`, in UTC milliseconds. The
 * message is for the person; `did` says what the account has done: "read 50,000 different records
 * within an hour, …".
 */
export class TooManyReads extends Error {
  readonly until: number
  readonly did: string
  constructor(until: number, isExport: boolean) {
    const wait = countOf(Math.max(1, Math.ceil((until - now()) / 60_000)), {
      one: 'minute',
      many: 'minutes',
    })
    const [verb, past, most] = isExport
      ? ['export', 'exported', mostExported]
      : ['read', 'read', mostReads]
    const did = `${past} ${most.toLocaleString('en-US')} different records within an hour, the most that is allowed`
    super(`Your account has ${did}. It can ${verb} more in ${wait}.`)
    this.until = until
    this.did = did
  }
}

/**
 * Takes the reading of these records from the account's budget of the hour, or throws TooManyReads;
 * an export has a budget of its own. A record that was taken in that hour costs nothing. Each
 * process of the console counts for itself.
 */
export function takeReads(accountId: string, recordIds: readonly string[], isExport = false): void {
  const key = isExport ? `${accountId} exports` : accountId
  const most = isExport ? mostExported : mostReads
  const all = (state.reads ??= new Map())
  const at = now()
  const known = all.get(key)
  const hour = known && at - known.since < hourMs ? known : { since: at, read: new Set<number>() }
  // A number for each id keeps this small. Two ids with one number cost one instead of two.
  const fresh = new Set(recordIds.map((id) => crc32(id)).filter((number) => !hour.read.has(number)))
  if (hour.read.size + fresh.size > most) throw new TooManyReads(hour.since + hourMs, isExport)
  for (const number of fresh) hour.read.add(number)
  all.set(key, hour)
}

/** Resets what every account has read, so a test starts with full budgets. */
export function resetReads(): void {
  delete state.reads
}
