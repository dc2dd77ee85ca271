import { fail, type Failure, type Result } from './result.ts'

/** A failure as an error of the browser's query cache; `failure` is shown on the page. */
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
 * The failure to show for a failed read or write: its own failure, an outdated page, or an
 * unreachable server.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  // Next throws it if the server does not have the action, because the page is from an earlier
  // build. Nothing was done.
  if (error instanceof Error && error.name === 'UnrecognizedActionError')
    return fail('NewVersion', 'A new version is here. Reload the page to go on.').error
  return fail(
    'ConsoleUnreachable',
    'No connection to the server. Check your connection and try again.',
  ).error
}

/**
 * An action's Result. A call that throws, such as one that the console did not answer, is a failure
 * too.
 */
export function resultOf<T>(asked: Promise<Result<T>>): Promise<Result<T>> {
  return asked.catch((error: unknown): Result<T> => ({ ok: false, error: failureOf(error) }))
}
