import type { Metadata } from 'next'
import { FirstStepsPage } from '#components/settings/first-steps.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { readFirstSteps } from '#lib/actions/first-steps.ts'
import { areDemoAccountsOn } from '#lib/console/accounts/demo-accounts.ts'
import { readPreferences } from '#lib/console/accounts/preferences.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { firstStepsHref } from '#lib/lists/first-steps.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'First steps' }

/** What a new console needs, for administrators. */
export default async function Page() {
  const account = await requireAccount(firstStepsHref)
  if (!(await mayOpen(account, 'managePeople')))
    return <ErrorState kind="forbidden" message="The first steps are for administrators." asPage />
  const [steps, { first_steps: choice }, isDemo] = await throwIfDatabaseAway(
    Promise.all([readFirstSteps(account), readPreferences(account.id), areDemoAccountsOn()]),
  )
  return <FirstStepsPage steps={steps} isHidden={choice === 'hidden'} isDemo={isDemo} />
}
