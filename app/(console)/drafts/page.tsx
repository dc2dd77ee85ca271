import type { Metadata } from 'next'
import { DraftsPage } from '#components/drafts/drafts-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { listOwnDrafts } from '#lib/actions/list-drafts.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Drafts' }

/** One's own unsaved edits. */
export default async function Page() {
  const account = await requireAccount('/drafts')
  if (!(await mayOpen(account, 'listDrafts')))
    return (
      <ErrorState
        kind="forbidden"
        message="Your role saves no forms, so it has no drafts."
        asPage
      />
    )
  return <DraftsPage first={await readForPage(account, 'listDrafts', listOwnDrafts, {})} />
}
