import type { Metadata } from 'next'
import type { PreparedList } from '#components/table/list-definition.ts'
import { UpdatesPage, type FirstUpdates } from '#components/updates/updates-page.tsx'
import { readUpdateItems, readUpdates } from '#lib/actions/overview/updates.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { readWork } from '#lib/actions/overview/work.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import { updatesFilterOf, updatesList } from '#lib/lists/updates.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Updates' }

/** The manager’s queue of changes after billing. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Updates"
      preparing={prepareList(updatesList, '/updates', searchParams, {}, read)}
      List={List}
    />
  )
}

async function read({ query }: ListRequest, context: ActionContext): Promise<Result<FirstUpdates>> {
  // The request of a list of ours has its filters as they are in the view.
  const filter = updatesFilterOf(
    { filters: query as FilterValues, sort: String(query.sort) },
    dayNow(),
  )
  const [updates, items] = await Promise.all([
    readUpdates(filter, context),
    readUpdateItems({ filter, position: 0 }, context),
  ])
  if (!updates.ok) return updates
  return items.ok ? ok({ updates: updates.value, items: items.value }) : items
}

async function List({ prepared }: { prepared: PreparedList<FirstUpdates> }) {
  const account = await requireAccount('/updates')
  const { id, role } = account
  return (
    <UpdatesPage
      prepared={prepared}
      work={
        may(role, 'readActivity')
          ? await readForPage(account, 'readActivity', readWork, {})
          : undefined
      }
      ownId={id}
      canMark={may(role, 'markQueue')}
      canResolve={may(role, 'resolveChargeCaptureChanges')}
    />
  )
}
