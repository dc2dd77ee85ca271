import { queryOptions } from '@tanstack/react-query'
import type { Reply } from '#lib/actions/act.ts'
import { FailureError } from '#lib/core/failure-error.ts'
import type { ReadName } from './outdates.ts'
import { unwrapReply } from './reply.ts'

/**
 * How a read is asked and kept. The server already tried again where that helps, so a failure is
 * shown at once; a console that was not reached is asked once more. Keys live in memory only.
 */
export const asked = {
  retry: (count: number, error: Error) => !(error instanceof FailureError) && count < 1,
  staleTime: 10_000,
} as const

/** Read once: somebody may be editing it. Forgotten soon, it may be a patient's. */
export const edited = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 } as const

type Rest = { staleTime?: number; gcTime?: number }

/**
 * The query of a read: its key is the name and the input, so the same question has the same key
 * wherever it is asked, and its data have the type that the server's act answers.
 */
export function actQuery<I, V>(
  name: ReadName,
  act: (input: I) => Promise<Reply<V>>,
  rest: Rest = {},
) {
  return (input: I) =>
    queryOptions({
      ...asked,
      ...rest,
      queryKey: [name, input] as const,
      queryFn: () => unwrapReply(act(input)),
    })
}
