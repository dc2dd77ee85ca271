import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { listedParties, type FindProviders } from '#lib/rules/scrub/rule.ts'

// The partner's public documents name 1,000 requests in 10 seconds for all clients of one IP
// address.
const atOnce = 4
const pageOf = 100

/**
 * What the organization's provider list has of the providers of these update bodies, each NPI asked
 * once. An NPI that cannot be read is known as little as a key that may not look up knows.
 */
export async function readProviderList(
  connection: Connection,
  bodies: readonly JsonObject[],
): Promise<FindProviders> {
  const named = bodies.flatMap((body) =>
    listedParties.map(([party]) => textAt(body, `data.${party}.npi`) ?? ''),
  )
  const npis = [...new Set(named)].filter(isNpi)
  const ask = askPages(connection, operations.listOrganizationProviders, {})
  const found = new Map<string, readonly unknown[]>()
  for (let from = 0; from < npis.length; from += atOnce)
    await Promise.all(
      npis.slice(from, from + atOnce).map(async (npi) => {
        const page = await ask({ npi, limit: pageOf })
        if (page.ok) found.set(npi, page.value.items)
      }),
    )
  return (npi) => found.get(npi) ?? null
}
