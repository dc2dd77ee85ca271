import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { parseExact } from '#lib/core/json.ts'
import { claims, encounters } from '#lib/sandbox/db/schema.ts'
import { type Sandbox, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { type FoundClaim, writeClaim } from './change-claim.ts'
import { totalCharge } from './claim-decision.ts'
import { submittedElsewhere } from './claim-status.ts'
import { submissionDelay } from './encounter-json.ts'

const day = 86_400_000
const untilSubmission = day
const untilDecision = 14 * day

/**
 * A claim whose charges end in these cents is denied by time, so that a test can ask for a denial.
 */
const deniedCents = 99

/**
 * Lets the claims live through the time by which the clock was moved: a complete claim is submitted
 * one day after its encounter, and paid or denied 14 days after its submission. Only what is due
 * after `from` and not after `to` happens (epoch milliseconds), so that older claims stay where
 * they are. Returns the number of claims that changed. ASSUMED: claims-by-time
 */
export async function progressClaims(sandbox: Sandbox, from: number, to: number): Promise<number> {
  if (to <= from) return 0
  return inWriteTransaction(sandbox, async ({ db: tx }) => {
    const sentAt = sql`coalesce(${claims.submitted_at}, ${encounters.created_at} + ${submissionDelay}::bigint)`
    const found = await tx
      .select({ encounter: encounters, claim: claims })
      .from(encounters)
      .innerJoin(claims, eq(claims.encounter_id, encounters.id))
      .where(
        and(
          inArray(encounters.claim_status, ['biller_received', 'coded', 'submitted_to_payer']),
          ne(encounters.responsible_party, 'SELF_PAY'),
          // The day of a submission elsewhere is in the input, so these are read whatever their
          // time.
          sql`(${sentAt} > ${from - untilDecision}::bigint or ${encounters.input} like '%"submitted_at"%')`,
        ),
      )
      .orderBy(asc(encounters.seq))
    let changed = 0
    for (const each of found) {
      let current: FoundClaim = each
      for (let next = nextEvent(current, from, to); next; next = nextEvent(current, from, to))
        current = { ...current, claim: await writeClaim(tx, current, { ...next, decision: {} }) }
      if (current !== each) changed += 1
    }
    return changed
  })
}

function nextEvent({ encounter, claim }: FoundClaim, from: number, to: number) {
  const isSent = claim.status === 'submitted_to_payer'
  if (!isSent && claim.status !== 'biller_received' && claim.status !== 'coded') return undefined
  const at = isSent
    ? sentTime({ encounter, claim }) + untilDecision
    : encounter.created_at + untilSubmission
  if (at <= from || at > to) return undefined
  if (!isSent) return { status: 'submitted_to_payer', at }
  return { status: totalCharge(encounter.input) % 100 === deniedCents ? 'denied' : 'paid', at }
}

function sentTime({ encounter, claim }: FoundClaim): number {
  if (claim.submitted_at !== null) return claim.submitted_at
  const elsewhere = submittedElsewhere(parseExact(encounter.input))
  return elsewhere === undefined ? encounter.created_at + submissionDelay : Date.parse(elsewhere)
}
