import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

const heldHere = new Set<string>()

/**
 * Takes an exclusive lock on a data directory and returns the function that gives it back. PGlite does not guard its
 * files: two processes on one directory lose acknowledged writes. The lock file names its process, so that the lock of
 * a process that is gone is taken over. Throws an Error that a person can act on when the holder lives.
 */
export function lockDirectory(directory: string): () => void {
  const file = path.join(directory, 'lock')
  if (!tryCreate(file) && !(tryTakeOver(directory, file) && tryCreate(file))) {
    const holder = readHolder(file)
    const who = holder === undefined ? 'another process' : `process ${holder.split(' ')[0]}`
    throw new Error(`The data directory ${directory} is in use by ${who}. Stop that sandbox or choose another DATA_DIR.`)
  }
  heldHere.add(directory)
  const release = () => {
    if (heldHere.delete(directory)) rmSync(file, { force: true })
  }
  process.once('exit', release)
  return () => {
    process.removeListener('exit', release)
    release()
  }
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
function tryTakeOver(directory: string, file: string): boolean {
  const holder = readHolder(file)
  if (holder !== undefined && isHeld(directory, holder)) return false
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

function isHeld(directory: string, holder: string): boolean {
  const pid = Number.parseInt(holder, 10)
  if (pid === process.pid) return heldHere.has(directory)
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
