import 'server-only'
import { now } from '#lib/console/clock.ts'
import { countWork } from '#lib/console/trail/find-trail.ts'
import { addDays, localDateAt, startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { clearedOf, type PersonWork, type TeamWork } from '#lib/lists/overview.ts'
import { sightOf } from '#lib/actions/activity/read-activity.ts'
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
 * Who saved how many captures and resolved how many errors and changes on each of the last days, from the audit trail:
 * of the people whose acts this account may see, most first. A change that was opened again does not count.
 */
export async function readWork(_: object, context: ActionContext): Promise<Result<TeamWork>> {
  const { account, connection } = context
  const model = await queueNow(context)
  const days = lastDays(workDays)
  const search = {
    sees: sightOf(account),
    operations: Object.keys(members),
    stages: ['outcome' as const],
    outcomes: { only: ['ok'] },
    connectionId: connection.id,
  }
  const open = model.items.flatMap(({ change }) => change?.update_ids ?? [])
  const counts = await countWork(search, days.map(startOfDay), open)
  const people = new Map<string, PersonWork>()
  for (const { accountId, name, operation, day, records } of counts) {
    const person = people.get(accountId) ?? { account_id: accountId, name, days: [] }
    people.set(accountId, person)
    const date = days[day]! // a bucket of the days that were asked for
    let entry = person.days.find((known) => known.day === date)
    if (!entry) person.days.push((entry = { day: date, captures: 0, errors: 0, changes: 0 }))
    entry[members[operation as keyof typeof members]] += records // only these operations are asked for
  }
  const work = [...people.values()].toSorted((a, b) => clearedOf(b) - clearedOf(a) || a.name.localeCompare(b.name))
  return ok({ days, work })
}

/** The last local days, oldest first; the last one is today. */
export function lastDays(count: number): LocalDate[] {
  const today = localDateAt(now())
  return Array.from({ length: count }, (_, place) => addDays(today, place - count + 1))
}
