import { fail, ok, type Result } from '#lib/core/result.ts'

/**
 * The token of the page after one, by what the partner says and the tokens that were followed so
 * far: null at the end of the list (Pagination 3). A token that comes a second time would never
 * end: `WalkGoesRound`.
 */
export function nextToken(
  next: string | null,
  seen: { has(token: string): boolean },
): Result<string | null> {
  if (next !== null && seen.has(next))
    return fail(
      'WalkGoesRound',
      'The partner sent the same page twice, so the list is incomplete. Refresh to try again.',
    )
  return ok(next)
}
