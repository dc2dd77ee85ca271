import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { NewEncounterPage } from '#components/encounters/creating/new-encounter-form.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { newEncounterShape } from '#lib/rules/new-records/encounter-shapes.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'New encounter' }

const task = 'createEncounterFromPreEncounter'

/** Creates an encounter from a pre-encounter patient and appointments. */
export default async function NewEncounterRoute() {
  const account = await currentAccount()
  if (!account) redirect(signInAddress('/encounters/new-from-pre-encounter'))
  if (!(await mayOpen(account, task)))
    return (
      <ErrorState
        kind="forbidden"
        message="Your role can view encounters but not create them."
        asPage
      />
    )
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <NewEncounterPage shape={newEncounterShape()} />
    </LatePart>
  )
}
