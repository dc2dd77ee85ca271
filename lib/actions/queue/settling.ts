import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '#lib/console/connections/connections.ts'
import { logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { readHead } from '#lib/console/queue/snapshot.ts'
import { queueModel } from './model.ts'
import { rereadClaimCreations } from './read-snapshot.ts'

/** A reading of what was written. Until it begins, it takes what is written meanwhile. */
type Batch = { written: Written[]; hasBegun: boolean; done: Promise<void> }

const state = processState<{ queueSettling: Map<string, Batch> }>()

// A slow partner must not hold up a page that only shows the queue.
const longestWaitMs = 2_000

/**
 * The records that a write changed: claim creations, and their captures, errors or changes after
 * billing.
 */
export type Written = {
  claimCreations?: readonly (string | undefined)[]
  records?: readonly string[]
}

/**
 * After a write: reads its claim creations anew, in the background. Those of `records` are found if
 * they are in the queue. One reading follows another, so that of two writes of a claim creation the
 * later one counts. Returns at once, and never throws.
 */
export function noteWritten(connection: Connection, written: Written): void {
  const settling = (state.queueSettling ??= new Map())
  const at = connection.boundTo
  const last = settling.get(at)
  if (last && !last.hasBegun) return void last.written.push(written)
  const batch: Batch = { written: [written], hasBegun: false, done: Promise.resolve() }
  settling.set(at, batch)
  batch.done = settle(connection, batch, last?.done)
}

async function settle(
  connection: Connection,
  batch: Batch,
  before: Promise<void> | undefined,
): Promise<void> {
  await before
  batch.hasBegun = true
  try {
    await reread(connection, batch.written)
  } catch (error) {
    logDefect(error, 'queue')
  }
  if (state.queueSettling?.get(connection.boundTo) === batch)
    state.queueSettling.delete(connection.boundTo)
}

/** Waits until the queue has what was written before, for two seconds at most. */
export async function queueSettled({ boundTo }: Pick<Connection, 'boundTo'>): Promise<void> {
  const last = state.queueSettling?.get(boundTo)
  if (last) await Promise.race([last.done, sleep(longestWaitMs, undefined, { ref: false })])
}

async function reread(connection: Connection, written: readonly Written[]): Promise<void> {
  // Before the first reading there is nothing to keep.
  if ((await readHead(connection.boundTo)).version === 0) return
  const ids = new Set(
    written.flatMap(({ claimCreations = [] }) => claimCreations).filter((id) => id !== undefined),
  )
  const named = new Set(written.flatMap(({ records = [] }) => records))
  if (named.size > 0)
    for (const [id, { value }] of (await queueModel(connection)).rows) {
      const isNamed =
        value?.captures.some((capture) => named.has(capture)) ||
        value?.items.some(
          ({ error_id, change }) =>
            (error_id !== undefined && named.has(error_id)) ||
            change?.update_ids.some((update) => named.has(update)),
        )
      if (isNamed) ids.add(id)
    }
  await rereadClaimCreations(connection, [...ids])
}
