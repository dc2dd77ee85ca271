'use client'
import { createContext, use } from 'react'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { LoadedContract } from './loaded-contract.ts'

/** The contract around a page. `id` is the one in the address, `readAt` UTC milliseconds, `today` the server's local date. */
export type OpenContract = LoadedContract & { id: string; today: LocalDate; readAt: number }

/** Filled by ContractFrame. */
export const OpenContractContext = createContext<OpenContract | undefined>(undefined)

/** The contract that the pages inside its frame show: read once for all of them. */
export function useOpenContract(): OpenContract {
  const contract = use(OpenContractContext)
  if (!contract) throw new Error('a page of a contract stands outside its frame')
  return contract
}
