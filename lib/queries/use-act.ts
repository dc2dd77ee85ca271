import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActName } from '#lib/acts/acts.ts'
import { failureOf, resultOf, valueOrThrow } from '#lib/core/failure-error.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { isWriteName, outdate } from './outdates.ts'

/**
 * How an act tells that it failed: the words before the failure's own. False: the caller shows it.
 */
export type Tells = { tells?: string | false }

// Nobody knows whether these were done.
const unknown: readonly string[] = [
  'OutcomeUnknown',
  'SavedButUnread',
  'ConsoleUnreachable',
  'DatabaseAway',
]

/**
 * Asks for a write, and never throws. What the act of that name makes out of date is read again,
 * also where its outcome is unknown; nothing without a name. A session that ended, a new version, a
 * partner in trouble and a failure's message are told by the cache of mutations
 * (components/frame/query-provider.tsx). Saves of records ask through `sendUntilKnown` instead.
 */
export async function askAct<I, V>(
  client: QueryClient,
  name: ActName | null,
  act: (input: I) => Promise<Result<V>>,
  input: I,
  { tells = '' }: Tells = {},
): Promise<Result<V>> {
  const cache = client.getMutationCache()
  const mutation = cache.build<V, Error, I, unknown>(client, {
    mutationFn: async (given) => {
      const result = await resultOf(act(given))
      if (name && isWriteName(name) && (result.ok || unknown.includes(result.error.name)))
        void outdate(client, name)
      return valueOrThrow(result)
    },
    meta: { tells },
    gcTime: Number.POSITIVE_INFINITY,
  })
  try {
    return ok(await mutation.execute(input))
  } catch (error) {
    return { ok: false, error: failureOf(error) }
  } finally {
    // Its input may name a patient, so it leaves the memory at once.
    cache.remove(mutation)
  }
}

/** The same for a component; `busy` while an answer is awaited. */
export function useAct<I, V>(
  name: ActName,
  act: (input: I) => Promise<Result<V>>,
  tells: Tells = {},
) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(0)
  const ask = async (input: I): Promise<Result<V>> => {
    setAsked((count) => count + 1)
    const result = await askAct(client, name, act, input, tells)
    setAsked((count) => count - 1)
    return result
  }
  return { ask, busy: asked > 0 }
}
