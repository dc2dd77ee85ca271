import type { Metadata } from 'next'
import type { PageSearch } from '#app/(console)/prepare-list.ts'
import { NewSpanRoute } from '#app/(console)/credentialing/span-routes.tsx'

export const metadata: Metadata = { title: 'New facility span' }

/** Creates a credentialing span of a service facility. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return <NewSpanRoute kind="facility" searchParams={searchParams} />
}
