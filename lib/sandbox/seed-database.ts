import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { localDateAt } from '#lib/core/local-date.ts'
import { writeDataSet } from './data-set.ts'
import { demoDataRows, demoDataTables } from './db/demo-data-rows.ts'
import type { Transaction } from './db/in-transaction.ts'
import type { OpenDb } from './db/open.ts'
import type { MadeBatch } from './demo-data-worker.ts'
import { type DemoDataOptions, generateDemoData } from './seed/demo-data.ts'

export type SeedOptions = {
  seed: number
  captures: number
  providers?: number | undefined
  contracts?: number | undefined
}

// Lists of smaller data sets are fast without it.
const worthVacuuming = 10_000

/**
 * Replaces all data with the demo data of a seed, in one transaction: an interrupted run leaves the
 * old data. `now` is in epoch milliseconds. Returns the number of captures.
 */
export async function seedDatabase(
  { inTransaction, run }: OpenDb,
  { seed, captures, providers, contracts = 0 }: SeedOptions,
  now: number,
): Promise<number> {
  const options = {
    seed,
    captures,
    contracts,
    today: localDateAt(now, 'UTC'),
    ...(providers === undefined ? {} : { providers }),
  }
  const count = await inTransaction(async (bulk) => {
    const loaded = await reloadTables(bulk, () => insertDemoData(bulk, options))
    await writeDataSet(bulk.run, { seed, captures, contracts })
    return loaded
  })
  // VACUUM marks the pages as visible to all transactions, so that index-only scans need not read
  // the rows. Autovacuum would come later. A failure is ignored: lists are only slower, and old
  // versions of PostgreSQL lack some options.
  if (captures >= worthVacuuming)
    await run(
      'vacuum (index_cleanup off, process_toast off, truncate off) charge_captures, claim_creations',
    ).catch(() => undefined)
  return count
}

/**
 * Empties all tables and calls `fill`, which inserts rows. Indexes are dropped first and built once
 * at the end, which is several times faster. Returns the result of `fill`.
 */
async function reloadTables<T>(bulk: Transaction, fill: () => Promise<T>): Promise<T> {
  await bulk.run(`truncate ${demoDataTables.join(', ')} restart identity`)
  const indexes = await dropIndexes(bulk)
  const filled = await fill()
  await bulk.run(`set local maintenance_work_mem = '256MB'`)
  for (const definition of indexes) await bulk.run(definition)
  for (const name of demoDataTables) await bulk.run(`analyze ${name}`)
  return filled
}

// Drops every index except primary keys and returns the statements that create them again.
async function dropIndexes({ run }: Transaction): Promise<string[]> {
  const found = await run<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = any($1::text[]) and indexname not like '%\\_pkey'`,
    [demoDataTables],
  )
  for (const { indexname } of found) await run(`drop index ${indexname}`)
  return found.map(({ indexdef }) => indexdef)
}

// For fewer captures, starting a thread takes longer than it saves.
const worthAThread = 10_000

// The thread may be this many batches ahead of the loader.
const ahead = 3

/**
 * Makes demo data and inserts it into the tables. A second thread makes a large data set. Returns
 * the number of captures.
 */
async function insertDemoData(bulk: Transaction, options: DemoDataOptions): Promise<number> {
  return options.captures >= worthAThread
    ? fillFromThread(bulk.copy, options)
    : fillHere(bulk, options)
}

async function fillHere({ insert }: Transaction, options: DemoDataOptions): Promise<number> {
  let captures = 0
  for (const batch of generateDemoData(options)) {
    for (const rows of demoDataRows(batch)) await insert(rows)
    captures += batch.chargeCaptures?.length ?? 0
    // Requests without the database, such as health checks, are answered between batches.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return captures
}

async function fillFromThread(
  copy: Transaction['copy'],
  options: DemoDataOptions,
): Promise<number> {
  const worker = new Worker(new URL('./demo-data-worker.ts', import.meta.url), {
    workerData: options,
  })
  const arrived: Promise<MadeBatch>[] = []
  const waiting: ((batch: MadeBatch) => void)[] = []
  const failed = once(worker, 'error').then(([error]: unknown[]) =>
    Promise.reject(error instanceof Error ? error : new Error(String(error))),
  )
  failed.catch(() => undefined)
  worker.on('message', (batch: MadeBatch) => waiting.shift()!(batch))
  const ask = () => {
    arrived.push(new Promise((resolve) => waiting.push(resolve)))
    worker.postMessage('next', [])
  }
  for (let i = 0; i < ahead; i += 1) ask()
  let captures = 0
  try {
    for (;;) {
      const batch = await Promise.race([arrived.shift()!, failed])
      if (!batch) return captures
      ask()
      for (const rows of batch.tables) await copy(rows)
      captures += batch.captures
    }
  } finally {
    await worker.terminate()
  }
}
