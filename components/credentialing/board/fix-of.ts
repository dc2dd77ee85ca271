import type { BoardRow, NamedCause } from '#lib/rules/coverage/board.ts'

/** What would put a cause right: where to go, and what one does there. */
export type Fix = { href: string; label: string; words: string; task: 'createFacilityCredentialingSpan' | 'createProviderCredentialingSpan' | 'getContractV3' }

/**
 * The way to fix a cause: the contract where somebody is missing from it, the span that waits, or a new span that begins
 * on the first day which lacks cover. The link of a new span names the members that its form fills, by their wire names.
 */
export function fixOf(cause: NamedCause, { payer, provider }: Pick<BoardRow, 'payer' | 'provider'>): Fix {
  const isProvider = cause.kind === 'provider'
  if (cause.state === 'not-listed') {
    const contract = `/contracts/${encodeURIComponent(cause.contract_id ?? '')}`
    return isProvider
      ? { href: `${contract}/providers`, label: 'Open the roster', words: 'Add the provider to the contract’s roster.', task: 'getContractV3' }
      : { href: `${contract}/service-facilities`, label: 'Open the facilities', words: 'Add the facility to the contract.', task: 'getContractV3' }
  }
  const spans = `/credentialing/${isProvider ? 'provider' : 'facility'}-spans`
  if (cause.span_id !== undefined) {
    const words = cause.state === 'submitted' ? 'A span holds these days and waits for the payer to load it.' : 'A span holds these days, and nothing was submitted.'
    return { href: `${spans}/${encodeURIComponent(cause.span_id)}`, label: 'Open the span', words, task: 'getContractV3' }
  }
  const filled = new URLSearchParams({ [isProvider ? 'rendering_provider_id' : 'service_facility_id']: cause.id, contracting_provider_id: provider.id, payer_uuid: payer.uuid, start_date: cause.first_date })
  return {
    href: `${spans}/new?${filled}`,
    label: 'Record a span',
    words: 'No span holds these days.',
    task: isProvider ? 'createProviderCredentialingSpan' : 'createFacilityCredentialingSpan',
  }
}
