import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Transaction } from './db/in-transaction.ts'
import { worldRows } from './db/world-rows.ts'
import { generateWorld, type WorldOptions } from './seed/world.ts'
import type { MadeBatch } from './world-worker.ts'

// Below this a second thread takes longer to start than it saves.
const worthAThread = 10_000

// How many batches the thread may be ahead of the loader.
const ahead = 3

/** Makes demo data and puts it into the tables; a large world is made in a second thread. Answers how many captures. */
export async function fillWorld(bulk: Transaction, options: WorldOptions): Promise<number> {
  return bulk.copy && options.captures >= worthAThread ? fillFromThread(bulk.copy, options) : fillHere(bulk, options)
}

async function fillHere({ insert }: Transaction, options: WorldOptions): Promise<number> {
  let captures = 0
  for (const batch of generateWorld(options)) {
    for (const rows of worldRows(batch)) await insert(rows)
    captures += batch.chargeCaptures?.length ?? 0
    // Lets requests that need no database, such as a health check, be answered between batches.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return captures
}

async function fillFromThread(copy: NonNullable<Transaction['copy']>, options: WorldOptions): Promise<number> {
  const worker = new Worker(new URL('./world-worker.ts', import.meta.url), { workerData: options })
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
