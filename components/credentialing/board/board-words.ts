import { formatLocalDate } from '#lib/core/local-date.ts'
import type { UnjudgedReason } from '#lib/rules/coverage/at-risk.ts'
import type { NamedCause } from '#lib/rules/coverage/board.ts'

/** Why nobody can say whether a capture will be paid, and what would help. */
export const reasonWords: Record<UnjudgedReason, { words: string; help: string }> = {
  'no-payer': { words: 'No payer on the primary card', help: 'The capture names no payer id.' },
  'no-billing-npi': { words: 'No billing NPI', help: 'Without it nobody knows whose contract counts.' },
  'no-date': { words: 'No date of service', help: 'Cover is judged on the days of the capture and its lines.' },
  'no-contract': { words: 'No contract of payer and billing provider', help: 'Or one that this key may not read.' },
  'not-in-force': {
    words: 'No contract in force on the day',
    help: 'It is pending, cancelled, or does not hold the date of service.',
  },
  'other-region': {
    words: 'No contract for the state',
    help: 'The contracts in force on the day are for other states than the one of the service facility.',
  },
  'region-unknown': {
    words: 'Unknown whether a contract is for the state',
    help: 'The contracts in force on the day do not tell their states, or nobody can tell in which state the service was.',
  },
  'nobody-named': {
    words: 'Neither rendering provider nor facility',
    help: 'There is nobody whose cover could be looked at.',
  },
  'not-read': {
    words: 'Roster or spans could not be read',
    help: 'See what could not be read, and run the board again.',
  },
  unreadable: {
    words: 'The capture could not be read',
    help: 'The partner sent it in a form that the console does not know.',
  },
}

/** What the board counts. */
export const captureNoun = { one: 'capture', many: 'captures' }

/** What of place and days decides a cause, as a sentence; undefined where its state says it all. */
export function whyWords({
  state,
  is_certain,
  place_state,
  span_states = [],
  partly_on,
  facility_name,
  awaits_first_day,
}: NamedCause): string | undefined {
  if (state === 'not-at-facility')
    return `On the contract, but not among those whom it names for ${facility_name ?? 'the facility'}.`
  const undated = !awaits_first_day
    ? ''
    : state === 'submitted'
      ? 'The payer has the paperwork and has not named the first day: these days may be covered yet.'
      : 'The span has no first day, so nobody can say which days it covers.'
  const days =
    partly_on === undefined
      ? ''
      : `Only some of the days of a service lack cover, the first on ${formatLocalDate(partly_on, { weekday: false })}.`
  const place =
    state === 'other-state'
      ? elsewhereWords(span_states, place_state, is_certain)
      : place_state === undefined
        ? ''
        : `For ${place_state}: spans for other states do not count.`
  return [undated, place, days].filter(Boolean).join(' ') || undefined
}

function elsewhereWords(states: readonly string[], place: string | undefined, isCertain: boolean): string {
  if (states.length === 0) return 'The span of these days does not say for which states it is.'
  const covered = `Covered in ${statesWords(states)}`
  if (place === undefined) return `${covered}; the captures do not say where they were.`
  return isCertain
    ? `${covered}, not in ${place}, where the facility is.`
    : `${covered}, not in ${place}; by telehealth, at home or without a facility the payer may count another state.`
}

// A span may name every state but a few.
function statesWords(states: readonly string[]): string {
  const named = states.slice(0, 6)
  const more = states.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more states`
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
