import type { Metadata } from 'next'
import { OverpaymentsPage } from '#components/updates/overpayments-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readPossibleOverpayments } from '#lib/actions/claim-creations/resolutions.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Possible overpayments' }

/**
 * The possible overpayments that nobody has closed, with the days left to report and return them.
 */
export default async function Page() {
  const account = await requireAccount('/updates/overpayments')
  if (!(await mayOpen(account, 'readQueue')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include this page." asPage />
  const first = await readForPage(account, 'readQueue', readPossibleOverpayments, { position: 0 })
  return (
    <OverpaymentsPage first={first} canClose={may(account.role, 'resolveChargeCaptureChanges')} />
  )
}
