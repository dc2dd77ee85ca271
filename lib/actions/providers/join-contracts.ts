import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { contractStatus } from '#lib/contract/contracts/terms.ts'
import { regions } from '#lib/contract/contracts/regions.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { memberAt } from '#lib/core/read-json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import type { JoinContract } from '#lib/rules/coverage/join-plan.ts'
import type { SpanOfProvider } from '#lib/rules/coverage/provider-pairs.ts'
import { toContractFacts } from '#lib/actions/coverage-board/read-facts.ts'
import { askPages, readWhole } from '#lib/actions/lists/partner-pages.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import {
  contractOf,
  contractsOf,
  lookUpProvider,
  spansOf,
  type ProviderHead,
  type Read,
} from './provider-lists.ts'

const contractsAtOnce = 1_000
// 3,000 contracts of each status: more are found by the payer's name.
const choicePages = 3

/**
 * The contracts that a provider may join: pending and effective ones, of a payer by any part of the
 * name if `payer` is given. Incomplete with words if the partner has more than can be listed.
 */
export async function readChoice(
  { payer }: { payer?: string | undefined },
  context: ActionContext,
): Promise<Result<{ contracts: JoinContract[]; is_whole: boolean }>> {
  const read = await allContracts(context.connection, payer)
  await recordAct(context, 'read', operations.listContractsV3.id, [], {
    outcome: read.failure && read.items.length === 0 ? read.failure.name : 'ok',
  })
  if (read.failure && read.failure.name !== 'ListIncomplete')
    return { ok: false, error: read.failure }
  return ok({ contracts: read.items, is_whole: read.failure === null })
}

async function allContracts(
  connection: Connection,
  payer: string | undefined,
): Promise<Read<JoinContract>> {
  const ask = askPages(connection, operations.listContractsV3, {
    query: payer === undefined ? {} : { payer_names: [payer] },
  })
  const read = await Promise.all(
    knownValues(contractStatus)!
      .values.filter((status) => status !== 'cancelled')
      .map((contract_status) =>
        readWhole(
          ask,
          { contract_status, limit: contractsAtOnce, sort: 'payer_name', sort_direction: 'asc' },
          { pages: choicePages },
        ),
      ),
  )
  const items = read.flatMap((each) => each.items.flatMap((item) => joinContractOf(item) ?? []))
  return { items, failure: read.find(({ failure }) => failure)?.failure ?? null }
}

function joinContractOf(item: unknown): JoinContract | undefined {
  const facts = toContractFacts(item)
  return (
    facts && {
      ...contractOf(facts),
      regions: regions.safeParse(memberAt(item, 'regions')).data,
      count: facts.count,
    }
  )
}

/** `on` are the contracts whose roster has the provider; `read_at` is ISO text. */
export type JoinFacts = {
  today: LocalDate
  read_at: string
  provider: ProviderHead
  on: string[]
  spans: SpanOfProvider[]
}

/**
 * What the dry run of a provider's joining needs, read now: the provider, every contract whose
 * roster has them, and their spans. Fails if one of these is not whole, because what is there
 * already would then be written a second time.
 */
export async function readJoin(
  { npi }: { npi: string },
  context: ActionContext,
): Promise<Result<JoinFacts>> {
  const { connection } = context
  const found = await lookUpProvider(npi, context)
  if (!found.ok) return found
  const [contracts, spans] = await Promise.all([
    contractsOf(found.value.id, connection),
    spansOf(found.value.id, connection),
  ])
  const failure: Failure | null = contracts.failure ?? spans.failure
  await recordAct(
    context,
    'read',
    operations.listProviderCredentialingSpans.id,
    spans.items.map(({ span }) => span.id),
    { outcome: failure?.name ?? 'ok' },
  )
  if (failure) return { ok: false, error: failure }
  return ok({
    today: dayNow(),
    read_at: new Date().toISOString(),
    provider: found.value,
    on: contracts.items.map(({ contract_id }) => contract_id),
    spans: spans.items,
  })
}
