import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { toRosterRow, type RosterRow } from '#lib/lists/rows/roster-rows.ts'
import type { WalkPage } from '#lib/lists/rows/rows.ts'
import { isNotOffered } from './look-up.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { askPages, readWalkedPage } from '#lib/actions/lists/partner-pages.ts'

// The ids are in the URL, and servers and proxies cut URLs at 8,000 characters.
const idsInAddress = 50
// The partner's public documents name 1,000 requests in 10 seconds for all clients of one IP
// address.
const atOnce = 4
const pageOf = 100

/**
 * Finds the organization's rendering providers by ids and NPIs: one request for fifty ids, one for
 * each NPI, a few at a time. `is_available` is false if the key may not look up.
 */
export async function findRosterProviders(
  { ids, npis }: { ids: string[]; npis: string[] },
  { connection }: ActionContext,
): Promise<Result<{ is_available: boolean; providers: RosterRow[] }>> {
  const parts = Array.from({ length: Math.ceil(ids.length / idsInAddress) }, (_, part) =>
    ids.slice(part * idsInAddress, (part + 1) * idsInAddress),
  )
  const queries = [
    ...parts.map((part) => ({ organization_provider_ids: part })),
    ...npis.map((npi) => ({ npi })),
  ]
  const ask = askPages(connection, operations.listOrganizationProviders, {})
  const providers: RosterRow[] = []
  for (let from = 0; from < queries.length; from += atOnce) {
    const pages = await Promise.all(
      queries
        .slice(from, from + atOnce)
        .map((query) => ask({ ...query, is_rendering: true, limit: pageOf })),
    )
    for (const page of pages) {
      if (!page.ok)
        return isNotOffered(page.error.status) ? ok({ is_available: false, providers: [] }) : page
      providers.push(...page.value.items.map(toRosterRow))
    }
  }
  return ok({ is_available: true, providers })
}

/**
 * Reads one page of all rendering providers of the organization, to identify many ids and NPIs.
 * Sorted by NPI: NPIs are unique, names are not, and a partner finds the next page faster.
 */
export async function readDirectoryPage(
  { position }: { position?: string | undefined },
  context: ActionContext,
): Promise<Result<WalkPage<RosterRow> & { is_available: boolean }>> {
  const page = await readWalkedPage(
    {
      operation: operations.listOrganizationProviders,
      input: { query: { is_rendering: true, sort: 'npi:asc' } },
      position,
      toRow: toRosterRow,
      recordIds: [],
    },
    context,
  )
  if (page.ok) return ok({ ...page.value, is_available: true })
  return isNotOffered(page.error.status) ? ok({ rows: [], next: null, is_available: false }) : page
}
