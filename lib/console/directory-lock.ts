import 'server-only'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartProblem } from './start-problem.ts'

/**
 * Takes a directory for this process alone until it ends. Two PGlite processes on one directory both run without an
 * error and lose most of what they write, so a second one is refused with a plain message.
 * A lock whose process is gone is taken over. Answers the release.
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const file = `${directory}.lock`
  if (!tryWrite(file)) {
    if (isAlive(readOwner(file))) {
      throw new StartProblem(`The data directory ${path.basename(path.dirname(directory))}/${path.basename(directory)} is in use by another console process.`)
    }
    rmSync(file, { force: true })
    if (!tryWrite(file)) throw new StartProblem('Another console process took the data directory just now.')
  }
  const release = () => {
    if (readOwner(file) === ownerText()) rmSync(file, { force: true })
  }
  process.once('exit', release)
  return release
}

function tryWrite(file: string): boolean {
  try {
    writeFileSync(file, ownerText(), { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function readOwner(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

// A process id alone is used again after a restart of the machine or container; its start time tells the two apart.
function ownerText(): string {
  return `${process.pid} ${startOf(process.pid)}`
}

function isAlive(owner: string): boolean {
  const [pid, start] = owner.split(' ')
  if (!pid || !Number(pid)) return false
  try {
    process.kill(Number(pid), 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startOf(Number(pid)) === (start ?? '')
}

function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}
