import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LatePart } from '#components/frame/ready.tsx'
import { CapturePage } from '#components/charge-captures/capture-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { readCaptureWithClaimCreation } from '#lib/actions/charge-captures/read-charge-capture.ts'
import { asOpened, captureWords } from '#lib/actions/opened-lately.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

// Nothing of the record stands in a title: titles end up in histories.
export const metadata: Metadata = { title: 'Charge capture' }

type Props = {
  params: Promise<{ id: string }>
  searchParams: Promise<{ field?: string | string[] }>
}

/** One charge capture, open at `?field=` where a link names one. */
export default async function ChargeCapturePage({ params, searchParams }: Props) {
  const [{ id: encoded }, { field }] = await Promise.all([params, searchParams])
  const id = decodeURIComponent(encoded)
  const account = await currentAccount()
  const at = typeof field === 'string' ? `?field=${encodeURIComponent(field)}` : ''
  if (!account) redirect(signInAddress(`/charge-captures/${encoded}${at}`))
  const read = asOpened('charge-capture', captureWords, readCaptureWithClaimCreation)
  const reply = readForPage(account, 'getChargeCapture', read, { id })
  return (
    <LatePart fallback={<DetailSkeleton hasFacts />}>
      <CapturePage
        id={id}
        reply={reply}

        body={captureShape()}
        canSave={may(account.role, 'updateChargeCapture')}
        canResolveChanges={may(account.role, 'resolveChargeCaptureChanges')}
        field={typeof field === 'string' ? field : undefined}
      />
    </LatePart>
  )
}
