import type { Metadata } from 'next'
import { RosterPage } from '#components/contracts/roster/roster-page.tsx'
import { may } from '#lib/console/accounts/permissions.ts'
import { requireAccount } from '#lib/console/accounts/session.ts'

export const metadata: Metadata = { title: 'Providers of a contract' }

type RouteProps = {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** The roster of one contract; `?add` opens the adding of providers at once. */
export default async function ProvidersRoute({ params, searchParams }: RouteProps) {
  const account = await requireAccount(`/contracts/${(await params).id}/providers`)
  return (
    <RosterPage
      canWrite={may(account.role, 'addContractProviders')}
      canExport={may(account.role, 'exportList')}
      adds={(await searchParams).add !== undefined}
    />
  )
}
