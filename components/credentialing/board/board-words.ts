import type { UnjudgedReason } from '#lib/rules/coverage/at-risk.ts'

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
