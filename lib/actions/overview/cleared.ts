import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { findTrail } from '#lib/console/trail/find-trail.ts'
import { operations } from '#lib/contract/operations.ts'
import { addDays, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { JobTools } from '#lib/actions/jobs/job-kind.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import type { QueueModel } from '#lib/actions/queue/model.ts'
import { accepted, undecided } from '#lib/actions/queue/round-end.ts'

/**
 * What became of the claims in error, as far as this console saw it. `open` are those that were in
 * error at the last look: by id their charges in whole cents, and the first local day without a
 * word about them once they have left the queue. `days` are the claims that the partner accepted,
 * by the day of the look and by who saved one of their captures last; null for nobody of this
 * console. `since` (ISO) is the first look.
 */
export type Watch = {
  since: string
  open: { [id: string]: { cents: number; lost?: LocalDate } }
  days: { day: LocalDate; account_id: string | null; claims: number; cents: number }[]
}

// 100 ids of 36 characters are an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
// A claim creation has few captures, and 100 of them at most a few pages.
const mostPages = 50
/** A claim that the partner has not decided on after so many days is given up. */
const lostDays = 14
const daysKept = 92
// An earlier save does not count for what the partner accepts now.
const creditedDays = 14
const mostEntries = 2_000

/**
 * Looks what became of the claims that were in error at the last look and are no more: those that
 * the partner has accepted are cleared; those that it dropped are forgotten. Only ids that left the
 * queue are asked for. Fails if the partner could not be asked: then the next look asks again.
 */
export async function watchErrors(
  { items }: Pick<QueueModel, 'items'>,
  known: Watch | undefined,
  reading: Pick<JobTools, 'connection' | 'retrying' | 'signal'>,
): Promise<Result<Watch>> {
  const today = localDateAt(now())
  const open: Watch['open'] = {}
  for (const { kind, claim_creation_id: id, cents = 0 } of items)
    if (kind === 'error' || kind === 'resolved') open[id] = { cents }
  if (!known) return ok({ since: new Date(now()).toISOString(), open, days: [] })
  const days = known.days.filter(({ day }) => day > addDays(today, -daysKept))
  const gone = Object.keys(known.open).filter((id) => !(id in open))
  for (let from = 0; from < gone.length; from += idsAtOnce) {
    const ids = gone.slice(from, from + idsAtOnce)
    const statuses = await statusesOf(ids, reading)
    if (!statuses.ok) return statuses
    const cleared = ids.filter((id) => accepted.has(statuses.value.get(id)))
    const people = cleared.length === 0 ? new Map() : await lastSavers(cleared, reading)
    if (!(people instanceof Map)) return people
    for (const id of cleared) add(days, today, people.get(id) ?? null, known.open[id]!.cents)
    for (const id of ids) {
      const { cents, lost = today } = known.open[id]! // one of its keys
      // The queue is some minutes old: the partner may still be working on it.
      if (undecided.has(statuses.value.get(id)) && lost > addDays(today, -lostDays))
        open[id] = { cents, lost }
    }
  }
  return ok({ since: known.since, open, days })
}

function add(days: Watch['days'], day: LocalDate, account_id: string | null, cents: number): void {
  const known = days.find((each) => each.day === day && each.account_id === account_id)
  if (known) {
    known.claims += 1
    known.cents += cents
  } else days.push({ day, account_id, claims: 1, cents })
}

async function statusesOf(
  ids: readonly string[],
  { retrying, signal }: Pick<JobTools, 'retrying' | 'signal'>,
): Promise<Result<Map<string | undefined, string | undefined>>> {
  const read = await retrying(async (connection) => {
    const ask = askPages(connection, operations.listClaimCreations, {}, { signal })
    const { items, failure } = await readWhole(
      ask,
      { claim_creation_ids: [...ids], limit: idsAtOnce },
      { pages: mostPages },
    )
    return failure ? { ok: false, error: failure } : ok(items)
  })
  if (!read.ok) return read
  return ok(
    new Map(
      read.value.map((item) => [textOf(memberAt(item, 'id')), textOf(memberAt(item, 'status'))]),
    ),
  )
}

/**
 * By claim creation who saved one of its captures last, as the trail has it; the claims of others
 * are missing.
 */
async function lastSavers(
  ids: readonly string[],
  { connection, retrying, signal }: Pick<JobTools, 'connection' | 'retrying' | 'signal'>,
): Promise<Map<string, string> | Extract<Result<never>, { ok: false }>> {
  const read = await retrying(async (each: Connection) => {
    const ask = askPages(each, operations.listChargeCaptures, {}, { signal })
    const { items, failure } = await readWhole(
      ask,
      { claim_creation_ids: [...ids], limit: 250 },
      { pages: mostPages },
    )
    return failure ? { ok: false, error: failure } : ok(items)
  })
  if (!read.ok) return read
  const claimOf = new Map(
    itemsOf(read.value).map((capture) => [
      textOf(memberAt(capture, 'id')),
      textOf(memberAt(capture, 'claim_creation_id')),
    ]),
  )
  const records = [...claimOf.keys()].filter((id) => id !== undefined)
  const people = new Map<string, string>()
  if (records.length === 0) return people
  const entries = await findTrail(
    {
      sees: 'all',
      records,
      operations: ['updateChargeCapture'],
      stages: ['outcome'],
      outcomes: { only: ['ok'] },
      connectionId: connection.id,
      from: new Date(now() - creditedDays * 86_400_000),
    },
    mostEntries,
  )
  // Newest first.
  for (const { accountId, recordIds } of entries)
    for (const record of recordIds) {
      const claim = claimOf.get(record)
      if (claim !== undefined && !people.has(claim)) people.set(claim, accountId)
    }
  return people
}
