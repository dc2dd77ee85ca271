import type { RecordedSpan } from '#lib/actions/replies.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import type { UnjudgedReason } from '#lib/rules/coverage/at-risk.ts'
import type { NamedCause } from '#lib/rules/coverage/board.ts'

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
    words: 'No contract in force on the date of service',
    help: 'The contract is pending, cancelled, or doesn’t cover the date of service.',
  },
  'other-region': {
    words: 'No contract for the state',
    help: 'The contracts in force don’t cover the service facility’s state.',
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

/** The things that the board counts. */
export const captureNoun = { one: 'capture', many: 'captures' }

/** The dates and places of a cause as a sentence; undefined if its state is enough. */
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
    return `On the contract, but not listed at ${facility_name ?? 'the facility'}.`
  const undated = !awaits_first_day
    ? ''
    : state === 'submitted'
      ? 'The payer has the paperwork but hasn’t set an effective date. These dates may still be covered.'
      : 'The span has no effective date, so its coverage is unknown.'
  const days =
    partly_on === undefined
      ? ''
      : `Some dates of a service aren’t covered, the first on ${formatLocalDate(partly_on, { weekday: false })}.`
  const place =
    state === 'other-state'
      ? elsewhereWords(span_states, place_state, is_certain)
      : place_state === undefined
        ? ''
        : `For ${place_state}: spans for other states don’t count.`
  return [undated, place, days].filter(Boolean).join(' ') || undefined
}

function elsewhereWords(
  states: readonly string[],
  place: string | undefined,
  isCertain: boolean,
): string {
  if (states.length === 0) return 'The span for these dates doesn’t list its states.'
  const covered = `Covered in ${statesWords(states)}`
  if (place === undefined) return `${covered}; the captures have no place of service.`
  return isCertain
    ? `${covered}, not in ${place}, where the facility is.`
    : `${covered}, not in ${place}; for telehealth, home visits or no facility, the payer may use another state.`
}

// A span may name nearly every state.
function statesWords(states: readonly string[]): string {
  const named = states.slice(0, 6)
  const more = states.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more states`
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
