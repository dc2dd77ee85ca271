import 'server-only'
import { readTeam } from '#lib/console/queue/team.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { DayCount } from '#lib/lists/overview.ts'
import { queuePageSize, type QueueItem, type QueueKind } from '#lib/lists/queue.ts'
import {
  updateParts,
  type PartCount,
  type UpdatePart,
  type UpdatesFilter,
  type UpdatesPage,
  type UpdatesReply,
} from '#lib/lists/updates.ts'
import { trendDays, type ModelItem, type QueueModel } from '#lib/actions/queue/model.ts'
import { chosenItems } from '#lib/actions/queue/choose.ts'
import { auditRead, queueNow, stateOf, withPresence } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { chosenUpdates, matching, valuesOf } from './chosen-updates.ts'
import { lastDays } from './last-days.ts'

const mostParts = 50

/** The changes after billing of a filter, counted in every way that the page shows. */
export async function readUpdates(
  filter: UpdatesFilter,
  context: ActionContext,
): Promise<Result<UpdatesReply>> {
  const { account } = context
  const model = await queueNow(context)
  const team = await readTeam()
  const all = chosenItems(model, { view: 'updates', sort: 'oldest' }, account.id)
  const chosen = all.filter(matching(filter))
  const parts = updateParts.map((part) => {
    const items = all.filter(matching({ ...filter, [part]: undefined }))
    return [part, countsOf(items, part)] as const
  })
  return ok({
    state: await stateOf(model, context),
    claims: chosen.length,
    cents: movedOf(chosen),
    unassigned: chosen.filter(({ mark }) => mark.owner_id === undefined).length,
    parts: Object.fromEntries(parts) as Record<UpdatePart, PartCount[]>, // every part has an entry
    days: daysOf(model, 'updated', dayNow()),
    team,
  })
}

/** A page of the changes in the filter's order. The audit trail names their records first. */
export async function readUpdateItems(
  { filter, position }: { filter: UpdatesFilter; position: number },
  context: ActionContext,
): Promise<Result<UpdatesPage>> {
  const { account } = context
  const model = await queueNow(context)
  const chosen = chosenUpdates(model, filter, account.id)
  const page = chosen.slice(position, position + queuePageSize)
  await auditRead(context, page)
  const next = position + queuePageSize < chosen.length ? position + queuePageSize : null
  return ok({ items: await withPresence(page, context), next, total: chosen.length })
}

/** The net change in charges of those that could be compared, in whole cents. */
export function movedOf(items: readonly Pick<QueueItem, 'change'>[]): number {
  return items.reduce((sum, { change }) => sum + (change?.moved_cents ?? 0), 0)
}

/**
 * The open work of one kind on the last days, oldest first. A day without a reading repeats the day
 * before.
 */
export function daysOf({ days }: QueueModel, kind: QueueKind, today: LocalDate): DayCount[] {
  const counts: DayCount[] = []
  for (const day of lastDays(trendDays, today)) {
    const sums = days.get(day)
    const before = counts.at(-1)
    if (sums) counts.push({ day, ...worthOf(sums, kind) })
    else if (before) counts.push({ ...before, day })
  }
  return counts
}

/** The open work of one kind at the end of a day. */
export function worthOf(
  sums: readonly { kind: QueueKind; key: string; claims: number; cents: number }[],
  kind: QueueKind,
): { claims: number; cents: number } {
  const sum = sums.find((each) => each.kind === kind && each.key === '')
  return { claims: sum?.claims ?? 0, cents: sum?.cents ?? 0 }
}

function countsOf(items: readonly ModelItem[], part: UpdatePart): PartCount[] {
  const counts = new Map<string, PartCount>()
  for (const item of items) {
    const [value, label] = valuesOf(item)[part]
    if (value === undefined) continue
    const count = counts.get(value) ?? { value, label: label ?? value, claims: 0, cents: 0 }
    counts.set(value, count)
    count.claims += 1
    count.cents += item.change?.moved_cents ?? 0
  }
  return [...counts.values()]
    .toSorted(
      (a, b) =>
        Math.abs(b.cents) - Math.abs(a.cents) ||
        b.claims - a.claims ||
        a.label.localeCompare(b.label),
    )
    .slice(0, mostParts)
}
