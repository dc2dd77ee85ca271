import type { PlacedFinding } from './capture-checks.ts'
import type { PlacedError } from './use-capture-marks.ts'

/** What the checks add to each error of the partner's, by the error's id, and the findings that say something else. */
export type ToldOnce = { helps: ReadonlyMap<string, PlacedFinding>; rest: readonly PlacedFinding[] }

/**
 * The partner's errors and the checks often name the same thing: it is said once, as the partner's word, with what the
 * checks know to do about it. The same is what stands at one control and says the same, or is its only error there.
 */
export function tellOnce(errors: readonly PlacedError[], findings: readonly PlacedFinding[]): ToldOnce {
  const helps = new Map<string, PlacedFinding>()
  for (const error of errors) {
    const here = findings.filter((finding) => finding.severity === 'error' && finding.name === error.name)
    const alike = here.find((finding) => finding.message === error.message)
    const isAlone = here.length === 1 && errors.filter((other) => other.name === error.name).length === 1
    const help = alike ?? (isAlone ? here[0] : undefined)
    if (help) helps.set(error.id, help)
  }
  const told = new Set(helps.values())
  return { helps, rest: findings.filter((finding) => !told.has(finding)) }
}
