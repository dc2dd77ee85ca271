import { dropDraft, saveDraft } from '#lib/actions/drafts.ts'
import { readJsonBody, resultResponse } from '../result-response.ts'

const maxBytes = 21 * 1024 * 1024

/**
 * POST /api/drafts {save: …} or {drop: …}: the actions `saveDraft` and `dropDraft`, which check who asks by themselves.
 * A route handler, because the browser runs actions one after the other and ends them when a page is left, while this
 * request outlives its page (`keepalive`). Answers the action's Result.
 */
export async function POST(request: Request): Promise<Response> {
  const given = await readJsonBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { save, drop } = (given.body ?? {}) as { save?: unknown; drop?: unknown }
  return resultResponse(drop === undefined ? await saveDraft(save) : await dropDraft(drop))
}
