import type { Metadata } from 'next'
import { PeoplePage } from '#components/settings/people-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { listPeople } from '#lib/console/accounts/people.ts'
import { may, roles } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'

export const metadata: Metadata = { title: 'People' }

/** Accounts and invitations, for administrators. */
export default async function Page() {
  const account = await requireAccount('/settings/people')
  if (!may(account.role, 'managePeople'))
    return <ErrorState kind="forbidden" message="People are for administrators." asPage />
  return <PeoplePage {...await throwIfDatabaseAway(listPeople())} roles={roles} ownId={account.id} />
}
