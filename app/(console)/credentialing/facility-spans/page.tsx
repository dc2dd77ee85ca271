import type { Metadata } from 'next'
import { FacilitySpansList } from '#components/credentialing/spans/list-page.tsx'
import { facilitySpanList } from '#lib/lists/credentialing-spans.ts'
import { ListRoute } from '#app/(console)/list-route.tsx'
import { prepareList, type PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Facility spans' }

/** The list of credentialing spans of service facilities. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return (
    <ListRoute
      title="Facility spans"
      preparing={prepareList(facilitySpanList, '/credentialing/facility-spans', searchParams)}
      List={FacilitySpansList}
    />
  )
}
