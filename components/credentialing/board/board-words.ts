import type { Tone } from '#components/ui/tone.ts'
import type { NeedState, UnjudgedReason } from '#lib/rules/coverage/at-risk.ts'
import type { CoverageState } from '#lib/rules/coverage/coverage.ts'

/** Each state: what a person calls it, in a few letters, and its tint. */
export const stateWords: Record<NeedState, { word: string; brief: string; tone: Tone }> = {
  covered: { word: 'Covered', brief: 'covered', tone: 'green' },
  expiring: { word: 'Expiring within 30 days', brief: 'expiring', tone: 'amber' },
  late: { word: 'Loaded late', brief: 'loaded late', tone: 'violet' },
  overlap: { word: 'Overlap', brief: 'overlap', tone: 'blue' },
  submitted: { word: 'Submitted, not loaded', brief: 'not loaded', tone: 'amber' },
  gap: { word: 'Gap', brief: 'gap', tone: 'red' },
  expired: { word: 'Expired', brief: 'expired', tone: 'grey' },
  none: { word: 'No span', brief: 'no span', tone: 'red' },
  'not-listed': { word: 'Not on the contract', brief: 'not on contract', tone: 'red' },
}

/** What is worst for claims first. */
export const problemOrder = ['gap', 'none', 'expired', 'submitted', 'overlap', 'expiring', 'late'] as const satisfies readonly CoverageState[]

/** Why nobody can say whether a capture will be paid, and what would help. */
export const reasonWords: Record<UnjudgedReason, { words: string; help: string }> = {
  'no-payer': { words: 'No payer on the primary card', help: 'The capture names no payer id.' },
  'no-billing-npi': { words: 'No billing NPI', help: 'Without it nobody knows whose contract counts.' },
  'no-date': { words: 'No date of service', help: 'Cover is judged on the day of the visit.' },
  'no-contract': { words: 'No contract of payer and billing provider', help: 'Or one that this key may not read.' },
  'not-in-force': { words: 'No contract in force on the day', help: 'It is pending, cancelled, or does not hold the date of service.' },
  'nobody-named': { words: 'Neither rendering provider nor facility', help: 'There is nobody whose cover could be looked at.' },
  'not-read': { words: 'Roster or spans could not be read', help: 'See what could not be read, and run the board again.' },
  unreadable: { words: 'The capture could not be read', help: 'The partner sent it in a form that the console does not know.' },
}

/** What the board counts. */
export const captureNoun = { one: 'capture', many: 'captures' }
