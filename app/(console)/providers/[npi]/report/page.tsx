import type { Metadata } from 'next'
import { StatusReport } from '#components/credentialing/provider/status-report.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readReport } from '#lib/actions/providers/read-report.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Status report' }

/** The status report of a provider, to print. */
export default async function Page({ params }: { params: Promise<{ npi: string }> }) {
  const { npi } = await params
  const account = await requireAccount(`/providers/${npi}/report`)
  if (!(await mayOpen(account, 'makeStatusReport')))
    return <ErrorState kind="forbidden" message="Your role can’t make status reports." asPage />
  if (!/^\d{10}$/.test(npi))
    return <ErrorState kind="not-found" message="An NPI has ten digits." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <StatusReport
        npi={npi}
        reply={readForPage(account, 'makeStatusReport', readReport, { npi })}
      />
    </LatePart>
  )
}
