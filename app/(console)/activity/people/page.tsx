import type { Metadata } from 'next'
import { PeopleSummaryPage } from '#components/activity/people-summary.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readPeopleSummary } from '#lib/actions/activity/people-summary.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { periodOf } from '#lib/lists/people-summary.ts'
import type { PageSearch } from '#app/(console)/prepare-list.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Activity by person' }

/** What each person did in a period, and what came of it, for administrators and managers. */
export default async function Page({ searchParams }: { searchParams: PageSearch }) {
  const account = await requireAccount('/activity/people')
  if (!(await mayOpen(account, 'readActivity')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include this page." asPage />
  const period = periodOf(await searchParams, dayNow())
  return (
    <PeopleSummaryPage
      summary={await readForPage(account, 'readActivity', readPeopleSummary, period)}
    />
  )
}
