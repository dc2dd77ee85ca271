import type { RecordedSpan } from '#lib/actions/coverage-board/recorded-spans.ts'
import type { RiskSums } from '#lib/rules/coverage/board.ts'
import type { UnjudgedReason } from '#lib/rules/coverage/facts.ts'
import { verdictWords } from '#lib/rules/coverage/why-words.ts'

/** The reasons why a capture could not be checked, and what would help. */
export const reasonWords: Record<UnjudgedReason, { words: string; help: string }> = {
  'no-payer': { words: 'No payer on the primary card', help: 'The capture has no payer ID.' },
  'no-billing-npi': { words: 'No billing NPI', help: 'Without it, the contract can’t be found.' },
  'no-date': {
    words: 'No date of service',
    help: 'Coverage is checked on the dates of the capture and its lines.',
  },
  'no-contract': {
    words: 'No contract between payer and billing provider',
    help: 'Or this connection can’t see it.',
  },
  'not-in-force': {
    words: 'No effective contract',
    help: 'The contracts with this payer are pending or cancelled.',
  },
  'region-unknown': {
    words: 'Unknown contract state',
    help: 'The contracts in force don’t list their states, or the state of the service is unknown.',
  },
  'nobody-named': {
    words: 'Neither rendering provider nor facility',
    help: 'Add a rendering provider or a service facility to check coverage.',
  },
  'not-read': {
    words: 'Roster or spans couldn’t be loaded',
    help: 'See what couldn’t be loaded, then check coverage again.',
  },
  unreadable: {
    words: 'The capture couldn’t be read',
    help: 'The partner sent it in an unknown format.',
  },
}

/** Who last wrote a span after the board began. */
export function recordedWords({ by }: RecordedSpan): string {
  return `Span recorded or changed by ${by}`
}

/** The claims to other insurances at risk: "2 will deny, 1 hold until loaded". */
export function otherWords({ will, hold, may }: RiskSums): string {
  return [
    { captures: will.captures, words: verdictWords['will-deny'] },
    { captures: hold.captures, words: verdictWords.hold },
    { captures: may.captures, words: verdictWords['may-deny'] },
  ]
    .filter(({ captures }) => captures > 0)
    .map(({ captures, words }) => `${captures.toLocaleString('en-US')} ${words.toLowerCase()}`)
    .join(', ')
}

/** The things that the board counts. */
export const captureNoun = { one: 'capture', many: 'captures' }
export const claimNoun = { one: 'claim', many: 'claims' }
