import 'server-only'
import { z } from 'zod'
import { now } from '#lib/console/clock.ts'
import {
  loadDraft,
  putDraft,
  type DraftMessage,
  type NamedDraft,
} from '#lib/console/records/drafts.ts'
import { dayAt } from '#lib/console/time-zone.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import {
  draftNames,
  draftTasks,
  type DraftKind,
  type DraftPlace,
  type StoredDraft,
} from '#lib/rules/edit/draft-kinds.ts'
import { recordAct } from './record-act.ts'
import { runAction, type ActionContext } from './run-action.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'

// Not server actions: Next runs a page's actions one after the other and ends them with the page.
// The route handler calls these instead.

const kind = z.enum(Object.keys(draftTasks) as [DraftKind, ...DraftKind[]])
// PostgreSQL stores no NUL.
const place = { kind, record: z.string().regex(/^[^\0]{1,200}$/) }

// Edits are a part of a record; the record that they were made on may be as large as the partner's
// own replies.
const value = z.strictObject({
  base: z.string().max(20_000_000),
  edits: z.string().min(1).max(2_000_000),
})
const message = z.strictObject({
  ...place,
  revision: z.int().min(1).max(2_000_000_000),
  value: value.nullable(),
})

/**
 * `{kind, record, revision, value}` -> Result<{saved_at} | {newer}>: stores unsaved edits, sealed,
 * or drops them (`value: null`). `newer` is the stored revision when it is as high as this one or
 * higher: send a higher one.
 */
export async function saveDraft(
  input: unknown,
): Promise<Result<{ saved_at: string } | { newer: number }>> {
  return runAction({ task: draftTask, input: message, run: storeDraft }, input)
}

/**
 * `{kind, record}` -> Result<StoredDraft | null>: the signed-in person's draft of that form; null
 * when there never was one.
 */
export async function readDraft(input: unknown): Promise<Result<StoredDraft | null>> {
  return runAction({ task: draftTask, input: z.strictObject(place), run: findDraft }, input)
}

/**
 * A person with the permission to send a form may keep a draft of it. The schema refuses an unknown
 * kind afterwards.
 */
function draftTask(input: unknown): string {
  const named = (input as { kind?: unknown } | null | undefined)?.kind
  return typeof named === 'string' && Object.hasOwn(draftTasks, named)
    ? draftTasks[named as DraftKind]
    : draftTasks['charge-capture']
}

// The audit has the first message of each draft and its end: an entry for every second of typing
// would bury the others.
async function storeDraft(
  draft: DraftMessage,
  context: ActionContext,
): Promise<Result<{ saved_at: string } | { newer: number }>> {
  const outcome = await putDraft(ownerIn(context), draft)
  if (outcome.kind === 'newer') return ok({ newer: outcome.revision })
  if (outcome.kind === 'too many')
    return fail(
      'TooManyDrafts',
      `You have 200 drafts, the maximum. ${wayOut('oldest', outcome.other)}`,
    )
  if (outcome.kind === 'too large')
    return fail(
      'TooManyDrafts',
      `Your drafts fill your 20 MB of storage. ${wayOut('largest', outcome.other)}`,
    )
  if (draft.value === null) await recordAct(context, 'outcome', 'dropDraft', [draft.record])
  else if (outcome.kind === 'first')
    await recordAct(context, 'outcome', 'saveDraft', [draft.record])
  return ok({ saved_at: new Date(now()).toISOString() })
}

function wayOut(which: 'oldest' | 'largest', other: NamedDraft | undefined): string {
  if (!other) return 'Save this form soon.'
  const day = formatLocalDate(dayAt(other.savedAt.getTime()), { weekday: false })
  const name = draftNames[other.kind]
  const form = name.isNew ? `the form for a new ${name.noun}` : `${name.noun} ${other.record}`
  return `Save this form now, or open ${form} (the ${which}, from ${day}) and save or discard its changes.`
}

async function findDraft(
  at: DraftPlace,
  context: ActionContext,
): Promise<Result<StoredDraft | null>> {
  const found = await loadDraft(ownerIn(context), at)
  if (found?.value) await recordAct(context, 'read', 'readDraft', [at.record])
  return ok(found ?? null)
}

function ownerIn({ account, connection }: ActionContext) {
  return { accountId: account.id, connection }
}
