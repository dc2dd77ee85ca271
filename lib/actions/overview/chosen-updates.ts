import 'server-only'
import { chosenItems } from '#lib/actions/queue/choose.ts'
import type { ModelItem, QueueModel } from '#lib/actions/queue/model.ts'
import { timeZone } from '#lib/console/time-zone.ts'
import { startOfDay, type LocalDate } from '#lib/core/local-date.ts'
import { nobody } from '#lib/lists/queue.ts'
import {
  kindOf,
  stepOf,
  updateKinds,
  updateParts,
  updateSteps,
  type UpdateDirection,
  type UpdatePart,
  type UpdatesFilter,
  type UpdateSort,
} from '#lib/lists/updates.ts'

const kindOrder = Object.keys(updateKinds)

/** The changes of a filter in its order, as one account sees them. */
export function chosenUpdates(
  model: QueueModel,
  filter: UpdatesFilter,
  accountId: string,
): ModelItem[] {
  return chosenItems(model, { view: 'updates', sort: 'oldest' }, accountId)
    .filter(matching(filter))
    .toSorted((a, b) => order[filter.sort](a, b) || byDate(a, b))
}

type Values = { [Part in UpdatePart]: [value: string | undefined, label: string | undefined] }

/** A change's value of each part, with its name. */
export function valuesOf(item: ModelItem): Values {
  const [kind, step] = [kindOf(item), stepOf(item)]
  return {
    kind: [kind, updateKinds[kind]],
    step: [step, updateSteps[step]],
    payer: [item.payer_id ?? item.payer, item.payer],
    facility: [item.facility, item.facility],
    provider: [item.rendering_npi, item.rendering],
    owner:
      item.mark.owner_id === undefined ? [nobody, 'Nobody'] : [item.mark.owner_id, item.mark.owner],
  }
}

/** Tells which changes a filter shows. */
export function matching(filter: Partial<UpdatesFilter>): (item: ModelItem) => boolean {
  const { first_seen_min: day, claim_creation_ids: ids } = filter
  const since = day === undefined ? undefined : startOfDay(day, timeZone()).toISOString()
  return (item) =>
    (ids === undefined || ids.includes(item.claim_creation_id)) &&
    (filter.direction === undefined || filter.direction === directionOf(item)) &&
    (since === undefined || item.first_seen_at >= since) &&
    updateParts.every(
      (part) => filter[part] === undefined || filter[part] === valuesOf(item)[part][0],
    )
}

function directionOf({ change }: ModelItem): UpdateDirection | undefined {
  const moved = change?.moved_cents ?? 0
  return moved === 0 ? undefined : moved > 0 ? 'up' : 'down'
}

const sizeOf = ({ change }: ModelItem) =>
  change?.moved_cents === undefined ? -1 : Math.abs(change.moved_cents)
const rankOf = (item: ModelItem) => kindOrder.indexOf(kindOf(item))
const dateOf = ({ date_of_service }: ModelItem): LocalDate => date_of_service ?? '9999'
const byDate = (a: ModelItem, b: ModelItem) =>
  dateOf(a) < dateOf(b) ? -1 : dateOf(a) > dateOf(b) ? 1 : a.id < b.id ? -1 : 1
const order: Record<UpdateSort, (a: ModelItem, b: ModelItem) => number> = {
  money: (a, b) => sizeOf(b) - sizeOf(a) || rankOf(a) - rankOf(b),
  kind: (a, b) => rankOf(a) - rankOf(b) || sizeOf(b) - sizeOf(a),
  oldest: () => 0,
}
