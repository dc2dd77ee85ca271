import 'server-only'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { findTrail } from '#lib/console/trail/find-trail.ts'
import { dayAt, dayNow, timeZone } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { addDays, startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { JobTools } from '#lib/actions/jobs/job-kind.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { trendDays, type QueueModel } from '#lib/actions/queue/model.ts'
import type { ErrorHistory } from '#lib/partner/error-history.ts'
import { lastDays } from './last-days.ts'
import type { RecordedDay } from '#lib/lists/overview.ts'
import { accepted, undecided } from '#lib/actions/queue/round-end.ts'

/**
 * What became of the claims in error, as far as this console saw it. `since` (ISO) is the first
 * look, `looks` are the days with one. `open` are the claims that were in error at the last look.
 * `days` are the claims that the partner accepted, `added` those that came into error after the
 * first look, both by the day of the look. `cleared` are the accepted ones of the last 31 days, one
 * by one. `records` are days before the first look, by the embedded sandbox's own records.
 * `looks`, `added` and `cleared` are missing in what an earlier version stored.
 */
export type Watch = {
  since: string
  open: { [id: string]: OpenClaim }
  days: ClearedDay[]
  looks?: LocalDate[]
  added?: { day: LocalDate; claims: number }[]
  cleared?: ClearedClaim[]
  records?: RecordedDay[]
}

/**
 * A claim in error: its charges in whole cents, when a look first saw it in error (ISO; missing for
 * one of the first look, because nobody knows since when it was), and the first day without a word
 * about it once it has left the queue.
 */
type OpenClaim = { cents: number; seen?: string; lost?: LocalDate }

/**
 * The claims of one day whose captures the account saved last; null for nobody of this console.
 * `minutes` has the time in error of each that was not in error at the first look.
 */
type ClearedDay = {
  day: LocalDate
  account_id: string | null
  claims: number
  cents: number
  minutes?: number[]
}

/** `back` is the day on which it was in error again. */
export type ClearedClaim = {
  id: string
  day: LocalDate
  account_id: string | null
  back?: LocalDate
}

// 100 ids of 36 characters are an address of 6 KB, which every gateway takes.
const idsAtOnce = 100
// A claim creation has few captures, and 100 of them at most a few pages.
const mostPages = 50
/** A claim that the partner has not decided on after so many days is given up. */
const lostDays = 14
const daysKept = 92
/** For so many days a cleared claim is known by its id, and is noticed if it comes back. */
export const clearedDays = 31
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
  const today = dayNow()
  const seen = new Date(now()).toISOString()
  const open: Watch['open'] = {}
  for (const { kind, claim_creation_id: id, cents = 0 } of items)
    if (kind === 'error' || kind === 'resolved') open[id] = { cents }
  if (!known) return ok({ since: seen, open, days: [], looks: [today], added: [], cleared: [] })
  const isKept = ({ day }: { day: LocalDate }, days = daysKept) => day > addDays(today, -days)
  const days = known.days.filter((each) => isKept(each))
  const added = (known.added ?? []).filter((each) => isKept(each))
  const cleared = (known.cleared ?? []).filter((each) => isKept(each, clearedDays))
  const came = Object.keys(open).filter((id) => !(id in known.open))
  for (const [id, claim] of Object.entries(open)) {
    const before = known.open[id]
    if (before === undefined) claim.seen = seen
    else if (before.seen !== undefined) claim.seen = before.seen
  }
  if (came.length > 0) addTo(added, today, came.length)
  const back = new Set(came)
  for (const claim of cleared) if (back.has(claim.id)) claim.back ??= today
  const gone = Object.keys(known.open).filter((id) => !(id in open))
  for (let from = 0; from < gone.length; from += idsAtOnce) {
    const ids = gone.slice(from, from + idsAtOnce)
    const statuses = await statusesOf(ids, reading)
    if (!statuses.ok) return statuses
    const done = ids.filter((id) => accepted.has(statuses.value.get(id)))
    const people = done.length === 0 ? new Map() : await lastSavers(done, reading)
    if (!(people instanceof Map)) return people
    for (const id of done) {
      const account_id = people.get(id) ?? null
      clear(days, today, account_id, known.open[id]!) // one of its keys
      cleared.push({ id, day: today, account_id })
    }
    for (const id of ids) {
      const { lost = today, ...claim } = known.open[id]! // one of its keys
      // The queue is some minutes old: the partner may still be working on it.
      if (undecided.has(statuses.value.get(id)) && lost > addDays(today, -lostDays))
        open[id] = { ...claim, lost }
    }
  }
  const looks = (known.looks ?? []).filter((day) => day > addDays(today, -daysKept))
  if (looks.at(-1) !== today) looks.push(today)
  const { since, records } = known
  return ok({ since, open, days, looks, added, cleared, ...(records && { records }) })
}

function addTo(added: NonNullable<Watch['added']>, day: LocalDate, claims: number): void {
  const known = added.find((each) => each.day === day)
  if (known) known.claims += claims
  else added.push({ day, claims })
}

function clear(
  days: ClearedDay[],
  day: LocalDate,
  account_id: string | null,
  { cents, seen }: OpenClaim,
): void {
  let known = days.find((each) => each.day === day && each.account_id === account_id)
  if (!known) days.push((known = { day, account_id, claims: 0, cents: 0 }))
  known.claims += 1
  known.cents += cents
  if (seen !== undefined)
    known.minutes = [...(known.minutes ?? []), Math.round((now() - Date.parse(seen)) / 60_000)]
}

/**
 * The days before today by the embedded sandbox's own times, oldest first. Today is watched from
 * now on.
 */
export function recordedDays(history: ErrorHistory): RecordedDay[] {
  const stays = history.map(
    ({ in_error_at: from, left_at: to, is_resolved_by_hand, is_accepted }) => ({
      from,
      to: to ?? Infinity,
      // Since when such a claim has no open error is not known, so no day has it among the open ones.
      isOpen: !is_resolved_by_hand,
      added: dayAt(from),
      cleared: to !== null && is_accepted ? dayAt(to) : undefined,
    }),
  )
  return lastDays(trendDays, dayNow())
    .slice(0, -1)
    .map((day) => {
      const end = startOfDay(addDays(day, 1), timeZone()).getTime()
      return {
        day,
        added: stays.filter(({ added }) => added === day).length,
        cleared: stays.filter(({ cleared }) => cleared === day).length,
        open: stays.filter(({ from, to, isOpen }) => isOpen && from < end && to >= end).length,
      }
    })
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
