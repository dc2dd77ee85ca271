import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { addDays, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { isJsonObject } from '#lib/core/json.ts'
import { chargesOf } from '#lib/lists/rows/rows.ts'
import { coverDenials, type DeniedClaim } from '#lib/rules/coverage/reprocess.ts'
import type { BoardInput } from './board-input.ts'
import { coverFacts } from './read-facts.ts'
import { wantProvider } from './pairs.ts'
import { walkList, type BoardTools } from './walk-list.ts'

// An encounter has some kilobytes, and a reply has at most 20 MB.
const pageSize = 200
// The partner filters by status, not by the reason of a denial. Older claims have passed nearly
// every limit, and an organization may have hundreds of thousands of denied ones.
const daysBack = 730
const statuses = ['denied', 'finalized_denied']

/**
 * Reads the claims of the last two years that payers denied because cover was missing. The key may
 * not be allowed to list encounters: then `failure` says why, and the rest of the board goes on.
 */
export async function readDenied(reading: BoardTools, input: BoardInput): Promise<void> {
  const { denied, pairs } = input
  denied.since = addDays(reading.asOf, -daysBack)
  const seen = new Set<string>()
  let read = 0
  for (const claim_status of statuses) {
    const end = await walkList(reading, {
      operation: operations.listEncounters,
      query: {
        claim_status,
        date_of_service_min: denied.since,
        sort: 'created_at:asc',
      },
      limit: pageSize,
      toFacts: toDeniedClaims,
      take: (claims) => {
        for (const claim of claims) {
          if (seen.has(claim.claim_id)) continue
          seen.add(claim.claim_id)
          denied.claims.push(claim)
          wantProvider(pairs, claim)
        }
        read += 1
        return { words: 'Reading denied claims', done: read, total: null }
      },
    })
    denied.unreadable += end.unreadable
    if (end.failure) {
      denied.failure = end.failure.message
      return
    }
  }
}

/**
 * The claims of an encounter that were denied because cover was missing; none for other denials.
 * Undefined for an encounter without an id.
 */
export function toDeniedClaims(encounter: unknown): DeniedClaim[] | undefined {
  const id = textOf(memberAt(encounter, 'encounter_id'))
  if (id === undefined || !isJsonObject(encounter)) return undefined
  return itemsOf(memberAt(encounter, 'claims')).flatMap((claim) => {
    const status = textOf(memberAt(claim, 'status')) ?? ''
    const denials = itemsOf(memberAt(claim, 'service_lines')).flatMap((line) => {
      const reason = textOf(memberAt(line, 'denial_reason', 'reason'))
      return reason !== undefined && Object.hasOwn(coverDenials, reason) ? { line, reason } : []
    })
    if (!statuses.includes(status) || denials.length === 0) return []
    const lines = denials.map(({ line }) => line)
    const data = { ...encounter, service_lines: lines }
    const date = textOf(memberAt(encounter, 'date_of_service'))
    return {
      ...coverFacts(data, date),
      id,
      external_id: textOf(memberAt(encounter, 'external_id')),
      cents: chargesOf(data),
      claim_id: textOf(memberAt(claim, 'claim_id')) ?? id,
      control_number: textOf(memberAt(claim, 'payer_claim_id')),
      reason: denials[0]!.reason,
      is_final: status === 'finalized_denied',
      denied_on: firstRemittance(claim),
    }
  })
}

function firstRemittance(claim: unknown): LocalDate | undefined {
  return itemsOf(memberAt(claim, 'eras'))
    .map((era) => textOf(memberAt(era, 'check_date')) ?? '')
    .filter(isLocalDate)
    .toSorted()[0]
}
