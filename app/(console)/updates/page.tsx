import type { Metadata } from 'next'
import { UpdatesPage } from '#components/claim-creations/updates/updates-page.tsx'
import { readUpdatesPage } from '#lib/actions/claim-creations/read-updates.ts'
import { claimCreationList, updatesWalk } from '#lib/lists/claim-creations.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Updates' }

/** The manager’s queue: claim creations whose captures changed since they were billed, oldest first. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  const preparing = prepareList(
    claimCreationList,
    '/updates',
    searchParams,
    { has_charge_capture_updates: true, unresolved_updates: true },
    { walk: updatesWalk, read: readUpdatesPage },
  )
  return <ListRoute title="Updates" preparing={preparing} List={UpdatesPage} />
}
