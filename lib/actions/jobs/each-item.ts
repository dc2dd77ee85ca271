import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { TooManyReads } from '#lib/console/accounts/read-budget.ts'
import { elapsed } from '#lib/console/clock.ts'
import {
  beginItem,
  countItems,
  endedOf,
  endItem,
  keepForItem,
  leaseItems,
  openItem,
  passGate,
  returnItem,
  sentItems,
  type JobItemRow,
} from '#lib/console/jobs/store.ts'
import { logDefect } from '#lib/console/log.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import type { EachItem, ItemEnd, JobTools, WorkItem } from './job-kind.ts'
import { pauseWordsFor } from './retry-policy.ts'
import { Stopped, type Run } from './run.ts'

type Work = (item: WorkItem, tools: JobTools) => Promise<ItemEnd>

const checkEvery = 50
const leasedAtOnce = 50
// Longer than the partner may still be carrying out a write whose answer was lost.
const askAgainMs = 1_700
const mostAttempts = 8

/**
 * Works on every open item of a job. Items that may have been sent before this start come first,
 * one by one: nothing else is sent before their outcome is known. When the job must stop, items
 * under way end first; then `Stopped` is thrown.
 */
export async function workOnItems(
  run: Run,
  tools: JobTools,
  work: Work,
  { first = 0, gate, rate, together = 4 }: EachItem,
): Promise<void> {
  const { row } = run
  const counts = await countItems(row.id)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  let done = endedOf(counts)
  let begun = 0
  let nextAt = elapsed()

  const turn = async () => {
    begun += 1
    await run.check(begun % checkEvery === 0)
    const wait = nextAt - elapsed()
    nextAt = Math.max(nextAt, elapsed()) + 1_000 / rate
    if (wait > 0) await sleep(wait, undefined, { signal: run.signal }).catch(() => {})
    await run.check()
  }
  const one = async (item: JobItemRow) => {
    await turn()
    await finishItem(run, tools, work, item, () => done)
    done += 1
    await run.report({ words: 'Working on records', done, total })
  }

  for (const item of await sentItems(row)) await one(item)
  if (first > 0 && !row.isGatePassed) {
    for (const item of await leaseItems(row, Math.max(0, first - done))) await one(item)
    const words = (await gate?.()) ?? null
    if (words !== null) throw new Stopped({ pause: words })
    await passGate(row)
  }
  // The words of a pause before it are over.
  await run.report({ words: 'Working on records', done, total }, true)
  const ready: JobItemRow[] = []
  let leasing: Promise<void> | undefined
  const next = async (): Promise<JobItemRow | undefined> => {
    if (ready.length === 0) {
      leasing ??= leaseItems(row, leasedAtOnce).then((items) => void ready.push(...items))
      await leasing
      leasing = undefined
    }
    return ready.shift()
  }
  const workers = Array.from({ length: together }, async () => {
    for (let item = await next(); item; item = await next()) await one(item)
  })
  const ends = await Promise.allSettled(workers)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  await run.report({ words: 'Working on records', done, total }, true)
}

async function finishItem(
  run: Run,
  tools: JobTools,
  work: Work,
  item: JobItemRow,
  done: () => number,
): Promise<void> {
  const { row } = run
  const opened = await openItem(row, item)
  let { operationId } = item
  let { kept } = opened
  for (let attempt = 1; ; attempt += 1) {
    if (!(await beginItem(row, item))) throw new Stopped('lost')
    const end = await attemptOf({
      record: item.record,
      input: opened.input,
      operationId,
      attempt: item.attempt + attempt,
      kept,
      keep: async (value) => {
        await keepForItem(row, item.record, value)
        kept = value
      },
    })
    if (
      !end.again ||
      (attempt >= mostAttempts && pauseWordsFor(run.context().connection) === undefined)
    )
      return endItem(row, item.record, end)
    if (end.state !== 'unknown') {
      // It was certainly not made, so another write may take its place.
      operationId = await returnItem(row, item.record)
      kept = undefined
    }
    await pause()
  }

  async function attemptOf(given: WorkItem): Promise<ItemEnd> {
    try {
      return await work(given, tools)
    } catch (error) {
      // Beyond the owner's limit of reads the whole job waits. Whether the write was sent is looked
      // up afterwards.
      if (error instanceof Stopped || error instanceof TooManyReads) throw error
      if (isDatabaseAway(error)) return { state: 'unknown', words: null, again: true }
      return { state: 'unknown', words: `Something went wrong (${logDefect(error, row.kind)}).` }
    }
  }

  // While the partner is away, the whole job is shown as paused.
  async function pause(): Promise<void> {
    const words = pauseWordsFor(run.context().connection)
    if (words !== undefined)
      await run.wait({
        words: words.replace('Read so far', 'Done so far'),
        done: done(),
        total: null,
      })
    const ms = words === undefined ? askAgainMs : run.pauseMs
    await sleep(ms, undefined, { signal: run.signal }).catch(() => {})
    if (words !== undefined) await run.goOn()
    else await run.check()
  }
}
