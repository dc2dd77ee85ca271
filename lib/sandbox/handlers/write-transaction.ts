import type { Tx } from '../db/open.ts'
import type { RunSql } from '../db/run-sql.ts'
import type { Sandbox } from '../http/handler.ts'

const writeLock = 7_305_010

/**
 * Runs a write in one transaction, one write at a time: what it has checked stays true until it commits. `inside` is the
 * sandbox whose queries belong to the transaction. The answer is made with it, because one that fails after the commit
 * would tell of a failure although the write is there.
 */
export async function inWriteTransaction<T>(sandbox: Sandbox, write: (tx: Tx, inside: Sandbox) => Promise<T>): Promise<T> {
  return sandbox.inBulk(async ({ run, db }) => {
    await run('select pg_advisory_xact_lock($1)', [writeLock])
    return write(db, { ...sandbox, run, db })
  })
}

/** The same for a write in plain statements, which set-based work on 100,000 rows is written in. */
export async function inWriteStatements<T>(sandbox: Sandbox, write: (run: RunSql, inside: Sandbox) => Promise<T>): Promise<T> {
  return inWriteTransaction(sandbox, (_, inside) => write(inside.run, inside))
}
