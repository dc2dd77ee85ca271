import { readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * What a report says: how many tests passed and failed, the name and first complaint of each that
 * failed and of each that passed at its second try only, and how long each file ran.
 */
export type Counts = {
  passed: number
  failed: number
  failures?: string[]
  unsteady?: string[]
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

/** So many stories may need a second try: a busy machine explains one or two, more are a defect. */
const mostUnsteady = 2

/**
 * Counts the tests of a Playwright JSON report. Up to two tests that passed at their second try only
 * count as passed, and are named; with more of them, each counts as failed. A test that did not run
 * does not count as passed.
 */
export function countPlaywright(report: string, status: number): Counts {
  const { stats, suites = [] } = readReport(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats ?? {}
  const isSteady = flaky <= mostUnsteady
  const complaints = suites.flatMap(complaintsOfSuite)
  const told = (isUnsteady: boolean) =>
    complaints.filter((each) => each.isUnsteady === isUnsteady).map(({ words }) => words)
  return withStatus(
    {
      passed: expected + (isSteady ? flaky : 0),
      failed: unexpected + skipped + (isSteady ? 0 : flaky),
      failures: [...told(false), ...(isSteady ? [] : told(true))],
      ...(isSteady && flaky > 0 && { unsteady: told(true) }),
      files: suites.map((suite) => ({
        name: `e2e/${suite.file}`,
        seconds: millisecondsOf(suite) / 1_000,
      })),
    },
    status,
  )
}

type Complaint = { words: string; isUnsteady: boolean }

function complaintsOfSuite(suite: PlaywrightSuite): Complaint[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status !== 'expected')
      .map((test) => {
        const complaints = test.results.flatMap((result) =>
          result.errors.map((error) => error.message ?? ''),
        )
        return {
          words: `${spec.file}:${spec.line}: ${spec.title}\n${complaints.join('\n') || test.status}`,
          isUnsteady: test.status === 'flaky',
        }
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
