import type { Severity } from '#lib/rules/scrub/rule.ts'

/** "2 errors, 1 warning" of findings; undefined where there are none. */
export function countWords(findings: readonly { severity: Severity }[]): string | undefined {
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return findings.length === 0 ? undefined : amountWords(errors, findings.length - errors)
}

/** "2 errors, 1 warning" of two amounts; a nought is left out. */
export function amountWords(errors: number, warnings: number): string {
  return [amountOf(errors, 'error'), amountOf(warnings, 'warning')].filter(Boolean).join(', ')
}

function amountOf(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
