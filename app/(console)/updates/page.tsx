import type { Metadata } from 'next'
import { ErrorState } from '#components/ui/error-state.tsx'
import { UpdatesPage } from '#components/updates/updates-page.tsx'
import { readUpdateItems, readUpdates } from '#lib/actions/overview/updates.ts'
import { readWork } from '#lib/actions/overview/work.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { updatesFilterOf, updatesList } from '#lib/lists/updates.ts'
import { viewFromUrl } from '#lib/lists/view.ts'
import type { PageSearch } from '#app/(console)/prepare-list.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'
import { CompareRoute } from './compare-route.tsx'

export const metadata: Metadata = { title: 'Updates' }

/** The manager’s queue of changes after billing. A link with a filter of the partner’s list opens the comparison. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  const search = await searchParams
  if (Object.keys(search).some((name) => name === 'item' || Object.hasOwn(claimCreationList.filters, name)))
    return <CompareRoute searchParams={searchParams} />
  const account = await requireAccount('/updates')
  if (!(await mayOpen(account, 'readQueue')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include this list." asPage />
  const filter = updatesFilterOf(viewFromUrl(updatesList, search).view)
  const [updates, items, work] = await Promise.all([
    readForPage(account, 'readQueue', readUpdates, filter),
    readForPage(account, 'readQueue', readUpdateItems, { filter, position: 0 }),
    may(account.role, 'readActivity') ? readForPage(account, 'readActivity', readWork, {}) : undefined,
  ])
  return (
    <UpdatesPage
      first={{ updates, items, work, at: Date.now() }}
      today={localDateAt(Date.now())}
      ownId={account.id}
      canMark={may(account.role, 'markQueue')}
      canResolve={may(account.role, 'resolveChargeCaptureChanges')}
    />
  )
}
