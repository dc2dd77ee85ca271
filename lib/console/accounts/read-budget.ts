import 'server-only'
import { crc32 } from 'node:zlib'
import { now } from '#lib/console/clock.ts'
import { processState } from '#lib/console/process-state.ts'
import { countOf } from '#lib/core/count-of.ts'

/** So many different records of patients an account reads in an hour: far more than a person looks at. */
export const mostReads = 50_000
const hourMs = 3_600_000

type Hour = { since: number; read: Set<number> }
const state = processState<{ reads: Map<string, Hour> }>()

/** A read that would go beyond the account's budget. The message is for the person. */
export class TooManyReads extends Error {
  constructor(minutes: number) {
    const wait = countOf(minutes, { one: 'minute', many: 'minutes' })
    super(
      `Your account has read ${mostReads.toLocaleString('en-US')} different records within an hour, the most that is allowed. It can read more in ${wait}.`,
    )
  }
}

/**
 * Takes the reading of these records from the account's budget of the hour, or throws TooManyReads. A record that it has
 * read in that hour costs nothing. Each process of the console counts for itself.
 */
export function takeReads(accountId: string, recordIds: readonly string[]): void {
  const all = (state.reads ??= new Map())
  const at = now()
  const known = all.get(accountId)
  const hour = known && at - known.since < hourMs ? known : { since: at, read: new Set<number>() }
  // A number for each id keeps this small. Two ids with one number cost one instead of two.
  const fresh = new Set(recordIds.map((id) => crc32(id)).filter((number) => !hour.read.has(number)))
  if (hour.read.size + fresh.size > mostReads)
    throw new TooManyReads(Math.max(1, Math.ceil((hour.since + hourMs - at) / 60_000)))
  for (const number of fresh) hour.read.add(number)
  all.set(accountId, hour)
}

/** Forgets what every account has read, so a test starts with whole budgets. */
export function forgetReads(): void {
  delete state.reads
}
