import type { Reply } from '#lib/actions/act.ts'
import { valueOrThrow } from '#lib/core/failure-error.ts'
import { fromJsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'

/** The Result of a read's reply. */
export async function resultOfReply<V>(reply: Promise<Reply<V>>): Promise<Result<V>> {
  return fromJsonText(await (await reply).reply)
}

/** The value of a read's reply. Throws a FailureError for a failure. */
export async function unwrapReply<V>(reply: Promise<Reply<V>>): Promise<V> {
  return valueOrThrow(await resultOfReply(reply))
}
