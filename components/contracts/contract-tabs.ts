import type { LoadedContract } from './loaded-contract.ts'

/** A page of one contract. `segment` is the last part of its address, '' for the first one. */
export type ContractTab = {
  segment: string
  label: string
  /** The type of contract that has this page; every contract where none is said. */
  onlyFor?: 'professional' | 'institutional'
  count?: (contract: LoadedContract) => number | undefined
}

/** The pages of a contract, in their order. A page stands here once it exists: one entry. */
export const contractTabs: readonly ContractTab[] = [
  { segment: '', label: 'Overview' },
  { segment: 'providers', label: 'Providers', count: ({ providers }) => providers },
  {
    segment: 'service-facilities',
    label: 'Service facilities',
    onlyFor: 'institutional',
    count: ({ facilities }) => facilities.length,
  },
  { segment: 'credentialing', label: 'Credentialing' },
]

/** The pages that a contract of that type has. */
export function tabsFor(type: string | undefined): ContractTab[] {
  return contractTabs.filter(({ onlyFor }) => onlyFor === undefined || onlyFor === type)
}
