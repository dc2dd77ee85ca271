/** Another process holds the lock, or this process already does. */
export class LockHeld extends Error {
  constructor() {
    super('in use by another process')
  }
}

/**
 * Takes a lock file for this process and returns the function that releases it. It guards a data
 * folder: the process number in PostgreSQL's own file means nothing in another container that
 * shares the folder. The kernel locks the open file, through SQLite, because Node cannot lock
 * files. The lock ends with its process in any case, and works across containers that share the
 * directory. Throws `LockHeld` while another holder exists.
 */
export function takeLock(file: string): () => void {
  // By name at run time, because bundlers do not know this module.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const held = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written: the file stays empty and only carries the lock.
    held.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    held.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) throw new LockHeld()
    throw error
  }
  const release = () => {
    process.removeListener('exit', release)
    if (held.isOpen) held.close()
  }
  // This also keeps the open file from garbage collection, which would release the lock.
  process.once('exit', release)
  return release
}

const sqliteBusy = 5
