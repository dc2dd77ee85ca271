import type { Metadata } from 'next'
import { ClaimCreationsList } from '#components/claim-creations/list-page.tsx'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Claim creations' }

/** The list of claim creations, with every filter of the partner. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Claim creations"
      preparing={prepareList(claimCreationList, '/claim-creations', searchParams)}
      List={ClaimCreationsList}
    />
  )
}
