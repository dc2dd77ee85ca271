import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginDevRun } from './dev-cache.ts'

let folder: string
const cache = () => join(folder, 'dev', 'page.js')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dev-cache-'))
  mkdirSync(join(folder, 'dev'))
  writeFileSync(cache(), '')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a run that ended keeps its cache for the next one', () => {
  beginDevRun(folder)()
  beginDevRun(folder)
  expect(existsSync(cache())).toBe(true)
})

test('the cache of a run that was stopped hard goes, that of one still running stays', () => {
  // No process has so great a number.
  writeFileSync(join(folder, 'dev-run'), '2147483647')
  beginDevRun(folder)
  expect(existsSync(cache())).toBe(false)
  mkdirSync(join(folder, 'dev'))
  writeFileSync(cache(), '')
  writeFileSync(join(folder, 'dev-run'), String(process.ppid))
  beginDevRun(folder)
  expect(existsSync(cache())).toBe(true)
})

test('a run with the number of the one that was stopped hard is not taken for it, as in a container', () => {
  writeFileSync(join(folder, 'dev-run'), String(process.pid))
  beginDevRun(folder)
  expect(existsSync(cache())).toBe(false)
})
