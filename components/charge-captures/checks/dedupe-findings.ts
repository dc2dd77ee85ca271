import type { PlacedFinding } from './capture-checks.ts'
import type { PlacedError } from './capture-marks.ts'

/** The finding that helps with each partner error, by the error's id, and the findings without such an error. */
export type DedupedFindings = { helps: ReadonlyMap<string, PlacedFinding>; rest: readonly PlacedFinding[] }

/**
 * A partner error and a finding often report the same problem. Show it once, as the partner's error, with the finding's
 * help. They are the same if both are at one control and have the same message, or are the only errors there.
 */
export function dedupeFindings(errors: readonly PlacedError[], findings: readonly PlacedFinding[]): DedupedFindings {
  const helps = new Map<string, PlacedFinding>()
  for (const error of errors) {
    const here = findings.filter((finding) => finding.severity === 'error' && finding.name === error.name)
    const alike = here.find((finding) => finding.message === error.message)
    const isAlone = here.length === 1 && errors.filter((other) => other.name === error.name).length === 1
    const help = alike ?? (isAlone ? here[0] : undefined)
    if (help) helps.set(error.id, help)
  }
  const shown = new Set(helps.values())
  return { helps, rest: findings.filter((finding) => !shown.has(finding)) }
}
