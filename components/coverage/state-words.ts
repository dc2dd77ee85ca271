import type { Tone } from '#components/ui/tone.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { DenialState } from '#lib/rules/coverage/facts.ts'
import type { CoverageState } from '#lib/rules/coverage/coverage.ts'

/**
 * Each state of cover: its word, a short word for little room, a plural if it is countable, and its
 * tone.
 */
export const stateWords: Record<
  DenialState,
  { word: string; brief?: string; many?: string; tone: Tone }
> = {
  covered: { word: 'Covered', tone: 'green' },
  expiring: { word: 'Expiring', tone: 'amber' },
  late: { word: 'Loaded late', tone: 'violet' },
  overlap: { word: 'Overlap', many: 'Overlaps', tone: 'blue' },
  submitted: { word: 'Submitted, not loaded', brief: 'Not loaded', tone: 'amber' },
  gap: { word: 'Gap', many: 'Gaps', tone: 'red' },
  expired: { word: 'Expired', tone: 'grey' },
  none: { word: 'No span', tone: 'red' },
  'other-state': { word: 'Other states only', tone: 'red' },
  'not-at-facility': { word: 'Not at this facility', tone: 'amber' },
  'not-listed': { word: 'Not on the contract', tone: 'red' },
  'status-differs': { word: 'Status and dates disagree', tone: 'amber' },
  'contract-ended': { word: 'Contract ended', tone: 'amber' },
  'contract-later': { word: 'Contract not yet effective', tone: 'amber' },
  'other-region': { word: 'No contract for the state', tone: 'amber' },
  'other-line': { word: 'Other line of business', tone: 'red' },
  'other-claim-type': { word: 'No institutional contract', tone: 'amber' },
  individual: { word: 'Contracted individually', tone: 'amber' },
}

/** The word for `submitted` while the payer has not set the first day. */
export const firstDayAwaited = 'Submitted, no effective date'

/** A count of a state, briefly: "2 gaps", "1 not loaded", "3 expired". */
export function countState(count: number, state: DenialState): string {
  const { word, brief = word, many = brief } = stateWords[state]
  return countOf(count, { one: brief.toLowerCase(), many: many.toLowerCase() })
}

/** The problem states in the order of legends and counts: the worst for claims first. */
export const problemOrder = [
  'gap',
  'none',
  'expired',
  'submitted',
  'overlap',
  'late',
  'expiring',
] as const satisfies readonly CoverageState[]
