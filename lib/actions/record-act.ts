import 'server-only'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import type { Result } from '#lib/core/result.ts'
import type { ActionContext } from './run-action.ts'

/**
 * Writes a row of the audit trail: this person does an act to these records with this connection.
 * The outcome is `ok`, or `sent` for an intent, unless the caller gives another. Await it before
 * patient data is returned and before anything is sent.
 */
export async function recordAct(
  { account, connection }: ActionContext,
  stage: 'read' | 'intent' | 'outcome' | 'refused',
  operation: AuditEntry['operation'],
  recordIds: readonly string[],
  rest: Partial<Pick<AuditEntry, 'outcome' | 'recordKind' | 'change'>> = {},
): Promise<void> {
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation,
    stage,
    outcome: stage === 'intent' ? 'sent' : 'ok',
    recordIds: [...recordIds],
    ...rest,
  })
}

/** How the trail names what became of an act: `ok`, or the failure's name. */
export function outcomeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.name
}
