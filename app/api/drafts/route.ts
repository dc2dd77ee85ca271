import { readDraft, saveDraft } from '#lib/actions/keep-draft.ts'
import { readAccountBody, sessionOver } from '#app/api/account-body.ts'
import { resultResponse } from '#app/api/result-response.ts'
import type { Result } from '#lib/core/result.ts'

/**
 * PUT /api/drafts {account, kind, record, revision, value}: `saveDraft`, which checks who asks by
 * itself. `account` is the account that the page was made for; when somebody else has signed in
 * since, that account's session is over. A route handler, because a draft must not wait behind a
 * slow save and must outlive its page (`keepalive`).
 */
export function PUT(request: Request): Promise<Response> {
  return answer(request, 21 * 1024 * 1024, saveDraft)
}

/**
 * POST /api/drafts {account, kind, record}: `readDraft`. No GET: a POST carries an Origin, which
 * tells our own pages.
 */
export function POST(request: Request): Promise<Response> {
  return answer(request, 4_096, readDraft)
}

async function answer(
  request: Request,
  maxBytes: number,
  run: (input: unknown) => Promise<Result<unknown>>,
): Promise<Response> {
  const given = await readAccountBody(request, maxBytes)
  if ('refused' in given) return given.refused
  const { account, ...input } = (given.body ?? {}) as { account?: unknown }
  return resultResponse(given.account.id === account ? await run(input) : sessionOver())
}
