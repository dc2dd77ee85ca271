import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { ok } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import { createRecord } from '#lib/actions/writing/create-record.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'

export type RosterChange = { id: string; operation_id: string; rendering_provider_ids: string[] }

// A batch has up to ten thousand ids, so the partner may take longer than for one record.
const limits = { firstByteMs: 40_000, totalMs: 45_000 }

/**
 * Sends one batch of a roster change, once. After a lost answer the browser reads the roster, which
 * shows what was added and removed, and sends the rest. So this verb neither looks for the change
 * nor sends it again.
 */
export function changeRoster(kind: 'addContractProviders' | 'removeContractProviders') {
  const operation = operations[kind]
  return createRecord({
    operation,
    unknown: { what: 'the partner made this change', advice: 'Check the roster.' },
    prepare: ({ id, rendering_provider_ids }: RosterChange) =>
      ok({
        record: `contract/${id}/roster`,
        request: { kind, id, rendering_provider_ids },
        ids: [id],
        sentIds: rendering_provider_ids,
        contract_id: id,
      }),
    send: ({ contract_id, sentIds }, { connection }) =>
      call(
        connection,
        operation,
        { params: { contract_id }, body: { rendering_provider_ids: sentIds } },
        { limits },
      ),
    read(_job, reply): RosterCounts | undefined {
      const parsed = operation.ok.safeParse(JSON.parse(reply))
      return parsed.success ? parsed.data : undefined
    },
    idsOf: ({ ids }) => ids,
    created: (
      _job,
      { provider_count, added_count = null, ignored_count = null },
    ): RosterChanged => ({
      provider_count,
      added_count,
      ignored_count,
    }),
  })
}

// The reply to a removal has no counts.
type RosterCounts = { provider_count: number; added_count?: number; ignored_count?: number }
