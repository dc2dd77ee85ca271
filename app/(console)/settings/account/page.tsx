import type { Metadata } from 'next'
import { AccountPage } from '#components/settings/account-page.tsx'
import { readOwnAccount } from '#lib/console/accounts/own-account.ts'
import { ownAccountPath, requireAccount } from '#lib/console/accounts/session.ts'
import { throwIfDatabaseAway } from '#lib/console/postgres.ts'

export const metadata: Metadata = { title: 'Your account' }

/** One's own account, for everybody: name, password, second factor, passkeys and sessions. */
export default async function Page() {
  const { id } = await requireAccount(ownAccountPath)
  return <AccountPage account={await throwIfDatabaseAway(readOwnAccount(id))} />
}
