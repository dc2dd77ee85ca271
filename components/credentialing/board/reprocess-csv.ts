import { toCsv } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { coverDenials, type ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'

const heads = [
  'Payer',
  'Payer ID',
  'Contracting provider',
  'Contracting NPI',
  'Rendering NPI',
  'Encounter',
  'Claim ID',
  'Payer control number',
  'Date of service',
  'Dollars denied',
  'Denial',
  'Denied on',
  'Span loaded on',
  'Send as',
  'Last day',
]

/** Denied claims as CSV text, as a payer's representative takes a list to process again. */
export function reprocessCsv(
  { payer, provider }: Pick<BoardRow, 'payer' | 'provider'>,
  claims: readonly ReprocessClaim[],
): string {
  const lines = claims.map((claim) => [
    payer.name,
    payer.id,
    provider.name,
    provider.npi,
    claim.rendering_npi,
    claim.external_id ?? claim.id,
    claim.claim_id,
    claim.control_number,
    claim.date,
    claim.cents === undefined ? null : dollarsText(claim.cents),
    coverDenials[claim.reason] ?? claim.reason,
    claim.denied_on,
    claim.loaded_on,
    claim.by.way,
    claim.by.lastDay,
  ])
  return toCsv([heads, ...lines])
}
