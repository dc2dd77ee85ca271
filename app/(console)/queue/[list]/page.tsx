import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { queueViews } from '#lib/lists/queue.ts'
import { QueueRoute } from '#app/(console)/queue/queue-route.tsx'
import type { PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Work queue' }

type Props = { params: Promise<{ list: string }>; searchParams: PageSearch }

/** A view of the work queue that lists its items: mine, unassigned, held, filing soon, snoozed. */
export default async function Page({ params, searchParams }: Props) {
  const { list } = await params
  const view = queueViews.find((known) => known === list)
  // The causes are the queue's first page, and changes after billing have a page of their own.
  if (!view || view === 'causes' || view === 'updates') notFound()
  return <QueueRoute path={`/queue/${view}`} view={view} searchParams={searchParams} />
}
