import { type SQL, and, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { parseExact } from '#lib/core/json.ts'
import type { ClaimRow, EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, claimCreations, claims, encounters } from '#lib/sandbox/db/schema.ts'
import { type Sandbox, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { notFound, refuseFields } from '#lib/sandbox/http/refusal.ts'
import {
  type ClaimDecision,
  claimAmounts,
  completeAmounts,
  denials,
  totalCharge,
} from './claim-decision.ts'
import { factsOfStatus, statusesWhere, submittedElsewhere } from './claim-status.ts'
import { encountersAsJson } from './read-encounters.ts'

const name = z.string().min(1)
const outcome = {
  status: z.enum(statusesWhere(({ stage }) => stage !== 'open') as [string, ...string[]]),
  amounts: claimAmounts.optional(),
  denial_reason: z.enum(denials.map(([reason]) => reason)).optional(),
}

/**
 * The body of POST /_sandbox/claims: a claim, named in one of four ways, and what happens to it.
 */
export const claimChange = z.union([
  z.strictObject({ encounter_id: name, ...outcome }),
  z.strictObject({ claim_id: name, ...outcome }),
  z.strictObject({ external_id: name, ...outcome }),
  z.strictObject({ charge_external_id: name, ...outcome }),
])
export type ClaimChange = z.infer<typeof claimChange>

/** An encounter's row with its claim's. */
export type FoundClaim = { encounter: EncounterRow; claim: ClaimRow }

/**
 * Lets a clearinghouse and a payer act on a claim, by the sandbox's clock: it is submitted,
 * rejected, paid, denied or final. Returns the encounter as the interface answers it. 404 for an
 * unknown claim, 422 for a change that it cannot take. ASSUMED: claims-by-hand
 */
export async function changeClaim(sandbox: Sandbox, change: ClaimChange): Promise<object> {
  const now = sandbox.now()
  return inWriteTransaction(sandbox, async (inside) => {
    const { db: tx } = inside
    const found = await findClaim(tx, change)
    check(found, change)
    await writeClaim(tx, found, { status: change.status, at: now, decision: decisionIn(change) })
    const [encounter] = await tx
      .select()
      .from(encounters)
      .where(eq(encounters.id, found.encounter.id))
    const [text] = await encountersAsJson(inside, [encounter!])
    return { encounter: parseExact(text!) as object }
  })
}

async function findClaim(tx: Db, change: ClaimChange): Promise<FoundClaim> {
  const [id, condition] = conditionOf(change)
  const [found] = await tx
    .select({ encounter: encounters, claim: claims })
    .from(encounters)
    .innerJoin(claims, eq(claims.encounter_id, encounters.id))
    .where(condition)
  if (!found) throw notFound(id)
  return found
}

function conditionOf(change: ClaimChange): [id: string, condition: SQL] {
  if ('encounter_id' in change) return [change.encounter_id, eq(encounters.id, change.encounter_id)]
  if ('claim_id' in change) return [change.claim_id, eq(claims.id, change.claim_id)]
  if ('external_id' in change)
    return [change.external_id, eq(encounters.external_id, change.external_id)]
  const { charge_external_id: id } = change
  return [
    id,
    sql`${encounters.claim_creation_id} <> '' and ${encounters.claim_creation_id} = (select ${chargeCaptures.claim_creation_id} from ${chargeCaptures} where ${chargeCaptures.charge_external_id} = ${id})`,
  ]
}

function check(
  { encounter, claim }: FoundClaim,
  { status, amounts, denial_reason: denial }: ClaimChange,
): void {
  const { stage } = factsOfStatus(status)
  const before = claim.status
  const wrong: [path: string, message: string][] = []
  if (isWithoutPayer(encounter))
    wrong.push(['status', 'the patient pays this claim, so no payer gets it'])
  else if (factsOfStatus(before).stage === 'open' && !isComplete(before))
    wrong.push(['status', `the claim is ${before}, so it cannot be submitted`])
  else if (before.startsWith('finalized_'))
    wrong.push(['status', `the claim is ${before}, so it cannot change`])
  if (denial && stage !== 'denied') wrong.push(['denial_reason', 'is only for a denied claim'])
  if (amounts && stage !== 'paid') wrong.push(['amounts', 'is only for a claim with a payment'])
  if (amounts) {
    const { allowed, paid, deductible, coinsurance, copay } = completeAmounts(amounts)
    const charges = totalCharge(encounter.input)
    if (paid + deductible + coinsurance + copay > allowed)
      wrong.push([
        'amounts.allowed_amount_cents',
        'is less than the payment and the patient’s part together',
      ])
    if (allowed > charges)
      wrong.push(['amounts', `allow more than the charges of ${charges} cents`])
  }
  if (wrong.length > 0) throw refuseFields(wrong.map(([path, message]) => ({ path, message })))
}

/** True if a claim in this status has all that a submission needs. */
function isComplete(status: string): boolean {
  return status === 'biller_received' || status === 'coded'
}

/** True for an encounter that the patient pays. */
export function isWithoutPayer(encounter: Pick<EncounterRow, 'responsible_party'>): boolean {
  return encounter.responsible_party === 'SELF_PAY'
}

// A final claim keeps what the payer decided before.
function decisionIn({
  status,
  amounts,
  denial_reason: denial,
}: ClaimChange): ClaimDecision | undefined {
  if (amounts) return { amounts: completeAmounts(amounts) }
  if (denial) return { denial }
  return status.startsWith('finalized_') ? undefined : {}
}

/**
 * What happens to a claim at an instant (epoch milliseconds). Without a decision the earlier one
 * stays.
 */
export type ClaimEvent = { status: string; at: number; decision: ClaimDecision | undefined }

/** Writes a claim's new status to all rows that hold it, with the times that it changes. */
export async function writeClaim(
  tx: Db,
  { encounter, claim }: FoundClaim,
  event: ClaimEvent,
): Promise<ClaimRow> {
  const after = { ...claim, ...claimAfter({ encounter, claim }, event) }
  const { submitted_at, decided_at, decision, status } = after
  await tx
    .update(claims)
    .set({ submitted_at, decided_at, decision, status })
    .where(eq(claims.id, claim.id))
  await tx.update(encounters).set({ claim_status: status }).where(eq(encounters.id, encounter.id))
  if (encounter.claim_creation_id === '') return after
  await tx
    .update(claimCreations)
    .set({ claim_status: status })
    .where(eq(claimCreations.id, encounter.claim_creation_id))
  await tx
    .update(chargeCaptures)
    .set({ claim_status: status })
    .where(
      // A capture that was left out of the claim has no claim status.
      and(
        eq(chargeCaptures.claim_creation_id, encounter.claim_creation_id),
        ne(chargeCaptures.claim_status, ''),
      ),
    )
  return after
}

function claimAfter({ encounter, claim }: FoundClaim, { status, at, decision }: ClaimEvent) {
  const { stage } = factsOfStatus(status)
  const wasSent =
    factsOfStatus(claim.status).stage !== 'open' ||
    submittedElsewhere(parseExact(encounter.input)) !== undefined
  const isSentNow = status === 'submitted_to_payer' || (!wasSent && claim.submitted_at === null)
  const isDecided = stage !== 'submitted'
  // A final status repeats the decision before it.
  const isFinal = status.startsWith('finalized_') && factsOfStatus(claim.status).stage === stage
  return {
    status,
    submitted_at: isSentNow ? at : claim.submitted_at,
    decided_at: isDecided ? (isFinal ? claim.decided_at : at) : null,
    decision: decision === undefined ? claim.decision : emptyAsNull(decision),
  }
}

function emptyAsNull(decision: ClaimDecision): string | null {
  return Object.keys(decision).length === 0 ? null : JSON.stringify(decision)
}
