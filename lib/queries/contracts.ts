import {
  findRosterProviders,
  listContractFacilityCoverage,
  listContractProviderCredentialing,
  listContractProviders,
  listContractV2Providers,
  listRenderingProviders,
} from '#lib/actions/lists.ts'
import type { Reply } from '#lib/actions/act.ts'
import { addContractProviders, removeContractProviders } from '#lib/actions/records.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { resultOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import { rosterText, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { BaseRow, WalkPage } from '#lib/lists/rows/rows.ts'
import type { PageSource } from './pages.ts'
import { resultOfReply, unwrapReply } from './reply.ts'

// The lists that a contract's pages read to their end, and the requests of a roster change.

/** A provider of a roster with everything that it can be searched by, in lower case. */
export type RosterLine = RosterRow & { text: string }

/**
 * The providers of a contract, by the version that it was read by. Their search text is made page
 * by page: all at once would block the browser.
 */
export function rosterPages(id: string, version: ContractVersion): PageSource<RosterLine> {
  const source =
    version === 2
      ? wholeListOf('listContractV2Providers', { id }, listContractV2Providers)
      : wholeListOf('listContractProviders', { id }, listContractProviders)
  return {
    queryKey: source.queryKey,
    read: async (position, limit) => {
      const page = await source.read(position, limit)
      const rows = page.rows.map((row) => ({
        ...row,
        text: rosterText(row),
      }))
      return { ...page, rows }
    },
  }
}

/** The providers of a contract with their spans for its contracting provider and payer. */
export function providerCoveragePages(id: string): PageSource<CoverageRow> {
  return wholeListOf('listContractProviderCredentialing', { id }, listContractProviderCredentialing)
}

/**
 * The facilities of an institutional contract with their spans for its contracting provider and
 * payer.
 */
export function facilityCoveragePages(id: string): PageSource<CoverageRow> {
  return wholeListOf('listFacilityCredentialingSpans', { id }, listContractFacilityCoverage)
}

function wholeListOf<I extends { position?: string | undefined }, Row extends BaseRow>(
  operation: string,
  input: Omit<I, 'position'>,
  action: (input: I) => Promise<Reply<WalkPage<Row>>>,
): PageSource<Row> {
  return {
    queryKey: [operation, input],
    read: async (position) => ({
      // The input without its position, which is added here.
      ...(await unwrapReply(action((position === null ? input : { ...input, position }) as I))),
      prev: null,
    }),
  }
}

// Nothing below throws: a console that did not answer is a failure too.

/** Rendering providers by ids and NPIs. */
export function findProviders(sought: { ids: string[]; npis: string[] }) {
  return resultOf(resultOfReply(findRosterProviders(sought)))
}

/**
 * One page of all rendering providers of the organization; `is_available` is false when the key may
 * not look up.
 */
export function readDirectoryPage(
  position: string | undefined,
): Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>> {
  return resultOf(resultOfReply(listRenderingProviders({ position })))
}

/** Sends one batch. Each is an operation of its own, so that none is sent twice. */
export function sendRosterBatch(
  id: string,
  kind: 'add' | 'remove',
  rendering_provider_ids: string[],
): Promise<Result<RosterChanged>> {
  const send = kind === 'add' ? addContractProviders : removeContractProviders
  return resultOf(send({ id, operation_id: randomId(), rendering_provider_ids }))
}
