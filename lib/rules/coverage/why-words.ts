import { formatLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { verdictOfReason, type RiskVerdict } from './at-risk.ts'
import type { DenialReason, Doubt, LineOfBusiness, OtherRank } from './facts.ts'
import type { WaitsFor } from './coverage-gap.ts'

/** A reason, with the name of its facility if one is known. */
type NamedReason = DenialReason & { facility_name?: string | undefined }

/** The verdicts at risk in words, as labels. */
export const verdictWords: Record<RiskVerdict, string> = {
  'will-deny': 'Will deny',
  hold: 'Hold until loaded',
  'may-deny': 'May deny',
}

/** What a held capture waits for, as a noun. */
export const waitNouns: Record<WaitsFor, string> = {
  load: 'Load of the span',
  'effective-date': 'Effective date',
  'earlier-date': 'Earlier effective date',
}

const lineWords: Record<LineOfBusiness, string> = {
  commercial: 'commercial',
  medicare: 'Medicare',
  medicaid: 'Medicaid',
}

const doubtWords: Record<Exclude<Doubt, 'patient-state'>, string> = {
  supervised:
    'The supervising provider is covered. Should it be billed under the supervisor? Some payers pay that.',
  emergency: 'This is an emergency service. Payers pay emergencies without a contract.',
  'out-of-network': 'The plan also pays providers outside its network, so it may pay less.',
}

/**
 * Why a reason gives its verdict, in sentences: its contract, what it waits for, its dates and
 * places, and what may save it. Undefined if its state says it all.
 */
export function whyWords(reason: NamedReason): string | undefined {
  const { state, place_state, span_states = [], partly_on, doubt } = reason
  const place =
    state === 'other-state'
      ? elsewhereWords(span_states, reason)
      : place_state === undefined || reason.kind === 'contract'
        ? ''
        : `For ${place_state}: spans for other states don’t count.`
  const days =
    partly_on === undefined
      ? ''
      : `Some dates of a service aren’t covered, the first on ${dayWords(partly_on)}.`
  const saved = doubt === undefined || doubt === 'patient-state' ? '' : doubtWords[doubt]
  return (
    [contractWords(reason), spanWords(reason), waitWords(reason), place, days, saved]
      .filter(Boolean)
      .join(' ') || undefined
  )
}

/** Names a claim to another insurance with its payer: "Secondary claim to Highplain Medicaid". */
export function otherClaimWords(rank: OtherRank, payer: string): string {
  return `${rank === 'secondary' ? 'Secondary' : 'Tertiary'} claim to ${payer}`
}

/** How sure a verdict is: "Certain." or what would have to be known. */
export function certaintyWords(reason: Pick<DenialReason, 'waits_for' | 'is_certain'>): string {
  if (verdictOfReason(reason) === 'may-deny') return 'Not certain'
  if (!reason.waits_for) return 'Certain'
  if (reason.waits_for === 'load') return 'Denied if billed now, paid once loaded'
  return 'Denied if billed now; paid only if the payer’s date covers these days'
}

function contractWords({ state, facility_name, line, contract_day, ...reason }: NamedReason) {
  const day = contract_day === undefined ? '' : dayWords(contract_day)
  switch (state) {
    case 'not-at-facility':
      return `On the contract, but not listed at ${facility_name ?? 'the facility'}.`
    case 'contract-ended':
      return `The contract ended on ${day}. Was it renewed? Then enter the new end date.`
    case 'contract-later':
      return `The contract begins on ${day}.`
    case 'other-region':
      return `The contracts in force don’t cover ${reason.place_state}, where the facility is.`
    case 'other-claim-type':
      return 'These are institutional claims, and no institutional contract is in force.'
    case 'individual':
      return 'The rendering provider is contracted individually with this payer, not with the group that bills.'
    case 'other-line':
      return reason.is_certain
        ? `The contract isn’t for ${lineWords[line!]} plans.`
        : `The contract is for some ${lineWords[line!]} plans, but doesn’t list the card’s type of insurance.`
    default:
      return ''
  }
}

function spanWords({ state, span_status, awaits_first_day, waits_for }: NamedReason): string {
  if (state === 'status-differs')
    return `The span’s status says “${span_status!.replaceAll('_', ' ')}”, but its dates don’t. Ask the payer which is right.`
  if (!awaits_first_day) return ''
  return waits_for
    ? 'The payer has the paperwork but hasn’t set an effective date. These dates may still be covered.'
    : 'The span has no effective date, so its coverage is unknown.'
}

function waitWords({ waits_for, submitted_on, loads_on, covered_from }: NamedReason): string {
  const sent = submitted_on === undefined ? '' : `submitted on ${dayWords(submitted_on)}`
  if (waits_for === 'load')
    return loads_on === undefined
      ? `Waits for the payer to load the span, ${sent}. The day isn’t known.`
      : `Waits until ${dayWords(loads_on)}, when the payer loads the span.`
  if (waits_for === 'effective-date') return `Waits for the effective date, ${sent}.`
  if (submitted_on === undefined) return ''
  const asked = `Submitted on ${dayWords(submitted_on)}, before these dates.`
  return waits_for === 'earlier-date'
    ? `${asked} Ask the payer for an earlier effective date.`
    : `${asked} Covered only from ${covered_from ? dayWords(covered_from) : 'later on'}. How far back this payer goes isn’t known here: ask for an earlier effective date before billing.`
}

function elsewhereWords(
  states: readonly string[],
  { place_state: place, is_certain, doubt }: NamedReason,
): string {
  if (states.length === 0) return 'The span for these dates doesn’t list its states.'
  const covered = `Covered in ${statesWords(states)}`
  if (place === undefined) return `${covered}; the captures have no place of service.`
  if (doubt === 'patient-state')
    return `${covered}, not in ${place}, where the patient lives; for telehealth and home visits the payer may use that state.`
  return is_certain
    ? `${covered}, not in ${place}, where the facility is.`
    : `${covered}, not in ${place}; for telehealth, home visits or no facility, the payer may use another state.`
}

const dayWords = (day: LocalDate) => formatLocalDate(day, { weekday: false })

// A span may name nearly every state.
function statesWords(states: readonly string[]): string {
  const named = states.slice(0, 6)
  const more = states.length - named.length
  if (more > 0) return `${named.join(', ')} and ${more} more states`
  return named.length === 1 ? named[0]! : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}
