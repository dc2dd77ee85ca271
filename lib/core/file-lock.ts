import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'

/** The lock belongs to a process that lives; `pid` names it where the lock file could be read. */
export class LockHeld extends Error {
  readonly pid: number | undefined

  constructor(pid: number | undefined) {
    super(`in use by ${pid === undefined ? 'another process' : `process ${pid}`}`)
    this.pid = pid
  }
}

/**
 * Takes a lock file for this process until it ends and returns the function that gives it back. It guards a PGlite
 * directory: two processes on one directory both run without an error and lose acknowledged writes. The file names its
 * process, so that the lock of a process that is gone is taken over. Throws `LockHeld` while the holder lives.
 */
export function takeLock(file: string): () => void {
  if (!tryCreate(file) && !(tryTakeOver(file) && tryCreate(file))) {
    const pid = Number.parseInt(readHolder(file) ?? '', 10)
    throw new LockHeld(Number.isNaN(pid) ? undefined : pid)
  }
  const release = () => {
    process.removeListener('exit', release)
    if (readHolder(file) === identify(process.pid)) rmSync(file, { force: true })
  }
  process.once('exit', release)
  return release
}

// 'wx' creates the file or fails: the one step that two starting processes cannot both pass.
function tryCreate(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, identify(process.pid))
    closeSync(handle)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

// Moves a dead process's lock aside. When two processes try at once, the slower one may have moved the winner's new
// lock: it sees a living name in what it moved and puts it back.
function tryTakeOver(file: string): boolean {
  const holder = readHolder(file)
  if (holder !== undefined && isHeld(holder)) return false
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return true
  }
  const moved = readHolder(aside)
  const mine = moved === holder
  if (!mine) linkSync(aside, file)
  rmSync(aside, { force: true })
  return mine
}

function isHeld(holder: string): boolean {
  const pid = Number.parseInt(holder, 10)
  return isAlive(pid) && identify(pid) === holder
}

function readHolder(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

// The process id and, where the system tells it, its start: ids are reused, above all in containers.
function identify(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return String(pid)
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to someone else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
