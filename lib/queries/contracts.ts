import {
  findRosterProviders,
  listContractFacilityCoverage,
  listContractProviderCredentialing,
  listContractProviders,
  listContractV2Providers,
  listRenderingProviders,
} from '#lib/actions/lists.ts'
import { addContractProviders, removeContractProviders } from '#lib/actions/records.ts'
import type { ContractVersion, Pending, ProvidersFound } from '#lib/actions/replies.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import { resultIn, type Result } from '#lib/core/result.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import { rosterText, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { BaseRow, WalkPage } from '#lib/lists/rows/rows.ts'
import type { PageSource } from './pages.ts'
import { unwrapReply } from './reply.ts'

// The lists that a contract's pages read to their end, and the requests of a roster change.

/** A provider of a roster with everything that it can be searched by, in lower case. */
export type RosterLine = RosterRow & { text: string }

/**
 * The providers of a contract, by the version that it was read by. Their search text is made page by page: all at once
 * would block the browser.
 */
export function rosterPages(id: string, version: ContractVersion): PageSource<RosterLine> {
  const source =
    version === 2
      ? wholeListOf<RosterRow>('listContractV2Providers', { id }, listContractV2Providers)
      : wholeListOf<RosterRow>('listContractProviders', { id }, listContractProviders)
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

/** The facilities of an institutional contract with their spans for its contracting provider and payer. */
export function facilityCoveragePages(id: string): PageSource<CoverageRow> {
  return wholeListOf('listFacilityCredentialingSpans', { id }, listContractFacilityCoverage)
}

function wholeListOf<Row extends BaseRow>(
  operation: string,
  input: object,
  action: (input: unknown) => Promise<Pending>,
): PageSource<Row> {
  return {
    queryKey: [operation, input],
    read: async (position) => ({
      ...(await unwrapReply<WalkPage<Row>>(action(position === null ? input : { ...input, position }))),
      prev: null,
    }),
  }
}

// Nothing below throws: a console that did not answer is a failure too.

/** Rendering providers by ids and NPIs. */
export function findProviders(sought: { ids: string[]; npis: string[] }): Promise<Result<ProvidersFound>> {
  return asResult(async () => resultIn<ProvidersFound>(await (await findRosterProviders(sought)).reply))
}

/** One page of all rendering providers of the organization; `is_available` is false when the key may not look up. */
export function readDirectoryPage(
  position: string | undefined,
): Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>> {
  return asResult(async () =>
    resultIn<WalkPage<RosterRow> & { is_available: boolean }>(
      await (
        await listRenderingProviders(position === undefined ? {} : { position })
      ).reply,
    ),
  )
}

/** Sends one batch. Each is an operation of its own, so that none is sent twice. */
export function sendRosterBatch(
  id: string,
  kind: 'add' | 'remove',
  rendering_provider_ids: string[],
): Promise<Result<RosterChanged>> {
  const send = kind === 'add' ? addContractProviders : removeContractProviders
  return asResult(() => send({ id, operation_id: randomId(), rendering_provider_ids }))
}

async function asResult<T>(ask: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await ask()
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  }
}
