import type { Metadata } from 'next'
import type { PageSearch } from '#app/(console)/prepare-list.ts'
import { NewSpanRoute } from '#app/(console)/credentialing/span-routes.tsx'

export const metadata: Metadata = { title: 'New provider span' }

/** Creates a credentialing span of a rendering provider. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return <NewSpanRoute kind="provider" searchParams={searchParams} />
}
