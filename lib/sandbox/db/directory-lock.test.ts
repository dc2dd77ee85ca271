import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockDirectory } from './directory-lock.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a directory is locked once, and again after it was given back', () => {
  const release = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(/in use by process \d+/)
  release()
  lockDirectory(directory)()
})

test('the lock of a living process is respected, whoever it is', () => {
  const start = readFileSync(`/proc/${process.ppid}/stat`, 'utf8').split(') ')[1]!.split(' ')[19]
  writeFileSync(path.join(directory, 'lock'), `${process.ppid} ${start}`)
  expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.ppid}`)
})

test('the lock of a process that is gone is taken over', () => {
  writeFileSync(path.join(directory, 'lock'), '999999999 1')
  const release = lockDirectory(directory)
  expect(readFileSync(path.join(directory, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
  release()
})

test('a lock whose process id was given to another process since is taken over', () => {
  writeFileSync(path.join(directory, 'lock'), `${process.ppid} 1`)
  const release = lockDirectory(directory)
  expect(readFileSync(path.join(directory, 'lock'), 'utf8')).toMatch(new RegExp(`^${process.pid}\\b`))
  release()
})
