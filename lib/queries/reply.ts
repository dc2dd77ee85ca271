import type { Failure, Result } from '../core/result.ts'
import type { Pending } from '../actions/replies.ts'

/** A failure as an error that a query can throw; `failure` is what the page shows. */
export class FailureError extends Error {
  failure: Failure

  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** The failure behind an error: the server's own, or the console itself not being reachable. */
export function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure
  return { name: 'ConsoleUnreachable', status: 0, message: 'The console cannot be reached. Check the connection and try again.', issues: [] }
}

/** The value of a read's reply. Throws a FailureError for a failure. */
export async function unwrapReply<T>(pending: Promise<Pending>): Promise<T> {
  // The action is our own and states the reply's type; the text is that type's JSON.
  return unwrapResult(JSON.parse(await (await pending).reply) as Result<T>)
}

/** The value of a Result. Throws a FailureError for a failure. */
export function unwrapResult<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new FailureError(result.error)
}
