import { UpdatesPage } from '#components/claim-creations/updates/updates-page.tsx'
import { readUpdatesPage } from '#lib/actions/claim-creations/read-updates.ts'
import { claimCreationList, updatesWalk } from '#lib/lists/claim-creations.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

/**
 * Claim creations whose captures changed since they were billed, as the partner lists them now,
 * oldest first.
 */
export async function CompareRoute({ searchParams }: { searchParams: PageSearch }) {
  const preparing = prepareList(
    claimCreationList,
    '/updates/compare',
    searchParams,
    { has_charge_capture_updates: true, unresolved_updates: true },
    { walk: updatesWalk, read: readUpdatesPage },
  )
  return <ListRoute title="Updates" preparing={preparing} List={UpdatesPage} />
}
