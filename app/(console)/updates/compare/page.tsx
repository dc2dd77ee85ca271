import type { Metadata } from 'next'
import { CompareRoute } from '#app/(console)/updates/compare-route.tsx'
import type { PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Updates' }

/** The changes after billing one by one, compared with what was billed. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return <CompareRoute searchParams={searchParams} />
}
