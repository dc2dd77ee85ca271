import type { Metadata } from 'next'
import { ClaimCreationsList } from '#components/claim-creations/list-page.tsx'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { NoList } from '../no-list.tsx'
import { prepareList } from '../prepare-list.ts'
import type { PageSearch } from '../prepare-list.ts'

export const metadata: Metadata = { title: 'Claim creations' }

/** The list of claim creations, with every filter of the partner. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  const { prepared, failure } = await prepareList(claimCreationList, '/claim-creations', searchParams)
  return failure ? <NoList failure={failure} /> : <ClaimCreationsList prepared={prepared} />
}
