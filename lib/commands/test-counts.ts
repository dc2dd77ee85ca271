import { readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number }

/**
 * Counts the tests of a Vitest JSON report. A failed run without a failed test (a file that fails to load) counts as
 * one failure.
 */
export function countVitest(report: string, status: number): Counts {
  const { numPassedTests = 0, numTotalTests = 0 } = readReport(report)
  return withStatus({ passed: numPassedTests, failed: numTotalTests - numPassedTests }, status)
}

/**
 * Counts the tests of a Playwright JSON report. A test that passed only on retry, or did not run, does not count as
 * passed.
 */
export function countPlaywright(report: string, status: number): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(report).stats ?? {}
  return withStatus({ passed: expected, failed: unexpected + flaky + skipped }, status)
}

function withStatus(counts: Counts, status: number): Counts {
  const broken = counts.failed === 0 && (status !== 0 || counts.passed === 0)
  return broken ? { ...counts, failed: 1 } : counts
}

type Report = {
  numPassedTests?: number
  numTotalTests?: number
  stats?: { expected: number; unexpected: number; flaky: number; skipped: number }
}

function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return {}
  }
}
