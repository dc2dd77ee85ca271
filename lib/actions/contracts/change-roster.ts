import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { callParsed } from '#lib/partner/call.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { writeOnce } from '#lib/actions/writing/write-once.ts'
import type { RosterChanged } from '#lib/actions/writing/write-replies.ts'

export type RosterChange = { id: string; operation_id: string; rendering_provider_ids: string[] }

// A batch is ten thousand ids: the partner may take longer over them than over one record.
const limits = { firstByteMs: 40_000, totalMs: 45_000 }

/**
 * Sends one batch of a roster change, once. Nothing is sent again here, whatever becomes of the answer: adding and
 * removing are told from the roster itself, so whoever asked reads that again and sends what is still left of it.
 */
export function changeRoster(kind: 'addContractProviders' | 'removeContractProviders') {
  return (change: RosterChange, context: ActionContext): Promise<Result<RosterChanged>> => {
    const { id, operation_id, rendering_provider_ids } = change
    const write = {
      operation_id,
      operation: kind,
      record: `contract/${id}/roster`,
      request: { kind, id, rendering_provider_ids },
    }
    return writeOnce(write, context, async (journal) => {
      if (journal.earlier) return unknown()
      await journal.begin(null)
      await audit('intent', 'sent', [id, ...rendering_provider_ids])
      const reply = await callParsed(
        context.connection,
        operations[kind],
        { params: { contract_id: id }, body: { rendering_provider_ids } },
        { limits },
      )
      await audit('outcome', reply.ok ? 'ok' : reply.error.name, [id])
      if (reply.ok) {
        const {
          provider_count,
          added_count = null,
          ignored_count = null,
        } = reply.value as { provider_count: number; added_count?: number; ignored_count?: number }
        return ok({ provider_count, added_count, ignored_count })
      }
      // An answer that cannot be read may still have been a success.
      const isUnsure = reply.error.name === 'OutcomeUnknown' || reply.error.name === 'UnreadableReply'
      if (isUnsure) await journal.unknown()
      return isUnsure ? unknown(reply.error.status) : reply
    })

    function audit(stage: 'intent' | 'outcome', outcome: string, recordIds: string[]): Promise<void> {
      return recordAudit({
        accountId: context.account.id,
        connectionId: context.connection.id,
        operation: kind,
        stage,
        outcome,
        recordIds,
      })
    }
  }
}

function unknown(status = 0) {
  return fail('OutcomeUnknown', 'It is not known whether the partner made this change. The roster tells.', { status })
}
