import type { Metadata } from 'next'
import { ChargeCapturesList } from '#components/charge-captures/list-page.tsx'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Charge captures' }

/** The list of charge captures, with every filter and ranked sort of the partner. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Charge captures"
      preparing={prepareList(chargeCaptureList, '/charge-captures', searchParams)}
      List={ChargeCapturesList}
    />
  )
}
