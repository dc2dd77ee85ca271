import type { Severity } from '#lib/rules/scrub/rule.ts'

/** "2 errors, 1 warning"; undefined where there is neither. */
export function countWords(findings: readonly { severity: Severity }[]): string | undefined {
  const errors = findings.filter((finding) => finding.severity === 'error').length
  const words = [amountOf(errors, 'error'), amountOf(findings.length - errors, 'warning')].filter(Boolean)
  return words.length === 0 ? undefined : words.join(', ')
}

function amountOf(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}
