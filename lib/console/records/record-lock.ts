import 'server-only'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { recordLeases } from '#lib/console/schema.ts'

/** Another person has been writing the record for longer than anyone should wait. */
export class RecordBusy extends Error {}

const leaseSeconds = 45
const longestWaitMs = 30_000

const state = processState<{ recordQueues: Map<string, Promise<unknown>> }>()

/**
 * Runs work on a record exclusively in this installation: callers in this process queue, and a
 * lease in the database excludes other processes. A database lock would hold a connection for as
 * long as the partner takes. Throws RecordBusy if the other process does not finish.
 */
export async function withRecordLock<T>(record: string, work: () => Promise<T>): Promise<T> {
  state.recordQueues ??= new Map()
  const queues = state.recordQueues
  const result = (queues.get(record) ?? Promise.resolve()).then(() => withLease(record, work))
  const settled = result.then(
    () => {},
    () => {},
  )
  queues.set(record, settled)
  void settled.then(() => queues.get(record) === settled && queues.delete(record))
  return result
}

async function withLease<T>(record: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID()
  await takeLease(record, holder)
  // Renew during the work: partners may be slow, and an expired lease admits another process.
  const renewal = setInterval(
    () => void takeOnce(record, holder).catch(() => {}),
    (leaseSeconds * 1000) / 3,
  )
  try {
    return await work()
  } finally {
    clearInterval(renewal)
    const db = await consoleDb()
    await db
      .delete(recordLeases)
      .where(and(eq(recordLeases.record, record), eq(recordLeases.holder, holder)))
  }
}

async function takeLease(record: string, holder: string): Promise<void> {
  const endsAt = performance.now() + longestWaitMs
  while (!(await takeOnce(record, holder))) {
    if (performance.now() > endsAt) throw new RecordBusy('another process is writing this record')
    await sleep(50 + Math.random() * 100)
  }
}

// By the database's clock, which all processes share.
async function takeOnce(record: string, holder: string): Promise<boolean> {
  const db = await consoleDb()
  const until = sql`now() + make_interval(secs => ${leaseSeconds})`
  const taken = await db
    .insert(recordLeases)
    .values({ record, holder, until })
    .onConflictDoUpdate({
      target: recordLeases.record,
      set: { holder, until },
      setWhere: sql`${recordLeases.holder} = ${holder} or ${recordLeases.until} < now()`,
    })
    .returning({ record: recordLeases.record })
  return taken.length > 0
}
