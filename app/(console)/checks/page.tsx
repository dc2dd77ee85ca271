import type { Metadata } from 'next'
import { ChecksPage } from '#components/checks/checks-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readCatalogue } from '#lib/actions/catalogue/read-checks.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { checksHref } from '#lib/lists/checks.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Checks' }

/** The catalogue of checks, made from the rules. */
export default async function Page() {
  const account = await requireAccount(checksHref)
  if (!(await mayOpen(account, 'readChecks')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include the checks." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <ChecksPage reply={readForPage(account, 'readChecks', readCatalogue, {})} today={dayNow()} />
    </LatePart>
  )
}
