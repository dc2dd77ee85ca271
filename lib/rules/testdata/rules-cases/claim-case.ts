import type { Severity } from '#lib/rules/scrub/rule.ts'

/**
 * A change of the clean capture, and what the checks say. `fix` is the label of the button that the
 * path offers; without `fix`, the path offers none. A value of undefined removes its member.
 */
export type ClaimCase = {
  id: string
  /** Where the right answer is written; missing where the rule of the finding names it. */
  source?: string
  changes: Record<string, unknown>
  /** The status of the capture; `billable` without one. */
  status?: 'planned' | 'billable'
  expected: readonly { path: string; severity: Severity | 'silent'; words: RegExp; fix?: string }[]
}
