import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { ContractOfProvider, SpanOfProvider } from '#lib/rules/coverage/provider-pairs.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  contractsOf,
  lookUpProvider,
  spansOf,
  unread,
  type ProviderHead,
  type Read,
} from './provider-lists.ts'
import { readRisk, type ProviderRisk } from './read-risk.ts'

/** Contracts authorize the provider there. Without a name it was not looked up. */
type FacilityOfProvider = {
  id: string
  name: string | undefined
  contracts: { contract_id: string; payer: string }[]
}

/** `risk` is null if there is no coverage board. */
export type ProviderReply = {
  today: LocalDate
  provider: ProviderHead
  contracts: Read<ContractOfProvider>
  spans: Read<SpanOfProvider>
  facilities: Read<FacilityOfProvider>
  risk: ProviderRisk | null
}

// Each institutional contract is read by itself for its facilities.
const mostInstitutional = 40
const institutionalAtOnce = 4
const facilitiesAtOnce = 100

/**
 * One rendering provider by NPI: the contracts whose roster names them, their credentialing spans,
 * the facilities at which an institutional contract authorizes them, and their captures at risk as
 * the coverage board last counted them. Each part fails by itself. Fails as a whole if the provider
 * cannot be looked up, with EntityNotFoundError if the partner has no such NPI.
 */
export async function readProvider(
  { npi }: { npi: string },
  context: ActionContext,
): Promise<Result<ProviderReply>> {
  const { connection } = context
  const found = await lookUpProvider(npi, context)
  if (!found.ok) return found
  const provider = found.value
  const [contracts, spans, risk] = await Promise.all([
    contractsOf(provider.id, connection),
    spansOf(provider.id, connection),
    readRisk({ npi }, context),
  ])
  const facilities = await facilitiesOf(provider.id, contracts.items, connection)
  await recordAct(
    context,
    'read',
    operations.listContractsV3.id,
    contracts.items.map(({ contract_id }) => contract_id),
  )
  await recordAct(
    context,
    'read',
    operations.listProviderCredentialingSpans.id,
    spans.items.map(({ span }) => span.id),
  )
  return ok({ today: dayNow(), provider, contracts, spans, facilities, risk })
}

// Only an institutional contract names facilities, and with a facility those who may work there. A
// facility that names nobody is open to the whole roster.
async function facilitiesOf(
  id: string,
  contracts: readonly ContractOfProvider[],
  connection: Connection,
): Promise<Read<FacilityOfProvider>> {
  const institutional = contracts.filter(
    ({ type, status }) => type === 'institutional' && status === 'effective',
  )
  const read = institutional.slice(0, mostInstitutional)
  let failure: Failure | null =
    read.length < institutional.length
      ? unread(`Facilities of the first ${mostInstitutional} institutional contracts only.`)
      : null
  const found = new Map<string, FacilityOfProvider>()
  for (let from = 0; from < read.length; from += institutionalAtOnce) {
    const some = read.slice(from, from + institutionalAtOnce)
    const replies = await Promise.all(
      some.map(({ contract_id }) =>
        call(connection, operations.getContractV3, { params: { contract_id } }),
      ),
    )
    for (const [place, reply] of replies.entries()) {
      if (!reply.ok) failure = reply.error
      else addFacilities(found, id, some[place]!, JSON.parse(reply.value.text))
    }
  }
  const named = await nameFacilities([...found.keys()], connection)
  const items = [...found.values()].map((each) => ({ ...each, name: named.get(each.id) }))
  return {
    items: items.toSorted((a, b) => (a.name ?? a.id).localeCompare(b.name ?? b.id, 'en')),
    failure,
  }
}

function addFacilities(
  found: Map<string, FacilityOfProvider>,
  provider: string,
  { contract_id, payer }: ContractOfProvider,
  contract: unknown,
): void {
  for (const facility of itemsOf(memberAt(contract, 'contract_service_facilities'))) {
    const id = textOf(memberAt(facility, 'service_facility_id'))
    const named = itemsOf(memberAt(facility, 'provider_ids'))
    if (id === undefined || (named.length > 0 && !named.includes(provider))) continue
    const known = found.get(id) ?? { id, name: undefined, contracts: [] }
    known.contracts.push({ contract_id, payer: payer.name })
    found.set(id, known)
  }
}

// The look-up is optional: without it a facility is shown by its id.
async function nameFacilities(
  ids: readonly string[],
  connection: Connection,
): Promise<Map<string, string | undefined>> {
  const names = new Map<string, string | undefined>()
  const ask = askPages(connection, operations.listServiceFacilities, {})
  for (let from = 0; from < ids.length; from += facilitiesAtOnce) {
    const organization_service_facility_ids = ids.slice(from, from + facilitiesAtOnce)
    const page = await ask({ organization_service_facility_ids, limit: facilitiesAtOnce })
    if (!page.ok) return names
    for (const item of page.value.items)
      names.set(
        textOf(memberAt(item, 'organization_service_facility_id')) ?? '',
        textOf(memberAt(item, 'name')),
      )
  }
  return names
}
