import 'server-only'
import { countWork } from '#lib/console/trail/find-trail.ts'
import { dayNow, timeZone } from '#lib/console/time-zone.ts'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { clearedOf, type PersonWork, type TeamWork } from '#lib/lists/overview.ts'
import { sightOf } from '#lib/actions/activity/read-activity.ts'
import { lastDays } from './last-days.ts'
import { knownFigures } from './reading-job.ts'
import { queueNow } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** How many days of work are counted, today included. */
const workDays = 14

const members = {
  updateChargeCapture: 'captures',
  resolveClaimCreationError: 'errors',
  resolveChargeCaptureChanges: 'changes',
} as const

/**
 * Who saved how many captures and resolved how many errors and changes on each of the last days,
 * from the audit trail, and which claims the partner accepted after their saves, from the
 * overview's reading: of the people whose acts this account may see, most accepted first. A change
 * that was opened again does not count.
 */
export async function readWork(_: object, context: ActionContext): Promise<Result<TeamWork>> {
  const { account, connection } = context
  const model = await queueNow(context)
  const days = lastDays(workDays, dayNow())
  const search = {
    sees: sightOf(account),
    operations: Object.keys(members),
    stages: ['outcome' as const],
    outcomes: { only: ['ok'] },
    connectionId: connection.id,
  }
  const open = model.items.flatMap(({ change }) => change?.update_ids ?? [])
  const counts = await countWork(
    search,
    days.map((day) => startOfDay(day, timeZone())),
    open,
  )
  const people = new Map<string, PersonWork>()
  for (const { accountId, name, operation, day, records } of counts) {
    const person = people.get(accountId) ?? { account_id: accountId, name, days: [] }
    people.set(accountId, person)
    const date = days[day]! // a bucket of the days that were asked for
    let entry = person.days.find((known) => known.day === date)
    if (!entry) person.days.push((entry = emptyDay(date)))
    entry[members[operation as keyof typeof members]] += records // only these operations are asked for
  }
  // Who saved within these days is among them.
  for (const { day, account_id, claims, cents } of (await knownFigures(connection)).cleared?.days ??
    []) {
    const person = account_id === null ? undefined : people.get(account_id)
    if (!person || day < days[0]!) continue
    let entry = person.days.find((each) => each.day === day)
    if (!entry) person.days.push((entry = emptyDay(day)))
    entry.claims += claims
    entry.cents += cents
  }
  const rankOf = (person: PersonWork) => clearedOf(person)
  const work = [...people.values()].toSorted(
    (a, b) =>
      rankOf(b).claims - rankOf(a).claims ||
      rankOf(b).by_hand - rankOf(a).by_hand ||
      a.name.localeCompare(b.name),
  )
  return ok({ days, work })
}

function emptyDay(day: LocalDate): PersonWork['days'][number] {
  return { day, claims: 0, cents: 0, captures: 0, errors: 0, changes: 0 }
}
