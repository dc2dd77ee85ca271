import type { ContractTerms } from './facts.ts'

/**
 * The ids of the service facilities that count for a payer and a contracting provider, on the board
 * and on the timeline of a contract: those that the contracts list, and, under a professional
 * contract, those with spans. An institutional contract alone does not pay for a facility that it
 * does not list, whatever its spans. Source: field knowledge of enrolment: many payers enrol no
 * facilities for professional services, so only spans show which ones they do.
 */
export function countedFacilities(
  contracts: readonly Pick<ContractTerms, 'type' | 'facilities'>[],
  withSpans: Iterable<string>,
): Set<string> {
  const counted = new Set(contracts.flatMap(({ facilities }) => [...(facilities?.keys() ?? [])]))
  if (contracts.some(({ type }) => type !== 'institutional'))
    for (const id of withSpans) counted.add(id)
  return counted
}
