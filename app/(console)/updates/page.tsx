import type { Metadata } from 'next'
import { UpdatesList } from '#components/claim-creations/list-page.tsx'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { ListRoute } from '../list-route.tsx'
import { prepareList } from '../prepare-list.ts'
import type { PageSearch } from '../prepare-list.ts'

export const metadata: Metadata = { title: 'Updates' }

/** The manager’s queue: claim creations whose captures changed since they were billed. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return <ListRoute title="Updates" preparing={prepareList(claimCreationList, '/updates', searchParams, { has_charge_capture_updates: true })} List={UpdatesList} />
}
