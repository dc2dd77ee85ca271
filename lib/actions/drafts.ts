'use server'

import { z } from 'zod'
import { draftTasks, type DraftKind, type FoundDraft } from '../rules/draft-kinds.ts'
import type { Result } from '../core/result.ts'
import { dropKeptDraft, findDraft, keepDraft } from './keep-draft.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'

const kind = z.enum(Object.keys(draftTasks) as [DraftKind, ...DraftKind[]])
const place = { kind, record: z.string().min(1).max(200) }
const version = { editor: z.string().regex(/^[0-9a-f]{32}$/), sequence: z.int().min(1).max(2_000_000_000) }
const replaces = z.strictObject(version).optional()

// Edits are a part of a record; the record itself, which is sent once, may be as large as the partner's own replies.
const draft = z.strictObject({ ...place, ...version, base: z.string().max(20_000_000).optional(), value: z.string().min(1).max(2_000_000), replaces })

/**
 * `{kind, record, editor, sequence, base?, value, replaces?}` -> Result<{saved_at}>: keeps unsaved edits, sealed.
 * Failure `BaseMissing`: send the same again with `base`.
 */
export async function saveDraft(input: unknown): Promise<Result<{ saved_at: string }>> {
  return runAction({ task: taskOf, input: draft, verb: keepDraft }, input)
}

/** `{kind, record, editor, sequence, replaces?}` -> Result<null>: forgets them, after a save or when they are discarded. */
export async function dropDraft(input: unknown): Promise<Result<null>> {
  return runAction({ task: taskOf, input: z.strictObject({ ...place, ...version, replaces }), verb: dropKeptDraft }, input)
}

/** `{kind, record}` -> Result<FoundDraft | null>: the newest draft of the signed-in person for that form. */
export async function readDraft(input: unknown): Promise<Pending> {
  const found: Promise<Result<FoundDraft | null>> = runAction({ task: taskOf, input: z.strictObject(place), verb: findDraft }, input)
  return asReply(found)
}

// Whoever may do what the form is for may keep a draft of it; an unknown kind is refused by the schema afterwards.
function taskOf(input: unknown): string {
  const named = (input as { kind?: unknown } | null | undefined)?.kind
  return typeof named === 'string' && Object.hasOwn(draftTasks, named) ? draftTasks[named as DraftKind] : draftTasks['charge-capture']
}
