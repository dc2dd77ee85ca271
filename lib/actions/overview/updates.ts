import 'server-only'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { readTeam } from '#lib/console/queue/team.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { DayCount } from '#lib/lists/overview.ts'
import { nobody, queuePageSize, type QueueItem, type QueueKind } from '#lib/lists/queue.ts'
import {
  kindOf,
  stepOf,
  updateKinds,
  updateParts,
  updateSteps,
  type PartCount,
  type UpdatePart,
  type UpdatesFilter,
  type UpdatesPage,
  type UpdatesReply,
  type UpdateSort,
} from '#lib/lists/updates.ts'
import { trendDays, type ModelItem, type QueueModel } from '#lib/actions/queue/model.ts'
import { auditRead, chosenItems, queueNow, stateOf, withPresence } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { lastDays } from './work.ts'

const mostParts = 50
const kindOrder = Object.keys(updateKinds)

/** The changes after billing of a filter, counted in every way that the page shows. */
export async function readUpdates(filter: UpdatesFilter, context: ActionContext): Promise<Result<UpdatesReply>> {
  const { account } = context
  const model = await queueNow(context)
  const team = await readTeam()
  const all = chosenItems(model, { view: 'updates', sort: 'oldest' }, account.id)
  const chosen = all.filter((item) => matches(item, filter))
  const parts = updateParts.map((part) => {
    const items = all.filter((item) => matches(item, { ...filter, [part]: undefined }))
    return [part, countsOf(items, part)] as const
  })
  return ok({
    state: stateOf(model, account.id),
    claims: chosen.length,
    cents: movedOf(chosen),
    unassigned: chosen.filter(({ mark }) => mark.owner_id === undefined).length,
    parts: Object.fromEntries(parts) as Record<UpdatePart, PartCount[]>, // every part has an entry
    days: daysOf(model, 'updated'),
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

/** The changes of a filter in its order, as one account sees them. */
export function chosenUpdates(model: QueueModel, filter: UpdatesFilter, accountId: string): ModelItem[] {
  return chosenItems(model, { view: 'updates', sort: 'oldest' }, accountId)
    .filter((item) => matches(item, filter))
    .toSorted((a, b) => order[filter.sort](a, b) || byDate(a, b))
}

/** The net change in charges of those that could be compared, in whole cents. */
export function movedOf(items: readonly Pick<QueueItem, 'change'>[]): number {
  return items.reduce((sum, { change }) => sum + (change?.moved_cents ?? 0), 0)
}

/** What was open of one kind on the last days, oldest first; a day without a reading has what the day before had. */
export function daysOf({ days }: QueueModel, kind: QueueKind): DayCount[] {
  const counts: DayCount[] = []
  for (const day of lastDays(trendDays)) {
    const sums = days.get(day)
    const before = counts.at(-1)
    if (sums) counts.push({ day, ...worthOf(sums, kind) })
    else if (before) counts.push({ ...before, day })
  }
  return counts
}

/** What was open of one kind at the end of a day. */
export function worthOf(
  sums: readonly { kind: QueueKind; key: string; claims: number; cents: number }[],
  kind: QueueKind,
): { claims: number; cents: number } {
  const sum = sums.find((each) => each.kind === kind && each.key === '')
  return { claims: sum?.claims ?? 0, cents: sum?.cents ?? 0 }
}

type Values = { [Part in UpdatePart]: [value: string | undefined, label: string | undefined] }

function valuesOf(item: ModelItem): Values {
  const [kind, step] = [kindOf(item), stepOf(item)]
  return {
    kind: [kind, updateKinds[kind]],
    step: [step, updateSteps[step]],
    payer: [item.payer_id ?? item.payer, item.payer],
    facility: [item.facility, item.facility],
    provider: [item.rendering_npi, item.rendering],
    owner: item.mark.owner_id === undefined ? [nobody, 'Nobody'] : [item.mark.owner_id, item.mark.owner],
  }
}

function matches(item: ModelItem, filter: Partial<UpdatesFilter>): boolean {
  const values = valuesOf(item)
  const since = filter.first_seen_min
  return (
    (since === undefined || item.first_seen_at >= startOfDay(since).toISOString()) &&
    updateParts.every((part) => filter[part] === undefined || filter[part] === values[part][0])
  )
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
    .toSorted((a, b) => b.claims - a.claims || a.label.localeCompare(b.label))
    .slice(0, mostParts)
}

const sizeOf = ({ change }: ModelItem) => (change?.moved_cents === undefined ? -1 : Math.abs(change.moved_cents))
const rankOf = (item: ModelItem) => kindOrder.indexOf(kindOf(item))
const dateOf = ({ date_of_service }: ModelItem): LocalDate => date_of_service ?? '9999'
const byDate = (a: ModelItem, b: ModelItem) =>
  dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : a.id < b.id ? -1 : 1
const order: Record<UpdateSort, (a: ModelItem, b: ModelItem) => number> = {
  money: (a, b) => sizeOf(b) - sizeOf(a) || rankOf(a) - rankOf(b),
  kind: (a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a),
  oldest: () => 0,
}
