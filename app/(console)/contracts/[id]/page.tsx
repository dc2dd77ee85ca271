import type { Metadata } from 'next'
import { ContractOverview } from '#components/contracts/overview/contract-overview.tsx'

export const metadata: Metadata = { title: 'Contract' }

/** What a contract says. */
export default function ContractRoute() {
  return <ContractOverview />
}
