import type { Metadata } from 'next'
import { RosterPage } from '#components/contracts/roster/roster-page.tsx'
import { may } from '#lib/console/permissions.ts'
import { requireAccount } from '#lib/console/session.ts'

export const metadata: Metadata = { title: 'Providers of a contract' }

/** The roster of one contract. */
export default async function ProvidersRoute({ params }: { params: Promise<{ id: string }> }) {
  const account = await requireAccount(`/contracts/${(await params).id}/providers`)
  return <RosterPage canWrite={may(account.role, 'addContractProviders')} />
}
