import type { Metadata } from 'next'
import { DuePage } from '#components/credentialing/follow-ups/due-page.tsx'
import { readDue } from '#lib/actions/follow-ups/verbs.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Follow-ups' }

/** The follow-ups of spans that are late, due today or soon. */
export default async function Page() {
  const account = await requireAccount('/credentialing/follow-ups')
  return (
    <DuePage
      first={await readForPage(account, 'readFollowUps', readDue, { whose: 'all' })}
      mayMark={may(account.role, 'closeFollowUp')}
    />
  )
}
