import { dropDraft, saveDraft } from '#lib/actions/keep-draft.ts'
import { currentAccount } from '#lib/console/session.ts'
import { fail } from '#lib/core/result.ts'
import { readJsonBody, resultResponse } from '../result-response.ts'

const maxBytes = 21 * 1024 * 1024

/**
 * POST /api/drafts {account, save: …} or {account, drop: …}: `saveDraft` and `dropDraft`, which check who asks by
 * themselves. `account` is who the page was made for; with somebody else signed in since, its session is over.
 * A route handler, because the browser runs actions one after the other and ends them when a page is left, while this
 * request outlives its page (`keepalive`). Answers the action's Result.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readJsonBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { account, save, drop } = (given.body ?? {}) as { account?: unknown; save?: unknown; drop?: unknown }
  const current = await currentAccount(false)
  if (current && current.id !== account) return resultResponse(fail('Unauthenticated', 'Your session has ended. Sign in again.'))
  return resultResponse(drop === undefined ? await saveDraft(save) : await dropDraft(drop))
}
