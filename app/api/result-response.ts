import type { Result } from '#lib/core/result.ts'

const statuses: { [failure: string]: number } = {
  Unauthenticated: 401,
  ForeignOrigin: 403,
  Forbidden: 403,
  InvalidInput: 400,
  DatabaseAway: 503,
  Unexpected: 500,
}

/**
 * An action's Result as a reply that nobody keeps. 200 also for a failure that the page itself has
 * to settle.
 */
export function resultResponse(result: Result<unknown>): Response {
  return Response.json(result, {
    status: result.ok ? 200 : (statuses[result.error.name] ?? 200),
    headers: { 'Cache-Control': 'no-store' },
  })
}
