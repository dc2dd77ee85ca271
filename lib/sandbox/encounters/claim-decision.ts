import { z } from 'zod'
import { isJsonObject, parseExact, toNumber } from '#lib/core/json.ts'
import { billedLines, type EncounterInput } from './encounter-input.ts'

const cents = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * The payer's amounts for a whole claim, in cents: allowed >= paid + deductible + coinsurance +
 * copay.
 */
export type ClaimAmounts = {
  allowed: number
  paid: number
  deductible: number
  coinsurance: number
  copay: number
}

/**
 * The amounts of a decision as a request gives them. `allowed_amount_cents` is the sum of the
 * others if it is missing.
 */
export const claimAmounts = z.strictObject({
  paid_amount_cents: cents,
  deductible_cents: cents.default(0),
  coinsurance_cents: cents.default(0),
  copay_cents: cents.default(0),
  allowed_amount_cents: cents.optional(),
})

/** The reasons of a denial with their CARC and RARC codes. */
export const denials = [
  ['Authorization Required', '197', 'N54'],
  ['Not Medically Necessary', '50', 'N115'],
  ['Invalid Diagnosis Code', '11', 'M76'],
  ['Timely Filing', '29', 'N211'],
  ['Credentialing', 'B7', 'N570'],
  ['No Active Coverage', '27', 'N30'],
  ['Bundled', '97', 'M15'],
  ['No Effective Contract', '242', 'N130'],
] as const

/** What a payer decided about a claim: amounts, or the reason of the denial. */
export type ClaimDecision = { amounts?: ClaimAmounts; denial?: string }

/** The stored decision of a claim; empty if the decision follows from its status. */
export function decisionOf(claim: { decision: string | null }): ClaimDecision {
  return claim.decision === null ? {} : (JSON.parse(claim.decision) as ClaimDecision)
}

/** The amounts of a request, complete. */
export function completeAmounts(given: z.infer<typeof claimAmounts>): ClaimAmounts {
  const { paid_amount_cents: paid, deductible_cents: deductible } = given
  const { coinsurance_cents: coinsurance, copay_cents: copay } = given
  const allowed = given.allowed_amount_cents ?? paid + deductible + coinsurance + copay
  return { allowed, paid, deductible, coinsurance, copay }
}

/** The sum of the charges in an encounter's stored input, in cents. */
export function totalCharge(input: string): number {
  const data = parseExact(input)
  const lines = isJsonObject(data) ? billedLines(data as unknown as EncounterInput) : []
  return lines.reduce((sum, line) => sum + (toNumber(line.charge_amount_cents) ?? 0), 0)
}

/**
 * Distributes an amount by weights: whole numbers that add up to it, and none is greater than its
 * weight if the amount is not greater than the sum of the weights.
 */
export function distribute(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  let weight = 0
  let given = 0
  return weights.map((each) => {
    weight += each
    // The product of two amounts can be too large for a number.
    const part = (sum === 0 ? 0 : Number((BigInt(amount) * BigInt(weight)) / BigInt(sum))) - given
    given += part
    return part
  })
}
