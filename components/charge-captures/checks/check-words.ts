import { countOf, errorNoun } from '#lib/core/count-of.ts'
import type { Severity } from '#lib/rules/scrub/rule.ts'

/** "2 errors, 1 warning" of findings; undefined where there are none. */
export function countWords(findings: readonly { severity: Severity }[]): string | undefined {
  const errors = findings.filter((finding) => finding.severity === 'error').length
  return findings.length === 0 ? undefined : amountWords(errors, findings.length - errors)
}

/** "2 errors, 1 warning" of two amounts; a nought is left out. */
export function amountWords(errors: number, warnings: number): string {
  return [
    errors > 0 && countOf(errors, errorNoun),
    warnings > 0 && countOf(warnings, { one: 'warning', many: 'warnings' }),
  ]
    .filter(Boolean)
    .join(', ')
}
