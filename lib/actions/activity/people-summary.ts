import 'server-only'
import { countWork, peopleOfTrail } from '#lib/console/trail/find-trail.ts'
import { dayAt, dayNow, timeZone } from '#lib/console/time-zone.ts'
import { addDays, startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import {
  handActs,
  idsForAddress,
  longestPeriod,
  savingActs,
  type PeopleSummary,
  type Period,
  type PersonResult,
} from '#lib/lists/people-summary.ts'
import { knownFigures } from '#lib/actions/overview/reading-job.ts'
import { queueNow } from '#lib/actions/queue/verbs.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { searchOf, sightOf } from './read-activity.ts'

/**
 * What each person of the team did in a period, most cleared first: what they saved and resolved,
 * by the trail, as the activity lists it, and what came of it, by the looks at the errors. A change
 * that was opened again does not count. Everybody whose acts this account may see is listed.
 */
export async function readPeopleSummary(
  { from, to }: Period,
  context: ActionContext,
): Promise<Result<PeopleSummary>> {
  const { account, connection } = context
  const search = {
    ...searchOf(account, { action: [...savingActs, ...handActs], outcome: 'done', from, to }),
    connectionId: connection.id,
  }
  const model = await queueNow(context)
  const open = model.items.flatMap(({ change }) => change?.update_ids ?? [])
  const [people, counts, { cleared: watch }] = await Promise.all([
    peopleOfTrail(sightOf(account)),
    countWork(search, [startOfDay(from, timeZone())], open),
    knownFigures(connection),
  ])
  await recordAct(context, 'read', 'readActivity', [])
  const today = dayNow()
  const since = watch === null ? null : dayAt(Date.parse(watch.since))
  const isIn = ({ day }: { day: LocalDate }) => day >= from && day <= to
  const resultOf = (accountId: string | null): PersonResult | null => {
    if (watch === null || since === null || to < since) return null
    const isOwn = (each: { day: LocalDate; account_id: string | null }) =>
      each.account_id === accountId && isIn(each)
    const days = watch.days.filter(isOwn)
    const claims = days.reduce((sum, each) => sum + each.claims, 0)
    const minutes = days.flatMap((each) => each.minutes ?? []).toSorted((a, b) => a - b)
    const one = (watch.cleared ?? []).filter(isOwn)
    // An earlier version did not keep which claims were cleared.
    const isKnown = one.length === claims && from > addDays(today, -longestPeriod)
    const back = one.filter((each) => each.back !== undefined)
    const idsOf = (some: readonly { id: string }[]) => [...new Set(some.map(({ id }) => id))]
    const ids = isKnown ? idsForAddress(idsOf(one), claims) : undefined
    const backIds = isKnown ? idsForAddress(idsOf(back), back.length) : undefined
    return {
      claims,
      cents: days.reduce((sum, each) => sum + each.cents, 0),
      timed: minutes.length,
      ...(minutes.length > 0 && { minutes: medianOf(minutes) }),
      ...(ids && { ids }),
      back: isKnown ? back.length : null,
      ...(backIds && { back_ids: backIds }),
    }
  }
  const doneBy = (accountId: string, acts: readonly string[]) =>
    counts
      .filter((each) => each.accountId === accountId && acts.includes(each.operation))
      .reduce((sum, { records }) => sum + records, 0)
  const rows = people.map(({ id, name }) => ({
    account_id: id,
    name,
    captures: doneBy(id, savingActs),
    by_hand: doneBy(id, handActs),
    result: resultOf(id),
  }))
  rows.sort(
    (a, b) =>
      (b.result?.claims ?? 0) - (a.result?.claims ?? 0) ||
      b.captures + b.by_hand - (a.captures + a.by_hand) ||
      a.name.localeCompare(b.name),
  )
  return ok({ from, to, today, since, people: rows, elsewhere: resultOf(null) })
}

// Of ascending numbers.
function medianOf(minutes: readonly number[]): number {
  const half = (minutes.length - 1) / 2
  return (minutes[Math.floor(half)]! + minutes[Math.ceil(half)]!) / 2 // there is at least one
}
