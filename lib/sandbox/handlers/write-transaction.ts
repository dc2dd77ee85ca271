import type { Sandbox } from '#lib/sandbox/http/handler.ts'

const writeLock = 7_305_010

/**
 * Runs a write in one transaction, one write at a time: what it has checked stays true until it commits. `inside` is the
 * sandbox whose queries belong to the transaction. The answer is made with it, because one that fails after the commit
 * would tell of a failure although the write is there.
 */
export async function inWriteTransaction<T>(sandbox: Sandbox, write: (inside: Sandbox) => Promise<T>): Promise<T> {
  return sandbox.inTransaction(async ({ run, db }) => {
    await run('select pg_advisory_xact_lock($1)', [writeLock])
    return write({ ...sandbox, run, db })
  })
}
