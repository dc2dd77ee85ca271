import type { Metadata } from 'next'
import { JoinPage } from '#components/credentialing/provider/join-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readJoin } from '#lib/actions/providers/join-contracts.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Join payers' }

/** A provider joins payers: rosters and spans in one dry run and one job. */
export default async function Page({ params }: { params: Promise<{ npi: string }> }) {
  const { npi } = await params
  const account = await requireAccount(`/providers/${npi}/join`)
  if (!(await mayOpen(account, 'createProviderCredentialingSpan')))
    return (
      <ErrorState
        kind="forbidden"
        message="Your role can view providers but not change rosters."
        asPage
      />
    )
  if (!/^\d{10}$/.test(npi))
    return <ErrorState kind="not-found" message="An NPI has ten digits." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <JoinPage
        npi={npi}
        reply={readForPage(account, 'createProviderCredentialingSpan', readJoin, { npi })}
      />
    </LatePart>
  )
}
