import type { Metadata } from 'next'
import { QueueRoute } from '#app/(console)/queue/queue-route.tsx'
import type { PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Work queue' }

/** The work queue: the errors of claim creations by cause. */
export default function Page({ searchParams }: { searchParams: PageSearch }) {
  return <QueueRoute path="/queue" view="causes" searchParams={searchParams} />
}
