import type { Pending } from '#lib/actions/replies.ts'
import { valueOrThrow } from '#lib/core/failure-error.ts'
import { resultIn } from '#lib/core/result.ts'

/** The value of a read's reply. Throws a FailureError for a failure. */
export async function unwrapReply<T>(pending: Promise<Pending>): Promise<T> {
  return valueOrThrow(resultIn<T>(await (await pending).reply))
}
