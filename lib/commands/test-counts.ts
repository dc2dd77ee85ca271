import { readFileSync } from 'node:fs'

export type Counts = { passed: number; failed: number }

/** The tests of a Vitest JSON report. A run that failed without a failed test (a file that does not load) counts as one. */
export function countVitest(report: string, status: number): Counts {
  const { numPassedTests = 0, numTotalTests = 0 } = readReport(report)
  return withStatus({ passed: numPassedTests, failed: numTotalTests - numPassedTests }, status)
}

/** The tests of a Playwright JSON report. A test that passed only when repeated, or did not run, is not passed. */
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
