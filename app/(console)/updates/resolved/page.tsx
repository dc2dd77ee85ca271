import type { Metadata } from 'next'
import { ResolvedPage } from '#components/updates/resolved-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readResolved } from '#lib/actions/claim-creations/resolutions.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Resolved updates' }

/** What was resolved after billing: by whom, when and why, with the way to reopen it. */
export default async function Page() {
  const account = await requireAccount('/updates/resolved')
  if (!(await mayOpen(account, 'readQueue')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include this page." asPage />
  const first = await readForPage(account, 'readQueue', readResolved, { position: 0 })
  return (
    <ResolvedPage first={first} canResolve={may(account.role, 'resolveChargeCaptureChanges')} />
  )
}
