import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { QueueRoute } from '#app/(console)/queue/queue-route.tsx'
import type { PageSearch } from '#app/(console)/prepare-list.ts'

export const metadata: Metadata = { title: 'Work queue' }

type Props = { params: Promise<{ cause: string }>; searchParams: PageSearch }

/** The captures of one cause. */
export default async function Page({ params, searchParams }: Props) {
  const { cause } = await params
  if (!/^[a-z0-9]{11}$/.test(cause)) notFound()
  return (
    <QueueRoute
      path={`/queue/causes/${cause}`}
      view="causes"
      cause={cause}
      searchParams={searchParams}
    />
  )
}
