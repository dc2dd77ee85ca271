import type { Pending } from '#lib/actions/replies.ts'
import { valueOrThrow } from '#lib/core/failure-error.ts'
import type { Result } from '#lib/core/result.ts'

/** The value of a read's reply. Throws a FailureError for a failure. */
export async function unwrapReply<T>(pending: Promise<Pending>): Promise<T> {
  // The action is our own and states the reply's type; the text is that type's JSON.
  return valueOrThrow(JSON.parse(await (await pending).reply) as Result<T>)
}
