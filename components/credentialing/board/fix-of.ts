import { addDays, formatLocalDate } from '#lib/core/local-date.ts'
import type { ContractState } from '#lib/rules/coverage/facts.ts'
import type { BoardRow, NamedCause } from '#lib/rules/coverage/board.ts'

/** A fix for a cause: its link, and whether it needs the permission to record spans. */
export type Fix = { href: string; label: string; recordsSpan: boolean }

/** The fixes for a cause, the likeliest first, with their instructions. */
export type Fixes = { words: string; ways: Fix[] }

/**
 * The fixes for a cause: the contract, if it does not fit or a provider is missing from it; the span that is pending,
 * is for other states or has ended; or a new span, from the day after the former one or else from
 * the first day without cover. The link of a new span has the values for its form by their wire
 * names, and its state.
 */
export function fixesOf(cause: NamedCause, row: Pick<BoardRow, 'payer' | 'provider'>): Fixes {
  const isProvider = cause.kind === 'provider'
  const contract = `/contracts/${encodeURIComponent(cause.contract_id ?? '')}`
  const roster = { href: `${contract}/providers`, label: 'Open the roster', recordsSpan: false }
  const facilities = {
    href: `${contract}/service-facilities`,
    label: 'Open the facilities',
    recordsSpan: false,
  }
  if (cause.state === 'not-at-facility')
    return { words: 'Assign the provider to the facility.', ways: [facilities] }
  if (cause.state === 'not-listed')
    return isProvider
      ? { words: 'Add the provider to the contract’s roster.', ways: [roster] }
      : { words: 'Add the facility to the contract.', ways: [facilities] }
  if (cause.kind === 'contract')
    return {
      words: contractWays[cause.state as ContractState],
      ways: [{ href: contract, label: 'Open the contract', recordsSpan: false }],
    }
  const spans = `/credentialing/${isProvider ? 'provider' : 'facility'}-spans`
  const record = {
    href: `${spans}/new?${filled(cause, row)}`,
    label: 'Record a span',
    recordsSpan: true,
  }
  if (cause.span_id === undefined && cause.former) {
    const { id, end_date } = cause.former
    const day = formatLocalDate(end_date, { weekday: false })
    const extend = {
      href: `${spans}/${encodeURIComponent(id)}`,
      label: 'Extend the span',
      recordsSpan: false,
    }
    return {
      words: `The span ended on ${day}. Extend it if the payer did, or record the next one.`,
      ways: [extend, record],
    }
  }
  if (cause.span_id === undefined)
    return {
      words:
        cause.partly_on === undefined
          ? 'No credentialing span covers these dates.'
          : 'No credentialing span covers all of these dates.',
      ways: [record],
    }
  const open = {
    href: `${spans}/${encodeURIComponent(cause.span_id)}`,
    label: 'Open the span',
    recordsSpan: false,
  }
  if (cause.state === 'other-state')
    return {
      words: 'Add the state to the span, or record another span for it.',
      ways: [open, record],
    }
  if (cause.state === 'status-differs')
    return { words: 'Ask the payer, then correct the span’s dates.', ways: [open] }
  if (cause.waits_for === 'earlier-date')
    return { words: 'Enter the earlier date once the payer confirms it.', ways: [open] }
  if (cause.awaits_first_day) return { words: undatedWords(cause), ways: [open] }
  const words =
    cause.state === 'submitted'
      ? 'A span covers these dates and waits for the payer to load it.'
      : 'A span covers these dates, but nothing was submitted.'
  return { words, ways: [open] }
}

const contractWays: Record<ContractState, string> = {
  'contract-ended': 'Enter the new end date if the contract was renewed.',
  'contract-later': 'Check the effective date, and whether an earlier contract is missing.',
  'other-region': 'Check the contract’s states.',
  'other-line': 'Check the plan type on the card and the contract’s insurance types.',
  'other-claim-type': 'Check whether an institutional contract is missing.',
  individual: 'Check whether the group has its own contract.',
}

// A new span beside a pending one would be a second enrolment.
function undatedWords({ state, is_certain }: NamedCause): string {
  if (state === 'submitted')
    return 'Ask the payer for the effective date and enter it. Hold these captures until then.'
  return is_certain
    ? 'The span has no effective date, and nothing was submitted.'
    : 'Enter the effective date that the payer loaded.'
}

function filled(
  cause: NamedCause,
  { payer, provider }: Pick<BoardRow, 'payer' | 'provider'>,
): URLSearchParams {
  const covered = cause.kind === 'provider' ? 'rendering_provider_id' : 'service_facility_id'
  // A later first day would leave a gap behind the former span.
  const first = cause.former
    ? addDays(cause.former.end_date, 1)
    : (cause.partly_on ?? cause.first_date)
  return new URLSearchParams({
    [covered]: cause.id,
    contracting_provider_id: provider.id,
    payer_uuid: payer.uuid,
    start_date: first,
    ...(cause.kind === 'provider' && cause.place_state !== undefined
      ? { state: cause.place_state }
      : {}),
  })
}
