import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { NewCapturePage } from '#components/charge-captures/creating/new-capture-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { newFromPreEncounterShape } from '#lib/rules/new-records/new-capture-shape.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'New charge capture from pre-encounter records' }

/**
 * The page for a new charge capture. Its patient, coverage and referral come from pre-encounter
 * records.
 */
export default async function Page() {
  const account = await currentAccount()
  if (!account) redirect(signInAddress('/charge-captures/new-from-pre-encounter'))
  if (!(await mayOpen(account, 'createChargeCaptureFromPreEncounter')))
    return <ErrorState kind="forbidden" message="Your role can’t create charge captures." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <NewCapturePage kind="pre-encounter" body={newFromPreEncounterShape()} />
    </LatePart>
  )
}
