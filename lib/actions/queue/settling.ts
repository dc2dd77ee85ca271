import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#lib/console/connections/connections.ts'
import { logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { readHead } from '#lib/console/queue/snapshot.ts'
import { queueModel } from './model.ts'
import { rereadClaimCreations } from './read-snapshot.ts'

const state = processState<{ queueSettling: Map<string, Set<Promise<void>>> }>()

// A slow partner must not hold up a page that only shows the queue.
const longestWaitMs = 2_000

/** What a write changed: claim creations, and captures, errors or changes after billing of them. */
export type Written = { claimCreations?: readonly (string | undefined)[]; records?: readonly string[] }

/**
 * After a write: reads its claim creations anew, in the background. Those of `records` are found if they are in the
 * queue. Returns at once, and never throws.
 */
export function noteWritten(connection: Connection, written: Written): void {
  state.queueSettling ??= new Map()
  const settling = state.queueSettling.get(connection.boundTo) ?? new Set()
  state.queueSettling.set(connection.boundTo, settling)
  const work: Promise<void> = reread(connection, written)
    .catch((error: unknown) => void logDefect(error, 'queue'))
    .finally(() => settling.delete(work))
  settling.add(work)
}

/** Waits until the queue has what was written before, for two seconds at most. */
export async function queueSettled({ boundTo }: Pick<Connection, 'boundTo'>): Promise<void> {
  const settling = state.queueSettling?.get(boundTo)
  if (!settling || settling.size === 0) return
  await Promise.race([Promise.all(settling), sleep(longestWaitMs, undefined, { ref: false })])
}

async function reread(connection: Connection, { claimCreations = [], records = [] }: Written): Promise<void> {
  // Before the first reading there is nothing to keep.
  if ((await readHead(connection.boundTo)).version === 0) return
  const ids = new Set(claimCreations.filter((id) => id !== undefined))
  const named = new Set(records)
  if (named.size > 0)
    for (const [id, { value }] of (await queueModel(connection)).rows) {
      const isNamed =
        value?.captures.some((capture) => named.has(capture)) ||
        value?.items.some(
          ({ error_id, change }) =>
            (error_id !== undefined && named.has(error_id)) || change?.update_ids.some((update) => named.has(update)),
        )
      if (isNamed) ids.add(id)
    }
  await rereadClaimCreations(connection, [...ids])
}
