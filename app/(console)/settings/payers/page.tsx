import type { Metadata } from 'next'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { PayerRulesPage } from '#components/settings/payer-rules-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readBook } from '#lib/actions/payer-rules/verbs.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { payerRulesHref } from '#lib/lists/queue.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Payer rules' }

/** The payer rulebook: how long each payer accepts claims. */
export default async function Page() {
  const account = await requireAccount(payerRulesHref)
  if (!(await mayOpen(account, 'readQueue')))
    return <ErrorState kind="forbidden" message="Payer rules are for billing." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <PayerRulesPage
        reply={readForPage(account, 'readQueue', readBook, {})}
        canEdit={may(account.role, 'saveFilingLimits')}
        canExport={may(account.role, 'exportList')}
      />
    </LatePart>
  )
}
