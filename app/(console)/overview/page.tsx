import type { Metadata } from 'next'
import { OverviewPage } from '#components/overview/overview-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readBoard, readStanding } from '#lib/actions/coverage-board/verbs.ts'
import { readOverviewNow } from '#lib/actions/overview/overview.ts'
import { readWork } from '#lib/actions/overview/work.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import type { Account } from '#lib/console/accounts/account-of-token.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { mayOpen, readForPage } from '#app/(console)/read-for-page.ts'
import { valueIn } from '#lib/core/json-text.ts'

export const metadata: Metadata = { title: 'Overview' }

/** The manager’s first page: what is open, what it is worth, how old it is and who has it. */
export default async function Page() {
  const account = await requireAccount('/overview')
  if (!(await mayOpen(account, 'readOverview')))
    return <ErrorState kind="forbidden" message="The overview is for managers." asPage />
  const isSeen = (task: 'readActivity' | 'readCoverageBoard') => may(account.role, task)
  const [overview, work, coverage] = await Promise.all([
    readForPage(account, 'readOverview', readOverviewNow, {}),
    isSeen('readActivity') ? readForPage(account, 'readActivity', readWork, {}) : undefined,
    isSeen('readCoverageBoard') ? readCoverage(account) : undefined,
  ])
  return <OverviewPage first={{ overview, work, coverage, at: Date.now() }} />
}

async function readCoverage(account: Account) {
  const standing = await readForPage(account, 'readCoverageBoard', readStanding, {})
  const read = valueIn(standing)
  const done = read?.done
  const board = done
    ? await readForPage(account, 'readCoverageBoard', readBoard, { id: done.id })
    : undefined
  return { standing, board }
}
