import type { Metadata } from 'next'
import { ContractsListV2 } from '#components/contracts/list-page.tsx'
import { contractListV2 } from '#lib/lists/contracts.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Contracts, version 2' }

/** The list of professional contracts as version 2 of the interface gives them. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Contracts"
      preparing={prepareList(contractListV2, '/contracts/v2', searchParams)}
      List={ContractsListV2}
    />
  )
}
