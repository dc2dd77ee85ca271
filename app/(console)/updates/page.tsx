import type { Metadata } from 'next'
import { UpdatesList } from '#components/claim-creations/list-page.tsx'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { NoList } from '../no-list.tsx'
import { prepareList } from '../prepare-list.ts'
import type { PageSearch } from '../prepare-list.ts'

export const metadata: Metadata = { title: 'Updates' }

/** The manager’s queue: claim creations whose captures changed since they were billed. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  const { prepared, failure } = await prepareList(claimCreationList, '/updates', searchParams, { has_charge_capture_updates: true })
  return failure ? <NoList failure={failure} /> : <UpdatesList prepared={prepared} />
}
