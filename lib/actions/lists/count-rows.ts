import 'server-only'
import { chosenUpdates } from '#lib/actions/overview/chosen-updates.ts'
import { queueModel, type ModelItem } from '#lib/actions/queue/model.ts'
import { chosenRows } from '#lib/actions/queue/choose.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { now } from '#lib/console/clock.ts'
import { processState } from '#lib/console/process-state.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import type { NamedView } from '#lib/console/accounts/views.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { partnerListOperations, queueListIds, type QueueListId } from '#lib/lists/list-spec.ts'
import { listSpecs } from '#lib/lists/list-specs.ts'
import { queueFilterOf, queueViewOf } from '#lib/lists/queue-list.ts'
import { updatesFilterOf } from '#lib/lists/updates.ts'
import type { ViewCount } from '#lib/lists/saved-views.ts'
import { toRequest, viewFromStore } from '#lib/lists/view.ts'
import { readItems } from './partner-lists.ts'

// A count is one page of the partner. A filter of the console's own gives short pages: of those a
// few.
const mostRows = 1_000
const mostPages = 5
const keptMs = 10 * 60_000
const mostCounts = 2_000

type Counted = { count: ViewCount; at: number }

const state = processState<{ viewCounts: Map<string, Counted>; counting: Promise<unknown> }>()

/**
 * The number of rows of a named view, up to 1,000; null for a list that nobody counts. A count of
 * the partner's rows is kept for ten minutes, and one view is counted at a time: the rows that
 * people wait for come first. The queue's rows are in memory, so theirs is of now, and null before
 * the queue was ever read.
 */
export async function countRows(
  view: NamedView,
  context: ActionContext,
): Promise<Result<ViewCount>> {
  const list = queueListIds.find((known) => known === view.list)
  if (list) return ok(await countInQueue(list, view, context))
  const counts = (state.viewCounts ??= new Map())
  const key = JSON.stringify([view.id, view.changedAt.getTime(), context.connection.boundTo])
  const isFresh = (kept: Counted | undefined): kept is Counted =>
    kept !== undefined && now() - kept.at < keptMs
  const kept = counts.get(key)
  if (isFresh(kept)) return ok(kept.count)
  const turn = (state.counting ?? Promise.resolve()).then(async (): Promise<Result<ViewCount>> => {
    const meanwhile = counts.get(key)
    if (isFresh(meanwhile)) return ok(meanwhile.count)
    const counted = await walk(view, context)
    if (counted.ok) counts.set(key, { count: counted.value, at: now() })
    if (counts.size > mostCounts) counts.delete(counts.keys().next().value!)
    return counted
  })
  state.counting = turn.catch(() => undefined)
  return turn
}

async function countInQueue(
  list: QueueListId,
  { state: text }: NamedView,
  context: ActionContext,
): Promise<ViewCount> {
  const { account, connection } = context
  const model = await queueModel(connection)
  if (model.head.readAt === null) return null
  const { view } = JSON.parse(text) as { view: unknown }
  const shown = viewFromStore(listSpecs[list], view)
  const rows =
    list === 'queueUpdates'
      ? chosenUpdates(model, updatesFilterOf(shown, dayNow()), account.id).length
      : rowsOf(
          list,
          chosenRows(
            model,
            queueFilterOf(shown, queueViewOf(list), undefined, dayNow()),
            account.id,
          ),
        )
  return { rows, is_more: false, at: new Date(now()).toISOString() }
}

function rowsOf(list: QueueListId, items: readonly ModelItem[]): number {
  return list === 'readQueue' ? new Set(items.map(({ cause }) => cause)).size : items.length
}

async function walk(
  { list, state: text }: NamedView,
  { connection }: ActionContext,
): Promise<Result<ViewCount>> {
  const operation = partnerListOperations.find((known) => known === list)
  if (!operation) return ok(null)
  const spec = listSpecs[operation]
  const { view } = JSON.parse(text) as { view: unknown }
  const request = toRequest(
    spec,
    { ...viewFromStore(spec, view), limit: mostRows },
    { today: dayNow() },
  )
  let rows = 0
  let position: string | undefined
  for (let page = 0; page < mostPages && rows < mostRows; page += 1) {
    const read = await readItems(
      { ...request, operation, ...(position === undefined ? {} : { position }) },
      connection,
    )
    if (!read.ok) return read
    rows += read.value.items.length
    if (read.value.next === null)
      return ok({ rows, is_more: false, at: new Date(now()).toISOString() })
    position = read.value.next
  }
  return ok({ rows, is_more: true, at: new Date(now()).toISOString() })
}
