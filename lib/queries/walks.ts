import { listContractFacilityCoverage, listContractProviderCredentialing } from '../actions/coverage.ts'
import type { Pending } from '../actions/replies.ts'
import { listContractProviders } from '../actions/rosters.ts'
import type { Result } from '../core/result.ts'
import type { CoverageRow } from '../lists/coverage-rows.ts'
import type { BaseRow } from '../lists/rows.ts'
import type { RosterRow } from '../lists/roster-rows.ts'
import type { WalkPage } from '../lists/walk.ts'

// What `useWalk` walks: a key that begins with the operation, and how a page is read.

/** The providers of a contract. */
export function rosterWalk(id: string) {
  return walkOf<RosterRow>('listContractProviders', { id }, listContractProviders)
}

/** The providers of a contract with their spans for its contracting provider and payer. */
export function providerCoverageWalk(id: string) {
  return walkOf<CoverageRow>('listContractProviderCredentialing', { id }, listContractProviderCredentialing)
}

/** The facilities of an institutional contract with their spans for its contracting provider and payer. */
export function facilityCoverageWalk(id: string) {
  return walkOf<CoverageRow>('listFacilityCredentialingSpans', { id }, listContractFacilityCoverage)
}

function walkOf<Row extends BaseRow>(operation: string, input: object, action: (input: unknown) => Promise<Pending>) {
  return {
    queryKey: [operation, input],
    readPage: async (position: string | undefined) => {
      const { reply } = await action(position === undefined ? input : { ...input, position })
      // The action is our own and states the type of its rows.
      return JSON.parse(await reply) as Result<WalkPage<Row>>
    },
  }
}
