import { fail, type Failure, type Result } from './result.ts'

/** A failure as the error that a query of the browser's cache throws; `failure` is what the page shows. */
export class FailureError extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** The value of a Result. Throws a FailureError for a failure. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new FailureError(result.error)
}

/**
 * What to show for whatever a read or a write threw: its own failure, that the page is older than the server, or that
 * the console itself did not answer.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  // Next throws it where the server does not have the action: the page is of an earlier build. Nothing was done.
  if (error instanceof Error && error.name === 'UnrecognizedActionError')
    return fail('NewVersion', 'A new version is here. Reload the page to go on.').error
  return fail('ConsoleUnreachable', 'No connection to the server. Check your connection and try again.').error
}
