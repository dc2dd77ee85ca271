import type { Metadata } from 'next'
import { ContractsList } from '#components/contracts/list-page.tsx'
import { contractListV3 } from '#lib/lists/contracts.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Contracts' }

/** The list of contracts of both types and every status. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Contracts"
      preparing={prepareList(contractListV3, '/contracts', searchParams)}
      List={ContractsList}
    />
  )
}
