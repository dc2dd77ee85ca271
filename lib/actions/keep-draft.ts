import 'server-only'
import { z } from 'zod'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import {
  dropDraft as dropStored,
  loadDraft,
  storeDraft,
  type DraftToStore,
  type KeptDraft,
} from '#lib/console/records/drafts.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  draftNames,
  draftTasks,
  type DraftKind,
  type DraftPlace,
  type DraftVersion,
  type FoundDraft,
} from '#lib/rules/edit/draft-kinds.ts'
import { runAction, type ActionContext } from './run-action.ts'

// Not server actions: only the route handler calls them, which a page that is going away can still reach.

const kind = z.enum(Object.keys(draftTasks) as [DraftKind, ...DraftKind[]])
const place = { kind, record: z.string().min(1).max(200) }
const version = { editor: z.string().regex(/^[0-9a-f]{32}$/), sequence: z.int().min(1).max(2_000_000_000) }
/** What `readDraft` takes. */
export const draftPlace = z.strictObject(place)

const replaces = z.strictObject(version).optional()

// Edits are a part of a record; the record itself, which is sent once, may be as large as the partner's own replies.
const draft = z.strictObject({
  ...place,
  ...version,
  base: z.string().max(20_000_000).optional(),
  value: z.string().min(1).max(2_000_000),
  replaces,
})

/**
 * `{kind, record, editor, sequence, base?, value, replaces?}` -> Result<{saved_at}>: keeps unsaved edits, sealed.
 * Failure `BaseMissing`: send the same again with `base`.
 */
export async function saveDraft(input: unknown): Promise<Result<{ saved_at: string }>> {
  return runAction({ task: draftTask, input: draft, verb: keepDraft }, input)
}

/** `{kind, record, editor, sequence, replaces?}` -> Result<null>: forgets them, after a save or when they are discarded. */
export async function dropDraft(input: unknown): Promise<Result<null>> {
  return runAction(
    { task: draftTask, input: z.strictObject({ ...place, ...version, replaces }), verb: dropKeptDraft },
    input,
  )
}

/** Whoever may do what the form is for may keep a draft of it; an unknown kind is refused by the schema afterwards. */
export function draftTask(input: unknown): string {
  const named = (input as { kind?: unknown } | null | undefined)?.kind
  return typeof named === 'string' && Object.hasOwn(draftTasks, named)
    ? draftTasks[named as DraftKind]
    : draftTasks['charge-capture']
}

/** Keeps a draft. The audit has each editor's first one: an entry for every second of typing would bury the others. */
async function keepDraft(draft: DraftToStore, context: ActionContext): Promise<Result<{ saved_at: string }>> {
  const outcome = await storeDraft(ownerIn(context), draft)
  if (outcome.kind === 'base missing') return fail('BaseMissing', 'Send the draft again with what it was made on.')
  if (outcome.kind === 'too many')
    return fail('TooManyDrafts', `You have 200 drafts, the maximum. ${wayOut('oldest', outcome.other)}`)
  if (outcome.kind === 'too large')
    return fail('TooManyDrafts', `Your drafts fill your 20 MB of storage. ${wayOut('largest', outcome.other)}`)
  if (outcome.kind === 'first') await audit(context, 'saveDraft', 'outcome', draft)
  return ok({ saved_at: new Date(now()).toISOString() })
}

function wayOut(which: 'oldest' | 'largest', other: KeptDraft | undefined): string {
  if (!other) return 'Save this form soon.'
  const day = other.savedAt.toISOString().slice(0, 10)
  const name = draftNames[other.kind]
  const form = name.isNew ? `the form for a new ${name.noun}` : `${name.noun} ${other.record}`
  return `Save this form now, or open ${form} (the ${which}, from ${day}) and save or discard its changes.`
}

/** Forgets a draft. */
async function dropKeptDraft(
  draft: DraftPlace & DraftVersion & { replaces?: DraftVersion },
  context: ActionContext,
): Promise<Result<null>> {
  await dropStored(ownerIn(context), draft)
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

async function audit(
  { account, connection }: ActionContext,
  operation: string,
  stage: 'read' | 'outcome',
  { record }: DraftPlace,
): Promise<void> {
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation,
    stage,
    outcome: 'ok',
    recordIds: [record],
  })
}
