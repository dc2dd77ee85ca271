import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LockHeld, takeLock } from './file-lock.ts'

const holder = fileURLToPath(new URL('./testdata/hold-lock.ts', import.meta.url))
// A process in another container, where process numbers start at 1 again. Not every system allows
// it.
const otherContainer = [
  'unshare',
  '--user',
  '--map-root-user',
  '--pid',
  '--fork',
  '--kill-child',
  '--mount-proc',
]
const hasContainers =
  spawnSync(otherContainer[0]!, [...otherContainer.slice(1), 'true']).status === 0

let directory: string
const lock = () => path.join(directory, 'lock')
const started: ChildProcess[] = []

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'lock-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

/** A process that takes the lock: its output, and a function that ends it like `kill -9`. */
async function startHolder(file: string, before: string[] = []) {
  const [command, ...args] = [...before, process.execPath, holder, file]
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const [output] = (await once(child.stdout!, 'data')) as [Buffer]
  const kill = async () => {
    const gone = once(child, 'close')
    child.kill('SIGKILL')
    await gone
  }
  return { output: String(output).trim(), kill }
}

test('a lock is taken once, also within one process, and again after its release', () => {
  const release = takeLock(lock())
  expect(() => takeLock(lock())).toThrow(LockHeld)
  expect(() => takeLock(lock())).toThrow('in use by another process')
  release()
  takeLock(lock())()
})

test('another process is refused under any name of the directory, and gets the lock as soon as the first one is killed', async () => {
  const first = await startHolder(lock())
  expect(first.output).toMatch(/^held by \d+$/)
  symlinkSync(directory, `${directory}/same`)
  expect((await startHolder(path.join(directory, 'same', 'lock'))).output).toBe('refused')
  expect(() => takeLock(lock())).toThrow(LockHeld)
  await first.kill()
  takeLock(lock())()
})

// Without containers, the kernel's own table of locks proves that the kernel holds this lock.
test('two containers with one volume: the second is refused, although process numbers repeat', async () => {
  const first = await startHolder(lock(), hasContainers ? otherContainer : [])
  expect(first.output).toMatch(hasContainers ? /^held by 1$/ : /^held by \d+$/)
  expect(kernelHolds(lock())).toBe(process.platform === 'linux')
  expect((await startHolder(lock(), hasContainers ? otherContainer : [])).output).toBe('refused')
  expect(() => takeLock(lock())).toThrow(LockHeld)
  await first.kill()
  expect((await startHolder(lock(), hasContainers ? otherContainer : [])).output).toMatch(
    /^held by \d+$/,
  )
})

function kernelHolds(file: string): boolean {
  if (process.platform !== 'linux') return false
  const inode = spawnSync('stat', ['-c', '%i', file]).stdout.toString().trim()
  return readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .some((line) => /\bWRITE\b/.test(line) && line.includes(`:${inode} `))
}
