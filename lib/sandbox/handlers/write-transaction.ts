import { sql } from 'drizzle-orm'
import type { Tx } from '../db/open.ts'
import type { RunSql } from '../db/run-sql.ts'
import type { Sandbox } from '../http/handler.ts'

const writeLock = 7_305_010

/** Runs a write in one transaction, one write at a time: what it has checked stays true until it commits. */
export async function inWriteTransaction<T>(sandbox: Sandbox, write: (tx: Tx) => Promise<T>): Promise<T> {
  return sandbox.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${writeLock})`)
    // Drizzle's transaction offers the same queries as its database; only its type says otherwise.
    return write(tx as unknown as Tx)
  })
}

/** The same for a write in plain statements, which set-based work on 100,000 rows is written in. */
export async function inWriteStatements<T>(sandbox: Sandbox, write: (run: RunSql) => Promise<T>): Promise<T> {
  return sandbox.inBulk(async ({ run }) => {
    await run('select pg_advisory_xact_lock($1)', [writeLock])
    return write(run)
  })
}
