import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { NewCapturePage } from '#components/charge-captures/creating/new-capture-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readCaptureWithClaimCreation } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { newCaptureShape } from '#lib/rules/new-records/new-capture-shape.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'New charge capture' }

type Props = { searchParams: Promise<{ from?: string | string[] }> }

/** The page for a new charge capture. `?from=` is the id of the charge capture to copy. */
export default async function Page({ searchParams }: Props) {
  const { from } = await searchParams
  const id = typeof from === 'string' && from !== '' ? from : undefined
  const account = await currentAccount()
  if (!account)
    redirect(
      signInAddress(
        `/charge-captures/new${id === undefined ? '' : `?from=${encodeURIComponent(id)}`}`,
      ),
    )
  if (!(await mayOpen(account, 'createChargeCapture')))
    return <ErrorState kind="forbidden" message="Your role can’t create charge captures." asPage />
  const source =
    id === undefined
      ? undefined
      : {
          id,
          reply: readForPage(account, 'getChargeCapture', readCaptureWithClaimCreation, { id }),
        }
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <NewCapturePage key={id} kind="plain" body={newCaptureShape()} source={source} />
    </LatePart>
  )
}
