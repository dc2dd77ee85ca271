import { resultOf } from '#lib/core/failure-error.ts'
import type { Result } from '#lib/core/result.ts'
import { reportFailure } from './report-failure.ts'

/**
 * What an action answers, for a form that shows the failure itself. A console that does not answer
 * is a failure too.
 */
export async function answerOf<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  const result = await resultOf(asked)
  if (!result.ok) reportFailure(result.error)
  return result
}
