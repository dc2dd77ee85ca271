import { noteSessionEnd } from './account/session-store.ts'
import { noteNewVersion } from './new-version.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import type { Result } from '#lib/core/result.ts'

/** What an action answers; a console that does not answer is a failure too. A session that ended covers the page. */
export async function answerOf<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await resultOf(asked)
  if (!result.ok) {
    noteSessionEnd(result.error)
    noteNewVersion(result.error)
  }
  return result
}
