'use server'

import type { FoundDraft } from '#lib/rules/edit/draft-kinds.ts'
import type { Result } from '#lib/core/result.ts'
import { draftPlace, draftTask, findDraft } from './keep-draft.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'

/** `{kind, record}` -> Result<FoundDraft | null>: the newest draft of the signed-in person for that form. */
export async function readDraft(input: unknown): Promise<Pending> {
  const found: Promise<Result<FoundDraft | null>> = runAction(
    { task: draftTask, input: draftPlace, verb: findDraft },
    input,
  )
  return asReply(found)
}
