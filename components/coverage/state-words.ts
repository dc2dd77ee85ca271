import type { Tone } from '#components/ui/tone.ts'
import type { NeedState } from '#lib/rules/coverage/at-risk.ts'
import type { CoverageState } from '#lib/rules/coverage/coverage.ts'

/** Each state of cover, and each way to stand outside of it: its word, a brief one where there is little room, and its tint. */
export const stateWords: Record<NeedState, { word: string; brief?: string; tone: Tone }> = {
  covered: { word: 'Covered', tone: 'green' },
  expiring: { word: 'Expiring', tone: 'amber' },
  late: { word: 'Loaded late', tone: 'violet' },
  overlap: { word: 'Overlap', tone: 'blue' },
  submitted: { word: 'Submitted, not loaded', brief: 'Not loaded', tone: 'amber' },
  gap: { word: 'Gap', tone: 'red' },
  expired: { word: 'Expired', tone: 'grey' },
  none: { word: 'No span', tone: 'red' },
  'other-state': { word: 'Other states only', tone: 'red' },
  'not-at-facility': { word: 'Not at this facility', tone: 'amber' },
  'not-listed': { word: 'Not on the contract', tone: 'red' },
}

/** What somebody should look at, as legends and counts show it: what is worst for claims first. */
export const problemOrder = ['gap', 'none', 'expired', 'submitted', 'overlap', 'late', 'expiring'] as const satisfies readonly CoverageState[]
