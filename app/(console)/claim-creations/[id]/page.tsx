import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { ClaimCreationPage } from '#components/claim-creations/claim-creation-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { readClaimCreationWithCaptures } from '#lib/actions/claim-creations/read-claim-creation.ts'
import { asOpened, claimCreationWords } from '#lib/actions/opened-lately.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Claim creation' }

/** One claim creation with its captures. */
export default async function ClaimCreationRoute({ params }: { params: Promise<{ id: string }> }) {
  const { id: encoded } = await params
  const id = decodeURIComponent(encoded)
  const account = await currentAccount()
  if (!account) redirect(signInAddress(`/claim-creations/${encoded}`))
  const read = asOpened('claim-creation', claimCreationWords, readClaimCreationWithCaptures)
  const reply = readForPage(account, 'getClaimCreation', read, { id })
  return (
    <LatePart fallback={<DetailSkeleton hasFacts />}>
      <ClaimCreationPage
        id={id}
        reply={reply}
        body={captureShape()}
        canResolve={may(account.role, 'resolveClaimCreationError')}
        canResolveChanges={may(account.role, 'resolveChargeCaptureChanges')}
      />
    </LatePart>
  )
}
