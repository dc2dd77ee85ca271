'use client'
import { createContext, use } from 'react'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { LoadedContract } from './loaded-contract.ts'

/**
 * The contract of a page. `id` comes from the address, `readAt` is in UTC milliseconds, `today` is
 * the server's local date.
 */
export type OpenContract = LoadedContract & { id: string; today: LocalDate; readAt: number }

/** The list of the contracts that a version of the partner's interface has. */
export function contractsHref(version: ContractVersion): string {
  return version === 2 ? '/contracts/v2' : '/contracts'
}

/** Filled by ContractFrame. */
export const OpenContractContext = createContext<OpenContract | undefined>(undefined)

/** The contract of the frame around this page: read once for all its tabs. */
export function useOpenContract(): OpenContract {
  const contract = use(OpenContractContext)
  if (!contract) throw new Error('a page of a contract stands outside its frame')
  return contract
}
