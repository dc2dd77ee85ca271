import type { Metadata } from 'next'
import { ContractOverview } from '#components/contracts/overview/contract-overview.tsx'
import { may } from '#lib/console/accounts/permissions.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { insuranceTypeCode } from '#lib/contract/codes/coverage.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { contractTermsShape } from '#lib/rules/contract-edit/contract-terms-shape.ts'

export const metadata: Metadata = { title: 'Contract' }

/** What a contract says, and the form that changes it. */
export default async function ContractRoute() {
  const account = await currentAccount()
  // The layout around it sends a person without a session to the sign-in.
  if (!account) return null
  return (
    <ContractOverview
      canEdit={may(account.role, 'updateContractV3')}
      canDelete={may(account.role, 'deleteContractV3')}
      shape={contractTermsShape()}
      insuranceCodes={knownValues(insuranceTypeCode)!.values}
    />
  )
}
