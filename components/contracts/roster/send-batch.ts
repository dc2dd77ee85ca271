import { sendUntilKnown } from '#components/form/writing/send-until-known.ts'
import type { RosterV2Reply } from '#lib/actions/contracts/roster-v2.ts'
import { changeContractV2Providers } from '#lib/actions/records.ts'
import type { ContractVersion } from '#lib/actions/contracts/read-contract.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'
import { randomId } from '#lib/core/random-id.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { sendRosterBatch } from '#lib/queries/contracts.ts'
import type { ChangeKind } from './send-change.ts'

/** The contract whose roster is changed, and the version that it was read by. */
export type RosterOf = { id: string; version: ContractVersion }

type Sent = { id: string; operation_id: string; add: string[]; remove: string[] }
type Saved = Exclude<RosterV2Reply, { kind: 'checking' }>

/** Sends one batch of a roster change, as an operation of its own. Nothing is thrown. */
export async function sendBatch(
  { id, version }: RosterOf,
  kind: ChangeKind,
  ids: string[],
): Promise<Result<RosterChanged>> {
  if (version === 3) return sendRosterBatch(id, kind, ids)
  const request: Sent = { id, operation_id: randomId(), add: [], remove: [], [kind]: ids }
  const end = await sendUntilKnown<Sent, Saved>(changeContractV2Providers, request, {
    wasLost: false,
    onChecking: () => undefined,
  })
  return end.kind === 'answered' ? ok(end.reply) : { ok: false, error: end.failure }
}
