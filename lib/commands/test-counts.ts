import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What a report says: how many tests passed and failed, the name and complaints of each that failed,
 * and how long each ran.
 */
export type Counts = {
  passed: number
  failed: number
  failures?: string[]
  times?: readonly TestTime[]
}

/** How long a test ran, with all its tries. */
export type TestTime = { name: string; seconds: number }

/** The `count` tests that ran longest, as lines with tenths of seconds. */
export function slowest(times: readonly TestTime[], count: number): string[] {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
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
  const times = testResults.flatMap((file) =>
    file.assertionResults.map(({ fullName, duration }) => ({
      name: `${path.relative(process.cwd(), file.name)}: ${fullName}`,
      seconds: (duration ?? 0) / 1_000,
    })),
  )
  return withStatus(
    { passed: numPassedTests, failed: numTotalTests - numPassedTests, failures, times },
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
      times: suites.flatMap(timesOfSuite),
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

function timesOfSuite({ specs = [], suites = [] }: PlaywrightSuite): TestTime[] {
  const own = specs.map(({ file, title, tests }) => {
    const runs = tests.flatMap(({ results }) => results)
    const ms = runs.reduce((sum, { duration = 0 }) => sum + duration, 0)
    return { name: `e2e/${file}: ${title}`, seconds: ms / 1_000 }
  })
  return [...own, ...suites.flatMap(timesOfSuite)]
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
    assertionResults: {
      status: string
      fullName: string
      failureMessages: string[]
      /** Milliseconds; null for a test that did not run. */
      duration?: number | null
    }[]
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
