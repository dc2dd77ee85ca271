import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { Result } from '#lib/core/result.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { isNpi } from '#lib/rules/codes/npi.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { shortPayerIds } from '#lib/rules/scrub/payment.ts'
import { listedParties, type FindPayers, type FindProviders } from '#lib/rules/scrub/rule.ts'

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
  return askedOnce(npis, (npi) => ask({ npi, limit: pageOf }))
}

/** What the partner's payer list has of the payer IDs of these update bodies that may lack zeros. */
export async function readPayerList(
  connection: Connection,
  bodies: readonly JsonObject[],
): Promise<FindPayers> {
  const ids = new Set(bodies.flatMap(({ data }) => shortPayerIds(data)))
  const ask = askPages(connection, operations.listPayers, {})
  return askedOnce([...ids], (id) => ask({ search_term: id, limit: pageOf }))
}

async function askedOnce(
  keys: readonly string[],
  ask: (key: string) => Promise<Result<{ items: readonly unknown[] }>>,
): Promise<FindProviders> {
  const found = new Map<string, readonly unknown[]>()
  for (let from = 0; from < keys.length; from += atOnce)
    await Promise.all(
      keys.slice(from, from + atOnce).map(async (key) => {
        const page = await ask(key)
        if (page.ok) found.set(key, page.value.items)
      }),
    )
  return (key) => found.get(key) ?? null
}
