import type { Metadata } from 'next'
import { CodeSetsPage } from '#components/checks/code-sets-page.tsx'
import { DetailSkeleton } from '#components/form/reading/detail-skeleton.tsx'
import { LatePart } from '#components/frame/ready.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readLists } from '#lib/actions/catalogue/code-sets.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { codeSetsHref } from '#lib/lists/checks.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Code sets' }

/** The code lists that some checks need. */
export default async function Page() {
  const account = await requireAccount(codeSetsHref)
  if (!(await mayOpen(account, 'readChecks')))
    return <ErrorState kind="forbidden" message="Your role doesn’t include the checks." asPage />
  return (
    <LatePart fallback={<DetailSkeleton />}>
      <CodeSetsPage
        reply={readForPage(account, 'readChecks', readLists, {})}
        canPlace={may(account.role, 'placeCodeList')}
      />
    </LatePart>
  )
}
