import { dropDraft, saveDraft } from '#lib/actions/keep-draft.ts'
import { currentAccount } from '#lib/console/people/session.ts'
import { fail } from '#lib/core/result.ts'
import { readJsonBody, readPackedJsonBody, resultResponse } from '#app/api/result-response.ts'

const maxBytes = 21 * 1024 * 1024
// Only what must outlive its page comes packed, and no browser lets more than that outlive one.
const maxPackedBytes = 64 * 1024

/**
 * POST /api/drafts {account, save: …} or {account, drop: …}: `saveDraft` and `dropDraft`, which check who asks by
 * themselves. `account` is who the page was made for; with somebody else signed in since, its session is over.
 * A route handler, because the browser runs actions one after the other and ends them when a page is left, while this
 * request outlives its page (`keepalive`); large ones come as gzip then. Answers the action's Result.
 */
export async function POST(request: Request): Promise<Response> {
  const isPacked = request.headers.has('content-encoding')
  const plain = isPacked ? undefined : await readJsonBody(request, maxBytes)
  if (plain && 'refused' in plain) return plain.refused
  const current = await currentAccount(false)
  if (isPacked && !current) return sessionOver()
  const given = plain ?? (await readPackedJsonBody(request, maxBytes, maxPackedBytes))
  if ('refused' in given) return given.refused
  const { account, save, drop } = (given.body ?? {}) as { account?: unknown; save?: unknown; drop?: unknown }
  if (current && current.id !== account) return sessionOver()
  return resultResponse(drop === undefined ? await saveDraft(save) : await dropDraft(drop))
}

function sessionOver(): Response {
  return resultResponse(fail('Unauthenticated', 'Your session has ended. Sign in again.'))
}
