import type { Result } from '#lib/core/result.ts'

const statuses: { [failure: string]: number } = { Unauthenticated: 401, ForeignOrigin: 403, Forbidden: 403, InvalidInput: 400, Unexpected: 500 }

/** An action's Result as a reply that nobody keeps. 200 also for a failure that the page itself has to settle. */
export function resultResponse(result: Result<unknown>): Response {
  return Response.json(result, { status: result.ok ? 200 : (statuses[result.error.name] ?? 200), headers: { 'Cache-Control': 'no-store' } })
}

/** The JSON body of a request that says it is JSON and at most that long; else the reply that refuses it. */
export async function readJsonBody(request: Request, maxBytes: number): Promise<{ body: unknown } | { refused: Response }> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) return { refused: refusal(415) }
  if (Number(request.headers.get('content-length') ?? Number.NaN) <= maxBytes === false) return { refused: refusal(413) }
  return { body: await request.json().catch(() => undefined) }
}

function refusal(status: number): Response {
  return new Response(null, { status, headers: { 'Cache-Control': 'no-store' } })
}
