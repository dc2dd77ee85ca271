import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { Suspense } from 'react'
import { ContractPage } from '#components/contracts/contract-page.tsx'
import { DetailSkeleton } from '#components/form/detail-skeleton.tsx'
import { signInAddress } from '#components/frame/sign-in-address.ts'
import { readContractText } from '#lib/actions/read-contract.ts'
import { currentAccount } from '#lib/console/session.ts'
import { localDateAt } from '#lib/core/local-date.ts'
import { readForPage } from '../../read-for-page.ts'

export const metadata: Metadata = { title: 'Contract' }

/** One contract. */
export default async function ContractRoute({ params }: { params: Promise<{ id: string }> }) {
  const { id: encoded } = await params
  const id = decodeURIComponent(encoded)
  const account = await currentAccount()
  if (!account) redirect(signInAddress(`/contracts/${encoded}`))
  const reply = readForPage(account, 'getContractV3', readContractText, { id })
  return (
    <Suspense fallback={<DetailSkeleton />}>
      <ContractPage id={id} reply={reply} today={localDateAt(Date.now())} />
    </Suspense>
  )
}
