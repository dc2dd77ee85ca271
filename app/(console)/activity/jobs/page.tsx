import type { Metadata } from 'next'
import { Approvals } from '#components/bulk/approvals.tsx'
import { JobsPage } from '#components/jobs/jobs-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readLines } from '#lib/actions/jobs/verbs.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Jobs' }

/** Long work in the background: one's own, for managers and administrators everybody's. */
export default async function Page() {
  const account = await requireAccount('/activity/jobs')
  if (!(await mayOpen(account, 'followJobs')))
    return <ErrorState kind="forbidden" message="Your role starts no jobs." asPage />
  const seesAll = may(account.role, 'followAllJobs')
  const who = seesAll ? 'all' : 'own'
  const first = await readForPage(account, seesAll ? 'followAllJobs' : 'followJobs', readLines, {
    who,
  } as const)
  return (
    <JobsPage first={first} seesAll={seesAll}>
      {may(account.role, 'approveBulkFix') && <Approvals />}
    </JobsPage>
  )
}
