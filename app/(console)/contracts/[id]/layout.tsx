import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { LatePart } from '#components/frame/ready.tsx'
import { ContractFrame } from '#components/contracts/contract-frame.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/account/sign-in-address.ts'
import { readContractText } from '#lib/actions/contracts/read-contract.ts'
import { asOpened, contractWords } from '#lib/actions/opened-lately.ts'
import { pathHeader } from '#lib/console/server/request-origin.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

/**
 * Around every page of one contract: it is read once, and its head stays while one goes from page
 * to page.
 */
export default async function ContractLayout({
  params,
  children,
}: {
  params: Promise<{ id: string }>
  children: ReactNode
}) {
  const id = decodeURIComponent((await params).id)
  const account = await currentAccount()
  if (!account) redirect(signInAddress((await headers()).get(pathHeader) ?? ''))
  const read = asOpened('contract', contractWords, readContractText)
  const reply = readForPage(account, 'getContractV3', read, { id })
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <ContractFrame id={id} reply={reply} today={dayNow()}>
        {children}
      </ContractFrame>
    </LatePart>
  )
}
