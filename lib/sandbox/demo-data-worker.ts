import { parentPort, workerData } from 'node:worker_threads'
import { copyBytes } from './db/copy-text.ts'
import { demoDataRows } from './db/demo-data-rows.ts'
import type { CopyRows } from './db/in-transaction.ts'
import { type DemoDataOptions, generateDemoData } from './seed/demo-data.ts'

/** One batch for the loader; undefined after the last. */
export type MadeBatch = { captures: number; tables: CopyRows[] } | undefined

// Makes demo data in a separate thread. Each message asks for one batch, so the thread never runs
// far ahead of the loader.
const batches = generateDemoData(workerData as DemoDataOptions)

parentPort!.on('message', () => {
  const { value, done } = batches.next()
  if (done) {
    parentPort!.postMessage(undefined satisfies MadeBatch, [])
    return
  }
  const tables = demoDataRows(value).map((rows) => ({
    table: rows.table,
    columns: rows.columns,
    bytes: copyBytes(rows),
  }))
  const made: MadeBatch = { captures: value.chargeCaptures?.length ?? 0, tables }
  parentPort!.postMessage(
    made,
    tables.map(({ bytes }) => bytes.buffer),
  )
})
