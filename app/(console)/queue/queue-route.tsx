import 'server-only'
import type { PreparedList } from '#components/table/list-definition.ts'
import { QueuePage, type FirstQueue } from '#components/queue/queue-page.tsx'
import { note } from '#lib/actions/opened-lately.ts'
import { readItems, readState } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import { queueFilterOf, queueListFor } from '#lib/lists/queue-list.ts'
import type { QueueView } from '#lib/lists/queue.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

type QueueRouteProps = { path: string; view: QueueView; cause?: string; searchParams: PageSearch }

/** A page of the work queue: the causes, one of the other views, or one cause. */
export async function QueueRoute({ path, view, cause, searchParams }: QueueRouteProps) {
  const read = async (
    { query }: ListRequest,
    context: ActionContext,
  ): Promise<Result<FirstQueue>> => {
    // The request of a list of ours has its filters as they are in the view.
    const filter = queueFilterOf(
      { filters: query as FilterValues, sort: String(query.sort) },
      view,
      cause,
      dayNow(),
    )
    const isOfItems = cause !== undefined || view !== 'causes'
    const [queue, items] = await Promise.all([
      readState(filter, context),
      isOfItems ? readItems({ filter, position: 0 }, context) : ok(null),
    ])
    if (!queue.ok) return queue
    const opened = queue.value.causes.find(({ key }) => key === cause)
    if (opened) await note(context, 'cause', opened.key, [opened.words, opened.field_label])
    return items.ok ? ok({ queue: queue.value, items: items.value }) : items
  }
  const preparing = prepareList(
    queueListFor(view, cause),
    path,
    searchParams,
    cause === undefined ? {} : { cause },
    read,
  )
  return <ListRoute title="Work queue" preparing={preparing} List={listOf(path, view, cause)} />
}

function listOf(path: string, view: QueueView, cause: string | undefined) {
  return async function List({ prepared }: { prepared: PreparedList<FirstQueue> }) {
    const { id, role } = await requireAccount(path)
    return (
      <QueuePage
        key={path}
        prepared={prepared}
        view={view}
        cause={cause}
        ownId={id}
        body={captureShape()}
        canEdit={may(role, 'updateChargeCapture')}
        canMark={may(role, 'markQueue')}
        canSetLimits={may(role, 'saveFilingLimits')}
      />
    )
  }
}
