import type { Metadata } from 'next'
import { FacilitiesPage } from '#components/contracts/facilities/facilities-page.tsx'
import { may } from '#lib/console/permissions.ts'
import { currentAccount } from '#lib/console/session.ts'

export const metadata: Metadata = { title: 'Service facilities of a contract' }

/** The service facilities of a contract. The layout sends whoever is not signed in to the sign-in. */
export default async function ServiceFacilitiesRoute() {
  const account = await currentAccount()
  return <FacilitiesPage canEdit={account !== null && may(account.role, 'updateContractServiceFacility')} />
}
