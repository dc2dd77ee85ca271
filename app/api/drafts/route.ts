import { dropDraft, saveDraft } from '#lib/actions/drafts.ts'
import type { Result } from '#lib/core/result.ts'

const maxBytes = 21 * 1024 * 1024
const statuses: { [failure: string]: number } = { Unauthenticated: 401, ForeignOrigin: 403, Forbidden: 403, InvalidInput: 400, Unexpected: 500 }

/**
 * POST /api/drafts {save: …} or {drop: …}: the actions `saveDraft` and `dropDraft`, which check who asks by themselves.
 * A route handler, because the browser runs actions one after the other and ends them when a page is left, while this
 * request outlives its page (`keepalive`). Answers the action's Result; 200 also for what the form itself has to settle.
 */
export async function POST(request: Request): Promise<Response> {
  const { headers } = request
  if (!headers.get('content-type')?.startsWith('application/json')) return answer(415, null)
  if (Number(headers.get('content-length') ?? Number.NaN) <= maxBytes === false) return answer(413, null)
  const given = (await request.json().catch(() => null)) as { save?: unknown; drop?: unknown } | null
  const result: Result<unknown> = given?.drop === undefined ? await saveDraft(given?.save) : await dropDraft(given.drop)
  return answer(result.ok ? 200 : (statuses[result.error.name] ?? 200), result)
}

function answer(status: number, body: Result<unknown> | null): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}
