import type { Transaction } from './in-transaction.ts'
import { worldTables } from './world-rows.ts'

/**
 * Empties all tables and lets `fill` put rows into them. Indexes are set aside while rows come in and built once at the
 * end, which is several times faster. Answers what `fill` answers.
 */
export async function loadWorld<T>(bulk: Transaction, fill: () => Promise<T>): Promise<T> {
  await bulk.run(`truncate ${worldTables.join(', ')} restart identity`)
  const indexes = await dropIndexes(bulk)
  const filled = await fill()
  await bulk.run(`set local maintenance_work_mem = '256MB'`)
  for (const definition of indexes) await bulk.run(definition)
  for (const name of worldTables) await bulk.run(`analyze ${name}`)
  return filled
}

// Takes away every index but primary keys and answers the statements that make them again.
async function dropIndexes({ run }: Transaction): Promise<string[]> {
  const found = await run<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = any($1::text[]) and indexname not like '%\\_pkey'`,
    [worldTables],
  )
  for (const { indexname } of found) await run(`drop index ${indexname}`)
  return found.map(({ indexdef }) => indexdef)
}
