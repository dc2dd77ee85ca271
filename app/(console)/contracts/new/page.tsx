import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { NewContractPage } from '#components/contracts/new-contract/new-contract-form.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { insuranceTypeCode } from '#lib/contract/codes/coverage.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { newContractShape } from '#lib/rules/contract-edit/contract-terms-shape.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'New contract' }

const task = 'createContractV3'

/** Creates a contract of either type, by version 3 or 2 of the partner's interface. */
export default async function NewContractRoute() {
  const account = await currentAccount()
  if (!account) redirect(signInAddress('/contracts/new'))
  if (!(await mayOpen(account, task)))
    return (
      <ErrorState
        kind="forbidden"
        message="Your role can view contracts but not create them."
        asPage
      />
    )
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <NewContractPage
        shape={newContractShape()}
        insuranceCodes={knownValues(insuranceTypeCode)!.values}
      />
    </LatePart>
  )
}
