import { fail } from '#lib/core/result.ts'
import type { Failure, Result } from '#lib/core/result.ts'

/** A failure as the thing that react-query expects a failed read to throw. */
export class ReadFailure extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** The value of a result, or its failure thrown. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new ReadFailure(result.error)
}

/** What to show for whatever a read threw: its own failure, or that the console itself did not answer. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ReadFailure) return error.failure
  return fail('ConsoleUnreachable', 'The console did not answer. Check your connection and try again.').error
}
