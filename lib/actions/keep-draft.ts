import 'server-only'
import { recordAudit } from '../console/audit.ts'
import { now } from '../console/clock.ts'
import { dropDraft, loadDraft, storeDraft, type DraftToStore } from '../console/drafts.ts'
import { fail, ok, type Result } from '../core/result.ts'
import type { DraftPlace, DraftVersion, FoundDraft } from '../rules/draft-kinds.ts'
import type { ActionContext } from './run-action.ts'

/** Keeps a draft. The audit has each editor's first one: an entry for every second of typing would bury the others. */
export async function keepDraft(draft: DraftToStore, context: ActionContext): Promise<Result<{ saved_at: string }>> {
  const outcome = await storeDraft(ownerIn(context), draft)
  if (outcome === 'base missing') return fail('BaseMissing', 'Send the draft again with what it was made on.')
  if (outcome === 'too many') return fail('TooManyDrafts', 'You keep 1,000 drafts already. Save or discard some of them.')
  if (outcome === 'first') await audit(context, 'saveDraft', 'outcome', draft)
  return ok({ saved_at: new Date(now()).toISOString() })
}

/** Forgets a draft. */
export async function dropKeptDraft(draft: DraftPlace & DraftVersion & { replaces?: DraftVersion }, context: ActionContext): Promise<Result<null>> {
  await dropDraft(ownerIn(context), draft)
  await audit(context, 'dropDraft', 'outcome', draft)
  return ok(null)
}

/** The newest draft of the person for a form, or null. */
export async function findDraft(at: DraftPlace, context: ActionContext): Promise<Result<FoundDraft | null>> {
  const found = await loadDraft(ownerIn(context), at)
  if (found) await audit(context, 'readDraft', 'read', at)
  return ok(found ?? null)
}

function ownerIn({ account, connection }: ActionContext) {
  return { accountId: account.id, connection }
}

async function audit({ account, connection }: ActionContext, operation: string, stage: 'read' | 'outcome', { record }: DraftPlace): Promise<void> {
  await recordAudit({ accountId: account.id, connectionId: connection.id, operation, stage, outcome: 'ok', recordIds: [record] })
}
