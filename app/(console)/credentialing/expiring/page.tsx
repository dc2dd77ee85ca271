import type { Metadata } from 'next'
import { ExpiringPage } from '#components/credentialing/expiring/expiring-page.tsx'
import { readStanding } from '#lib/actions/expiring/verbs.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Expiring' }

/** The contracts and spans that end, and what depends on them. */
export default async function Page() {
  const account = await requireAccount('/credentialing/expiring')
  const standing = await readForPage(account, 'readExpiring', readStanding, {})
  return (
    <ExpiringPage
      standing={standing}
      ownId={account.id}
      rights={{
        mayCheck: may(account.role, 'checkExpiring'),
        mayExport: may(account.role, 'exportList'),
        mayMark: may(account.role, 'markExpiring'),
        mayRecordSpans: may(account.role, 'createProviderCredentialingSpan'),
      }}
    />
  )
}
