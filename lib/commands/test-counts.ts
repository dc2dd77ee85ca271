import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What a report says: how many tests passed and failed, the name and complaints of each that failed,
 * and how long each file ran.
 */
export type Counts = {
  passed: number
  failed: number
  failures?: string[]
  files?: readonly FileTime[]
}

/** How long the tests of a file ran, without the load of the file's modules. */
export type FileTime = { name: string; seconds: number }

/** The `count` files that ran longest, as lines with whole seconds. */
export function slowest(files: readonly FileTime[], count: number): string[] {
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${Math.round(seconds).toString().padStart(5)} s  ${name}`)
}

/**
 * Counts the tests of a Vitest JSON report. A failed run without a failed test (a file that fails
 * to load, an error that no test caught) counts as one failure.
 */
export function countVitest(report: string, status: number): Counts {
  const { numPassedTests = 0, numTotalTests = 0, testResults = [] } = readReport(report)
  const failures = testResults.flatMap((file) => [
    ...(file.status === 'failed' && file.message ? [`${file.name}: ${file.message}`] : []),
    ...file.assertionResults
      .filter((test) => test.status !== 'passed')
      .map(
        (test) =>
          `${file.name}: ${test.fullName}\n${test.failureMessages.join('\n') || test.status}`,
      ),
  ])
  const files = testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
    name: path.relative(process.cwd(), name),
    seconds: (endTime - startTime) / 1_000,
  }))
  return withStatus(
    { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures, files },
    status,
  )
}

/**
 * Counts the tests of a Playwright JSON report. A test that passed at its second try only counts as
 * failed, and its name says so. A test that did not run does not count as passed.
 */
export function countPlaywright(report: string, status: number): Counts {
  const { stats, suites = [] } = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  return withStatus(
    {
      passed: expected,
      failed: unexpected + skipped + flaky,
      failures: suites.flatMap(complaintsOfSuite),
      files: suites.map((suite) => ({
        name: `e2e/${suite.file}`,
        seconds: millisecondsOf(suite) / 1_000,
      })),
    },
    status,
  )
}

function complaintsOfSuite(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status !== 'expected')
      .map((test) => {
        const complaints = test.results.flatMap((result) =>
          result.errors.map((error) => error.message ?? ''),
        )
        const isUnsteady = test.status === 'flaky'
        return `${spec.file}:${spec.line}: ${spec.title}${isUnsteady ? ' (passed at its second try)' : ''}\n${complaints.join('\n') || test.status}`
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(complaintsOfSuite)]
}

function millisecondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const runs = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  const own = runs.reduce((sum, { duration = 0 }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + millisecondsOf(suite), own)
}

function withStatus(counts: Counts, status: number): Counts {
  const broken = counts.failed === 0 && (status !== 0 || counts.passed === 0)
  return broken ? { ...counts, failed: 1 } : counts
}

type Report = {
  numPassedTests?: number
  numTotalTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    /** Milliseconds since 1970. */
    startTime?: number
    endTime?: number
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites?: PlaywrightSuite[]
}

type PlaywrightSuite = {
  file: string
  specs?: {
    file: string
    line: number
    title: string
    tests: { status: string; results: { duration?: number; errors: { message?: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return {}
  }
}
