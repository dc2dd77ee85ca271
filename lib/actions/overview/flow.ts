import 'server-only'
import { dayAt } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { FlowDay, OpenDay, RecordedDay } from '#lib/lists/overview.ts'
import { trendDays, type QueueModel } from '#lib/actions/queue/model.ts'
import type { Watch } from './cleared.ts'
import { daysOf } from './updates.ts'
import { lastDays } from './last-days.ts'

/** New against cleared on the last days, oldest first; empty before the first look. */
export function flowOf(watch: Omit<Watch, 'open'> | null, today: LocalDate): FlowDay[] {
  if (watch === null) return []
  const looks = new Set(watch.looks)
  const records = new Map(watch.records?.map((each) => [each.day, each]))
  const first = dayAt(Date.parse(watch.since))
  return lastDays(trendDays, today).map((day): FlowDay => {
    const recorded = day < first ? records.get(day) : undefined
    if (recorded) {
      const { added, cleared } = recorded
      return { day, source: 'records', added, cleared }
    }
    const some = watch.days.filter((each) => each.day === day)
    const cleared = some.reduce((sum, { claims }) => sum + claims, 0)
    if (looks.has(day)) {
      const added = watch.added?.find((each) => each.day === day)?.claims ?? 0
      return { day, source: 'watched', added, cleared }
    }
    // An earlier version counted what was cleared, and did not note on which days it looked.
    return some.length > 0
      ? { day, source: 'watched', added: null, cleared }
      : { day, source: 'not-watched', added: null, cleared: null }
  })
}

/** The open claims at the end of each of the last days. */
export function openDaysOf(
  model: QueueModel,
  today: LocalDate,
  records: readonly RecordedDay[] | undefined = [],
): OpenDay[] {
  const [held, updated] = [daysOf(model, 'held', today), daysOf(model, 'updated', today)]
  const read = daysOf(model, 'error', today).map(({ day, claims: error }, place): OpenDay => ({
    day,
    is_recorded: false,
    error,
    held: held[place]!.claims, // every kind has the same days
    updated: updated[place]!.claims,
  }))
  const [oldest] = lastDays(trendDays, today)
  const before = records.filter(
    ({ day }) => day >= oldest! && day < (read[0]?.day ?? day), // without a reading there is none
  )
  return [
    ...before.map(({ day, open: error }): OpenDay => ({
      day,
      is_recorded: true,
      error,
      held: null,
      updated: null,
    })),
    ...read,
  ]
}
