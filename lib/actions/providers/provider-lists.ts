import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { contractStatus } from '#lib/contract/contracts/terms.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { nameOf } from '#lib/lists/rows/rows.ts'
import { toProviderSpanRow } from '#lib/lists/rows/span-rows.ts'
import type { ContractOfProvider, SpanOfProvider } from '#lib/rules/coverage/provider-pairs.ts'
import { toContractFacts } from '#lib/actions/coverage-board/read-facts.ts'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { walkSpans } from '#lib/actions/spans/read-span.ts'

// What the partner lists of one provider. The job that joins payers reads it too.

/** `failure` says why the list is not whole. */
export type Read<Item> = { items: Item[]; failure: Failure | null }

/** A rendering provider as the partner's directory names them. `ended_on`: a local date. */
export type ProviderHead = {
  id: string
  npi: string
  name: string
  license: string | undefined
  taxonomy: string | undefined
  /** City and state of their first address. */
  place: string | undefined
  is_rendering: boolean
  ended_on: string | undefined
}

const contractsAtOnce = 1_000
// 5,000 contracts of each status. A person is on far fewer rosters.
const contractPages = 5

/** The organization's provider with an NPI; the look-up is in the trail. */
export async function lookUpProvider(
  npi: string,
  context: ActionContext,
): Promise<Result<ProviderHead>> {
  const found = await findProvider(npi, context.connection)
  const ids = found.ok ? [found.value.id] : []
  await recordAct(context, 'read', operations.listOrganizationProviders.id, ids, {
    outcome: outcomeOf(found),
  })
  return found
}

async function findProvider(npi: string, connection: Connection): Promise<Result<ProviderHead>> {
  const ask = askPages(connection, operations.listOrganizationProviders, {})
  const page = await ask({ npi, limit: 100 })
  if (!page.ok)
    return isNotOffered(page.error.status)
      ? fail(
          'Forbidden',
          'The stored key can’t look up providers. Their contracts and spans are in the lists.',
          { status: page.error.status },
        )
      : page
  const named = page.value.items.filter((item) => textOf(memberAt(item, 'npi')) === npi)
  // An organization may have the same NPI as a person who bills alone.
  const item = named.find((each) => memberAt(each, 'is_rendering') === true) ?? named[0]
  const id = textOf(memberAt(item, 'organization_provider_id'))
  if (id === undefined)
    return fail('EntityNotFoundError', `The partner has no provider with the NPI ${npi}.`, {
      status: 404,
    })
  const address = memberAt(itemsOf(memberAt(item, 'addresses'))[0], 'address')
  return ok({
    id,
    npi,
    name: nameOf(item) ?? npi,
    license: textOf(memberAt(item, 'license_type')),
    taxonomy: textOf(memberAt(item, 'taxonomy_code')),
    place:
      [textOf(memberAt(address, 'city')), textOf(memberAt(address, 'state'))]
        .filter(Boolean)
        .join(', ') || undefined,
    is_rendering: memberAt(item, 'is_rendering') !== false,
    ended_on: textOf(memberAt(item, 'employment_termination_date')),
  })
}

/** The contracts of every status whose roster has a provider. */
export async function contractsOf(
  id: string,
  connection: Connection,
): Promise<Read<ContractOfProvider>> {
  const ask = askPages(connection, operations.listContractsV3, {
    query: { rendering_provider_ids: [id] },
  })
  // Without a status the list has pending contracts only (decision 0018).
  const read = await Promise.all(
    knownValues(contractStatus)!.values.map((contract_status) =>
      readWhole(ask, { contract_status, limit: contractsAtOnce }, { pages: contractPages }),
    ),
  )
  const found = new Map<string, ContractOfProvider>()
  let unreadable: Failure | null = null
  for (const item of read.flatMap(({ items }) => items)) {
    const facts = toContractFacts(item)
    if (facts) found.set(facts.contract_id, contractOf(facts))
    else unreadable ??= unread('A contract came without its ID, payer or contracting provider.')
  }
  return {
    items: [...found.values()],
    failure: read.find(({ failure }) => failure)?.failure ?? unreadable,
  }
}

/** A contract's parties, status and dates. */
export function contractOf({
  contract_id,
  type,
  status,
  effective_date,
  expiration_date,
  payer,
  provider,
}: NonNullable<ReturnType<typeof toContractFacts>>): ContractOfProvider {
  return {
    contract_id,
    type,
    status,
    effective_date,
    expiration_date,
    payer: { uuid: payer.uuid, name: payer.name },
    provider: { id: provider.id, name: provider.name },
  }
}

/** The credentialing spans of a rendering provider. */
export async function spansOf(id: string, connection: Connection): Promise<Read<SpanOfProvider>> {
  // The partner's filter may be wider than it was asked to be.
  const isOwn = (span: JsonObject) => toProviderSpanRow(span).covered_id === id
  const query = { provider_id: id, as_rendering_provider: true }
  const read = await walkSpans(connection, 'provider', query, isOwn)
  if (!read.ok) return { items: [], failure: read.error }
  const items = read.value.map((item) => spanOf(item))
  const readable = items.filter((item) => item !== undefined)
  return {
    items: readable,
    failure:
      readable.length < items.length
        ? unread('A span came without its ID, payer or contracting provider.')
        : null,
  }
}

/** A provider span with its parties; undefined if it lacks one of them. */
export function spanOf(item: unknown): SpanOfProvider | undefined {
  const row = toProviderSpanRow(item)
  const { id, payer, payer_id, payer_uuid, provider, provider_id, provider_npi } = row
  if (row.unreadable || payer_uuid === undefined || provider_id === undefined) return undefined
  const { start_date, end_date, submitted_date, payer_loaded_date, is_enabled, states } = row
  return {
    payer: { uuid: payer_uuid, name: payer ?? payer_id ?? payer_uuid },
    provider: { id: provider_id, name: provider ?? provider_npi ?? provider_id },
    span: { id, start_date, end_date, submitted_date, payer_loaded_date, is_enabled, states },
  }
}

/** The failure of a list that is not whole. */
export function unread(message: string): Failure {
  return { name: 'ListIncomplete', status: 0, message, issues: [] }
}
