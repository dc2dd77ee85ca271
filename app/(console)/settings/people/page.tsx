import type { Metadata } from 'next'
import { PeoplePage } from '#components/settings/people-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { listBreakGlass } from '#lib/console/accounts/break-glass.ts'
import { listPeople } from '#lib/console/accounts/people.ts'
import { roles } from '#lib/acts/acts.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { dayNow, isTimeZoneOpen, timeZone } from '#lib/console/time-zone.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'People' }

/** Accounts and invitations, for administrators. */
export default async function Page() {
  const account = await requireAccount('/settings/people')
  if (!(await mayOpen(account, 'managePeople')))
    return <ErrorState kind="forbidden" message="People are for administrators." asPage />
  const [lists, uses] = await throwIfDatabaseAway(Promise.all([listPeople(), listBreakGlass()]))
  return (
    <PeoplePage
      {...lists}
      uses={uses}
      roles={roles}
      timeZone={{ timeZone: timeZone(), isOpen: isTimeZoneOpen(), today: dayNow() }}
      ownId={account.id}
    />
  )
}
