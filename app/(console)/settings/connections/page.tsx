import type { Metadata } from 'next'
import { ConnectionsPage } from '#components/settings/connections-page.tsx'
import { ErrorState } from '#components/ui/error-state.tsx'
import { requireAccount } from '#lib/console/accounts/session.ts'
import { listConnections } from '#lib/console/connections/connections.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'
import { mayOpen } from '#app/(console)/read-for-page.ts'

export const metadata: Metadata = { title: 'Connections' }

/** Partner connections and their keys, for administrators. */
export default async function Page() {
  const account = await requireAccount('/settings/connections')
  if (!(await mayOpen(account, 'manageConnections')))
    return <ErrorState kind="forbidden" message="Connections are for administrators." asPage />
  return <ConnectionsPage connections={await throwIfDatabaseAway(listConnections())} />
}
