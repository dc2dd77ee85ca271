import type { Metadata } from 'next'
import { CoveragePage } from '#components/contracts/coverage/coverage-page.tsx'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'

export const metadata: Metadata = { title: 'Credentialing of a contract' }

type RouteProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** When the providers and facilities of a contract are covered. */
export default async function ContractCredentialingRoute({ searchParams }: RouteProps) {
  const [given, account] = await Promise.all([searchParams, currentAccount()])
  const mayDo = (task: string) => account !== null && may(account.role, task)
  const mayAdd = {
    providers: mayDo('addContractProviders'),
    facilities: mayDo('createContractServiceFacility'),
  }
  return (
    <CoveragePage
      given={given}
      maySpan={mayDo('createProviderCredentialingSpan')}
      mayAdd={mayAdd}
    />
  )
}
