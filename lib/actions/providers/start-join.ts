import 'server-only'
import { createProviderCredentialingSpanBody } from '#lib/contract/credentialing.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { joinPayersJob, type RosterItem, type SpanItem } from './join-job.ts'

/** The most contracts that one job joins. */
export const mostJoined = 100

/** The input of `startJoin`: contracts whose roster gets the provider, and bodies of new spans. */
export type StartJoinInput = {
  provider_id: string
  contract_ids: string[]
  spans: JsonObject[]
}

/** The record that names an item of the job: of a contract's roster, or of a pair's span. */
export const joinRecords = {
  roster: (contract_id: string) => `roster ${contract_id}`,
  span: (payer_uuid: string, provider_id: string) => `span ${payer_uuid} ${provider_id}`,
}

/** Starts the job that writes what a person saw in a dry run. */
export async function startJoin(
  { provider_id, contract_ids, spans }: StartJoinInput,
  context: ActionContext,
): Promise<Result<{ id: string }>> {
  const bodies = spans.map((span): JsonObject => ({ ...span, rendering_provider_id: provider_id }))
  const wrong = bodies.find((body) => !createProviderCredentialingSpanBody.safeParse(body).success)
  if (wrong) return fail('InvalidInput', 'A span can’t be read. Nothing was written.')
  const items = [
    ...contract_ids.map((contract_id) => ({
      record: joinRecords.roster(contract_id),
      input: { kind: 'roster', contract_id } satisfies RosterItem,
    })),
    ...bodies.map((body) => ({
      record: joinRecords.span(String(body.payer_uuid), String(body.contracting_provider_id)),
      input: { kind: 'span', body } satisfies SpanItem,
    })),
  ]
  await recordAct(context, 'intent', 'joinPayers', [provider_id])
  const { job } = await enqueueJob(
    context,
    joinPayersJob,
    { provider_id, payers: Math.max(contract_ids.length, spans.length) },
    items,
  )
  await recordAct(context, 'outcome', 'joinPayers', [provider_id])
  return ok({ id: job.id })
}
