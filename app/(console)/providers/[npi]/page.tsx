import type { Metadata } from 'next'
import { ProviderPage } from '#components/credentialing/provider/provider-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readProvider } from '#lib/actions/providers/read-provider.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Provider' }

/** One rendering provider: contracts, spans, facilities and captures at risk. */
export default async function Page({ params }: { params: Promise<{ npi: string }> }) {
  const { npi } = await params
  const account = await requireAccount(`/providers/${npi}`)
  if (!(await mayOpen(account, 'listOrganizationProviders')))
    return <ErrorState kind="forbidden" message="Your role can’t view providers." asPage />
  if (!/^\d{10}$/.test(npi))
    return <ErrorState kind="not-found" message="An NPI has ten digits." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <ProviderPage
        npi={npi}
        reply={readForPage(account, 'listOrganizationProviders', readProvider, { npi })}
        mayRecord={may(account.role, 'createProviderCredentialingSpan')}
        mayFollowUp={may(account.role, 'logFollowUp')}
        mayReport={may(account.role, 'makeStatusReport')}
      />
    </LatePart>
  )
}
