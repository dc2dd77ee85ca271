import 'server-only'
import { createProviderCredentialingSpanBody } from '#lib/contract/credentialing.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { doubled } from '#lib/rules/coverage/join-plan.ts'
import { differingTerms, termsOf, termsOfRequest } from '#lib/rules/span-edit/span-terms.ts'
import { changeRoster } from '#lib/actions/contracts/change-roster.ts'
import {
  endOfWrite,
  type ItemEnd,
  type JobKind,
  type JobTools,
  type WorkItem,
} from '#lib/actions/jobs/job-kind.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { createSpan } from '#lib/actions/spans/create-span.ts'
import { walkSpans } from '#lib/actions/spans/read-span.ts'
import { isOfSameThree, sameThreeQuery } from '#lib/actions/spans/span-kinds.ts'
import { contractsOf, spanOf } from './provider-lists.ts'

type JoinInput = { provider_id: string; payers: number }
/** An item of the job: a contract whose roster gets the provider, or the body of a new span. */
export type RosterItem = { kind: 'roster'; contract_id: string }
export type SpanItem = { kind: 'span'; body: JsonObject }

// The partner states no limit; each record takes a few reads besides its write.
const itemsASecond = 5

/**
 * Writes a provider to rosters and records their spans: each once, after a look whether it is there
 * already, and read back afterwards. A refusal ends its own record only.
 */
export const joinPayersJob = {
  kind: 'join-payers',
  task: 'createProviderCredentialingSpan',
  mostOpen: 5,
  title: ({ payers }) => `Join ${countOf(payers, { one: 'payer', many: 'payers' })}`,
  async run(tools) {
    // One after the other: the partner counts a roster while it writes.
    await tools.eachItem((item) => joinOne(item, tools), { rate: itemsASecond, together: 1 })
    return ok(undefined)
  },
} as const satisfies JobKind<JoinInput>

function joinOne(item: WorkItem, tools: JobTools<JoinInput>): Promise<ItemEnd> {
  // startJoin stored this type.
  const asked = item.input as RosterItem | SpanItem
  const context: ActionContext = { account: tools.account, connection: tools.connection }
  return asked.kind === 'roster'
    ? joinRoster(item, asked.contract_id, tools.input.provider_id, context)
    : recordSpan(item, asked.body, context)
}

async function joinRoster(
  { operationId }: WorkItem,
  contract_id: string,
  provider_id: string,
  context: ActionContext,
): Promise<ItemEnd> {
  const before = await isOn(contract_id, provider_id, context.connection)
  if (!before.ok) return endOfWrite(before)
  if (before.value) return { state: 'verified', words: 'On the roster already.' }
  const added = await changeRoster('addContractProviders')(
    { id: contract_id, operation_id: operationId, rendering_provider_ids: [provider_id] },
    context,
  )
  // After a lost answer the roster says whether it was made.
  if (!added.ok && added.error.name !== 'OutcomeUnknown') return endOfWrite(added)
  const after = await isOn(contract_id, provider_id, context.connection)
  if (after.ok && after.value) return { state: 'verified', words: null }
  return {
    state: 'unknown',
    words: added.ok
      ? 'The partner took it, but the roster doesn’t show it. Check the roster.'
      : added.error.message,
  }
}

async function isOn(
  contract_id: string,
  provider_id: string,
  connection: Connection,
): Promise<Result<boolean>> {
  const { items, failure } = await contractsOf(provider_id, connection)
  if (items.some((contract) => contract.contract_id === contract_id)) return ok(true)
  return failure ? { ok: false, error: failure } : ok(false)
}

async function recordSpan(
  { operationId, attempt }: WorkItem,
  body: JsonObject,
  context: ActionContext,
): Promise<ItemEnd> {
  const before = await spansLike(body, context.connection)
  if (!before.ok) {
    const end = endOfWrite(before)
    // An attempt before may have made it, so it is still open under its operation id.
    return attempt > 1 ? { ...end, state: 'unknown' } : end
  }
  if (before.value.isThere) return { state: 'verified', words: 'The span was there already.' }
  if (before.value.isDoubled)
    return {
      state: 'conflict',
      words: 'Somebody else recorded a span for these days meanwhile. Nothing was sent.',
    }
  const made = await createSpan('provider')(
    { operation_id: operationId, body: JSON.stringify(body) },
    context,
  )
  if (!made.ok) return endOfWrite(made)
  if (made.value.kind === 'checking') return endOfWrite(made)
  if (made.value.kind === 'taken')
    return {
      state: 'unknown',
      words:
        'No answer from the partner, and no such span is there yet. Check it before you retry.',
    }
  const after = await spansLike(body, context.connection)
  if (after.ok && after.value.isThere) return { state: 'verified', words: null }
  return {
    state: 'unknown',
    words: 'The partner took the span, but its list doesn’t show it as it was sent. Check it.',
  }
}

// Whether the very same span is there, and whether another one shares its days.
async function spansLike(
  body: JsonObject,
  connection: Connection,
): Promise<Result<{ isThere: boolean; isDoubled: boolean }>> {
  const found = await walkSpans(connection, 'provider', sameThreeQuery('provider', body), (span) =>
    isOfSameThree('provider', body, span),
  )
  if (!found.ok) return found
  const wanted = termsOfRequest('provider', body)
  const isAlike = (span: JsonObject) =>
    differingTerms('provider', wanted, termsOf('provider', span)).length === 0
  const spans = found.value.flatMap((span) => spanOf(span)?.span ?? [])
  const parsed = createProviderCredentialingSpanBody.parse(body)
  return ok({
    isThere: found.value.some(isAlike),
    isDoubled:
      doubled(
        {
          regions: parsed.regions,
          ...(parsed.start_date && { start_date: parsed.start_date }),
          ...(parsed.end_date && { end_date: parsed.end_date }),
          ...(parsed.submitted_date && { submitted_date: parsed.submitted_date }),
        },
        spans,
        dayNow(),
      ) !== undefined,
  })
}
