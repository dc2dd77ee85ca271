import { dropDraft, saveDraft } from '#lib/actions/keep-draft.ts'
import { readAccountBody, sessionOver } from '#app/api/account-body.ts'
import { resultResponse } from '#app/api/result-response.ts'

// Only what must outlive its page comes packed, and no browser lets more than 64 KiB outlive one.
const limits = { maxBytes: 21 * 1024 * 1024, maxPackedBytes: 64 * 1024 }

/**
 * POST /api/drafts {account, save: …} or {account, drop: …}: `saveDraft` and `dropDraft`, which check who asks by
 * themselves. `account` is who the page was made for; with somebody else signed in since, its session is over.
 * A route handler, because the browser runs actions one after the other and ends them when a page is left, while this
 * request outlives its page (`keepalive`); large ones come as gzip then. Answers the action's Result.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readAccountBody(request, limits)
  if ('refused' in given) return given.refused
  const { account, save, drop } = (given.body ?? {}) as { account?: unknown; save?: unknown; drop?: unknown }
  if (given.account.id !== account) return resultResponse(sessionOver())
  return resultResponse(drop === undefined ? await saveDraft(save) : await dropDraft(drop))
}
