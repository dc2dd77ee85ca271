import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LockHeld, takeLock } from './file-lock.ts'

let directory: string
const lock = () => path.join(directory, 'lock')

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a lock is taken once, and again after it was given back', () => {
  const release = takeLock(lock())
  expect(() => takeLock(lock())).toThrow(/in use by process \d+/)
  release()
  takeLock(lock())()
})

test('the lock of a living process is respected, whoever it is', () => {
  const start = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19]
  writeFileSync(lock(), `${process.ppid} ${start}`)
  expect(() => takeLock(lock())).toThrow(new LockHeld(process.ppid))
})

test('the lock of a process that is gone is taken over', () => {
  writeFileSync(lock(), '999999999 1')
  const release = takeLock(lock())
  expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
  release()
})

test('a lock whose process id was given to another process since is taken over', () => {
  writeFileSync(lock(), `${process.ppid} 1`)
  const release = takeLock(lock())
  expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
  release()
})
