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

test('the tests that ran longest are named, unit tests and stories together', () => {
  const unit = {
    numPassedTests: 2,
    numTotalTests: 2,
    testResults: [
      {
        name: path.join(process.cwd(), 'lib/a.test.ts'),
        status: 'passed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [], duration: 200 },
          { status: 'passed', fullName: 'divides', failureMessages: [], duration: 61_000 },
          { status: 'pending', fullName: 'waits', failureMessages: [], duration: null },
        ],
      },
    ],
  }
  const story = (title: string, ...durations: number[]) => ({
    file: 'a.spec.ts',
    line: 1,
    title,
    tests: [
      { status: 'expected', results: durations.map((duration) => ({ duration, errors: [] })) },
    ],
  })
  const stories = {
    stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0 },
    suites: [
      {
        file: 'a.spec.ts',
        specs: [story('opens', 900)],
        suites: [{ file: 'a.spec.ts', specs: [story('saves', 1_000, 2_400)] }],
      },
    ],
  }
  const times = [
    ...countVitest(report('g', unit), 0).times!,
    ...countPlaywright(report('h', stories), 0).times!,
  ]
  expect(slowest(times, 3)).toEqual([
    '  61.0 s  lib/a.test.ts: divides',
    '   3.4 s  e2e/a.spec.ts: saves',
    '   0.9 s  e2e/a.spec.ts: opens',
  ])
})
