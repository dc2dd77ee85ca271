import 'server-only'
import { now } from '#lib/console/clock.ts'
import { followUpsOf } from '#lib/console/records/follow-ups.ts'
import { ok } from '#lib/core/result.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readProvider } from './read-provider.ts'

/**
 * What a status report says to a provider: contracts, spans, and what is missing. It leaves out
 * money, whom we asked and whose a follow-up is, which are not for the provider. The trail has who
 * made it. Fails as `readProvider` does.
 */
export async function readReport({ npi }: { npi: string }, context: ActionContext) {
  const read = await readProvider({ npi }, context)
  if (!read.ok) return read
  const { provider, contracts, spans, today } = read.value
  const ids = spans.items.map(({ span }) => span.id)
  const open = (await followUpsOf(context.connection, { kind: 'provider', ids })).filter(
    ({ done }) => !done,
  )
  await recordAct(context, 'read', 'makeStatusReport', [provider.id])
  return ok({
    today,
    provider,
    contracts,
    spans,
    missing: open.map(({ id, payer, missing, next_on }) => ({ id, payer, missing, next_on })),
    made_by: context.account.name,
    made_at: new Date(now()).toISOString(),
  })
}
