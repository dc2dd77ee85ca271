import type { Metadata } from 'next'
import { FacilitiesPage } from '#components/contracts/facilities/facilities-page.tsx'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'

export const metadata: Metadata = { title: 'Service facilities of a contract' }

type RouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/**
 * The service facilities of a contract; `?add` opens the adding of one. The layout sends a person
 * without a session to the sign-in.
 */
export default async function ServiceFacilitiesRoute({ searchParams }: RouteProps) {
  const [given, account] = await Promise.all([searchParams, currentAccount()])
  return (
    <FacilitiesPage
      canEdit={account !== null && may(account.role, 'updateContractServiceFacility')}
      canExport={account !== null && may(account.role, 'exportList')}
      adds={given.add !== undefined}
    />
  )
}
