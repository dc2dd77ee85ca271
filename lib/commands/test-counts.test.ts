import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-counts.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'counts-'))

function report(name: string, value: unknown): string {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

test('a skipped or pending Vitest test does not count as passed', () => {
  expect(countVitest(report('a', { numPassedTests: 7, numTotalTests: 9 }), 0)).toEqual({ passed: 7, failed: 2 })
})

test('a Vitest file that fails to load counts as one failure', () => {
  expect(countVitest(report('b', { numPassedTests: 7, numTotalTests: 7 }), 1)).toEqual({ passed: 7, failed: 1 })
})

test('a run without a report or without a test is a failure', () => {
  expect(countVitest(path.join(folder, 'none'), 0)).toEqual({ passed: 0, failed: 1 })
  expect(countPlaywright(report('c', { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }), 0)).toEqual({
    passed: 0,
    failed: 1,
  })
})

test('a flaky or skipped Playwright test does not count as passed', () => {
  expect(countPlaywright(report('d', { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 1 } }), 1)).toEqual({
    passed: 5,
    failed: 3,
  })
})
