import { listContractFacilityCoverage, listContractProviderCredentialing } from '#lib/actions/coverage.ts'
import type { Pending } from '#lib/actions/replies.ts'
import { listContractProviders } from '#lib/actions/rosters.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import type { BaseRow, WalkPage } from '#lib/lists/rows/rows.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { ReadWalkPage } from '#lib/lists/walk/walk.ts'

// What `useWalk` walks: a key that begins with the operation, and how a page is read.

/** A provider of a roster with everything that it can be searched by, in lower case. */
export type RosterLine = RosterRow & { text: string }

/** The providers of a contract. What they are searched by is made page by page: all at once would stop the browser. */
export function rosterWalk(id: string): { queryKey: unknown[]; readPage: ReadWalkPage<RosterLine> } {
  const { queryKey, readPage } = walkOf<RosterRow>('listContractProviders', { id }, listContractProviders)
  return {
    queryKey,
    readPage: async (position) => {
      const page = await readPage(position)
      return page.ok
        ? ok({
            ...page.value,
            rows: page.value.rows.map((row) => ({
              ...row,
              text: `${row.name ?? ''} ${row.npi ?? ''} ${row.id}`.toLowerCase(),
            })),
          })
        : page
    },
  }
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
