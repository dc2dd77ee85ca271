/**
 * The intended result of a visit's captures. The claim creation's status always comes from
 * evaluating them.
 */
export type Scenario =
  | 'successful'
  | 'in-error'
  | 'held'
  | 'dry-run'
  | 'aborted'
  | 'not-started'
  /** Captures that are left out of claims and never had a claim creation. */
  | 'unlinked'
  /** A planned capture without a complete group. */
  | 'ungrouped'

const shares: readonly (readonly [Scenario, number])[] = [
  ['successful', 22],
  ['in-error', 8],
  ['held', 4],
  ['unlinked', 2],
  ['dry-run', 1],
  ['aborted', 1],
  ['not-started', 1],
  ['ungrouped', 1],
]

/**
 * One round of scenarios, spread evenly: the first forty visits have every status, in data sets of
 * any size.
 */
export const scenarioRound: readonly Scenario[] = spread()

function spread(): Scenario[] {
  const total = shares.reduce((sum, [, share]) => sum + share, 0)
  const credit = shares.map(() => 0)
  return Array.from({ length: total }, () => {
    shares.forEach(([, share], i) => (credit[i]! += share))
    const next = credit.indexOf(Math.max(...credit))
    credit[next]! -= total
    return shares[next]![0]
  })
}

/** The claim statuses of billed claims with their relative frequencies. */
export const claimStatuses = [
  ['biller_received', 14],
  ['coded', 8],
  ['submitted_to_payer', 22],
  ['era_received', 6],
  ['paid', 22],
  ['finalized_paid', 9],
  ['denied', 6],
  ['rejected', 4],
  ['finalized_denied', 3],
  ['missing_information', 2],
  ['waiting_for_provider', 1],
  ['held_by_customer', 1],
  ['paid_incorrectly', 1],
  ['era_requires_review', 1],
] as const
