import { rmSync, statSync } from 'node:fs'

/** Another process holds the lock, or this one does already. */
export class LockHeld extends Error {
  constructor() {
    super('in use by another process')
  }
}

/**
 * Takes a lock file for this process until it ends and returns the function that gives it back. It guards a PGlite
 * directory: two processes on one directory both run without an error and lose acknowledged writes. The kernel holds
 * the lock on the open file, through SQLite, because Node itself can lock no file: it ends with its process however
 * that dies, and counts in every container that shares the directory. Throws `LockHeld` while somebody holds it.
 */
export function takeLock(file: string): () => void {
  removeOlderKind(file)
  // Asked for by name: bundlers do not know this module.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const held = new DatabaseSync(file, { timeout: 0 })
  try {
    // Nothing is ever written, so the file stays empty and its lock is all that there is to it.
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
  // Also keeps the open file from being collected, which would end the lock.
  process.once('exit', release)
  return release
}

const sqliteBusy = 5

// Earlier versions wrote the number of their process into the file. It says nothing about another container.
function removeOlderKind(file: string): void {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) rmSync(file)
}
