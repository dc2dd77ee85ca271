import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest, slowest } from './test-counts.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'counts-'))

function report(name: string, value: unknown): string {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

test('a skipped or pending Vitest test does not count as passed', () => {
  expect(countVitest(report('a', { numPassedTests: 7, numTotalTests: 9 }), 0)).toMatchObject({
    passed: 7,
    failed: 2,
  })
})

test('a Vitest file that fails to load counts as one failure', () => {
  expect(countVitest(report('b', { numPassedTests: 7, numTotalTests: 7 }), 1)).toMatchObject({
    passed: 7,
    failed: 1,
  })
})

test('a run without a report or without a test is a failure', () => {
  expect(countVitest(path.join(folder, 'none'), 0)).toMatchObject({ passed: 0, failed: 1 })
  expect(
    countPlaywright(
      report('c', { stats: { expected: 0, unexpected: 0, flaky: 0, skipped: 0 } }),
      0,
    ),
  ).toMatchObject({
    passed: 0,
    failed: 1,
  })
})

test('a skipped Playwright test does not count as passed', () => {
  expect(
    countPlaywright(
      report('d', { stats: { expected: 5, unexpected: 1, flaky: 0, skipped: 1 } }),
      1,
    ),
  ).toMatchObject({
    passed: 5,
    failed: 2,
  })
})

test('a test that passed at its second try only counts as failed, with the complaint of its first', () => {
  const results = [{ errors: [{ message: 'too late' }] }, { errors: [] }]
  const spec = { file: 'a.spec.ts', line: 1, title: 'opens', tests: [{ status: 'flaky', results }] }
  const stories = {
    stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
    suites: [{ file: 'a.spec.ts', specs: [spec] }],
  }
  expect(countPlaywright(report('d2', stories), 0)).toMatchObject({
    passed: 5,
    failed: 1,
    failures: ['a.spec.ts:1: opens (passed at its second try)\ntoo late'],
  })
})

test('a failed test is named with its complaint', () => {
  const unit = {
    numPassedTests: 1,
    numTotalTests: 2,
    testResults: [
      {
        name: 'lib/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
        ],
      },
      {
        name: 'lib/b.test.ts',
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  }
  expect(countVitest(report('e', unit), 1).failures).toEqual([
    'lib/a.test.ts: subtracts\nexpected 1 to be 2',
    'lib/b.test.ts: Cannot find module',
  ])
  const stories = {
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [
      {
        specs: [
          {
            file: 'a.spec.ts',
            line: 3,
            title: 'opens',
            tests: [{ status: 'expected', results: [] }],
          },
        ],
        suites: [
          {
            specs: [
              {
                file: 'a.spec.ts',
                line: 9,
                title: 'saves',
                tests: [
                  { status: 'unexpected', results: [{ errors: [{ message: 'not saved' }] }] },
                ],
              },
            ],
          },
        ],
      },
    ],
  }
  expect(countPlaywright(report('f', stories), 1).failures).toEqual([
    'a.spec.ts:9: saves\nnot saved',
  ])
})

test('the files that ran longest are named, of unit tests and of stories together', () => {
  const ran = (name: string, seconds: number) => ({
    name: path.join(process.cwd(), name),
    status: 'passed',
    message: '',
    startTime: 1_000,
    endTime: 1_000 + seconds * 1_000,
    assertionResults: [],
  })
  const unit = {
    numPassedTests: 2,
    numTotalTests: 2,
    testResults: [ran('lib/quick.test.ts', 0.2), ran('lib/slow.test.ts', 61)],
  }
  const story = (...durations: number[]) => ({
    file: 'a.spec.ts',
    line: 1,
    title: 'opens',
    tests: [
      {
        status: 'expected',
        results: durations.map((duration) => ({ duration, errors: [] })),
      },
    ],
  })
  const stories = {
    stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [story(9_000)],
        suites: [{ file: 'a.spec.ts', specs: [story(1_000, 2_400)] }],
      },
    ],
  }
  const files = [
    ...countVitest(report('g', unit), 0).files!,
    ...countPlaywright(report('h', stories), 0).files!,
  ]
  expect(slowest(files, 2)).toEqual(['   61 s  lib/slow.test.ts', '   12 s  e2e/a.spec.ts'])
})
