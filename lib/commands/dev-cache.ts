import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Begins a run of the development server, whose cache lies in `folder`/dev, and answers what ends it. A server that was
 * stopped hard leaves a cache with which pages reload without end: it goes when the run before did not end and runs no more.
 */
export function beginDevRun(folder: string): () => void {
  const note = join(folder, 'dev-run')
  const before = readRun(note)
  if (before !== undefined && (before === process.pid || !isAlive(before)))
    rmSync(join(folder, 'dev'), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(note, String(process.pid))
  return () => rmSync(note, { force: true })
}

function readRun(note: string): number | undefined {
  try {
    return Number(readFileSync(note, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process, which may not be asked, runs too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
