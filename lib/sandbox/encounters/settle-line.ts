import type { ServiceLine } from '#lib/contract/charge-capture-data/service-lines.ts'
import { standingOf } from './claim-standing.ts'
import { derivedNumber } from './ids.ts'

/** A line before its amounts are computed; `charge` is in cents. */
export type Charged = { lineId: string; charge: number; claimStatus: string; isSelfPay: boolean }

/** The amounts of one line in cents; null before adjudication. */
export type Settled = {
  allowed: number | null
  /** The contractual adjustment (CO-45). */
  contractual: number
  paid: number
  deductible: number
  coinsurance: number
  copay: number
  patientResponsibility: number
  /** The amount that the patient has paid of it. */
  patientPaid: number
  insuranceBalance: number
  patientBalance: number
  /** The manual write-off after a final denial. */
  writtenOff: number
}

/** One line with its id and amounts; `charge` is in cents. */
export type PricedLine = { line: ServiceLine; index: number; id: string; charge: number; settled: Settled }

const nothing: Settled = {
  allowed: null,
  contractual: 0,
  paid: 0,
  deductible: 0,
  coinsurance: 0,
  copay: 0,
  patientResponsibility: 0,
  patientPaid: 0,
  insuranceBalance: 0,
  patientBalance: 0,
  writtenOff: 0,
}

/**
 * The amounts of a line, by its claim's status. The part that is not adjusted, paid or written off is on a balance:
 * charge = contractual + paid + patientPaid + writtenOff + insuranceBalance + patientBalance.
 * ASSUMED: claim-money-by-status
 */
export function settleLine(line: Charged): Settled {
  const { charge, claimStatus, isSelfPay } = line
  const { stage } = standingOf(claimStatus)
  if (claimStatus === 'not_billable') return { ...nothing, writtenOff: charge }
  if (isSelfPay) return settleSelfPay(line)
  if (stage === 'open' || stage === 'submitted') return { ...nothing, insuranceBalance: charge }
  if (claimStatus === 'denied') return { ...nothing, allowed: 0, insuranceBalance: charge }
  if (claimStatus === 'finalized_denied') return { ...nothing, allowed: 0, writtenOff: charge }
  return settlePaid(line)
}

function settleSelfPay({ charge, claimStatus }: Charged): Settled {
  const isPaid = claimStatus === 'finalized_paid'
  return {
    ...nothing,
    patientResponsibility: charge,
    patientPaid: isPaid ? charge : 0,
    patientBalance: isPaid ? 0 : charge,
  }
}

function settlePaid({ lineId, charge, claimStatus }: Charged): Settled {
  const allowed = Math.round((charge * (55 + derivedNumber(lineId, 'allowed', 31))) / 100)
  const kind = derivedNumber(lineId, 'share', 4)
  const deductible = kind === 1 ? Math.min(allowed, 4000) : 0
  const copay = kind === 2 ? Math.min(allowed, 2500) : 0
  const coinsurance = kind === 3 ? Math.round(allowed / 5) : 0
  const patientResponsibility = deductible + copay + coinsurance
  const due = allowed - patientResponsibility
  const paid = claimStatus === 'paid_incorrectly' ? Math.round(due / 2) : due
  const patientPaid = claimStatus === 'finalized_paid' ? patientResponsibility : 0
  return {
    allowed,
    contractual: charge - allowed,
    paid,
    deductible,
    coinsurance,
    copay,
    patientResponsibility,
    patientPaid,
    insuranceBalance: due - paid,
    patientBalance: patientResponsibility - patientPaid,
    writtenOff: 0,
  }
}
