import type { ServiceLine } from '#lib/contract/charge-capture-data/service-lines.ts'
import { type ClaimAmounts, distribute } from './claim-decision.ts'
import { factsOfStatus } from './claim-status.ts'
import { derivedNumber } from './ids.ts'

/** A line before its amounts are computed; `charge` is in cents. */
export type Charged = {
  lineId: string
  charge: number
  claimStatus: string
  isSelfPay: boolean
  /** The insurers after the primary one: none, the secondary, or the secondary and the tertiary. */
  otherInsurers: number
}

/** The amounts of one line in cents; null before adjudication. */
export type Settled = {
  allowed: number | null
  /** The contractual adjustment (CO-45). */
  contractual: number
  /** What the primary, the secondary and the tertiary insurer have paid. */
  paid: number
  secondaryPaid: number
  tertiaryPaid: number
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
export type PricedLine = {
  line: ServiceLine
  index: number
  id: string
  charge: number
  settled: Settled
}

const nothing: Settled = {
  allowed: null,
  contractual: 0,
  paid: 0,
  secondaryPaid: 0,
  tertiaryPaid: 0,
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
 * The amounts of a claim's lines: a payer's decided amounts in proportion to the charges of the
 * lines, otherwise as `settleLine` has them. What the primary insurer leaves to the patient goes to
 * the other insurers.
 */
export function settleLines(
  lines: readonly Charged[],
  amounts: ClaimAmounts | undefined,
): Settled[] {
  return settleByPrimary(lines, amounts).map((settled, i) => passOn(settled, lines[i]!))
}

/** The part that the patient owes or has paid. */
export function patientShare({ patientPaid, patientBalance }: Settled): number {
  return patientPaid + patientBalance
}

// A final claim is paid by the other insurers. Of two, the first has paid its half once the primary
// one has. ASSUMED: encounter-other-insurers
function passOn(settled: Settled, { claimStatus, isSelfPay, otherInsurers }: Charged): Settled {
  const left = settled.patientResponsibility
  if (otherInsurers === 0 || isSelfPay || left === 0) return settled
  const isFinal = claimStatus === 'finalized_paid'
  const half = otherInsurers > 1 ? Math.ceil(left / 2) : left
  const secondaryPaid = isFinal || (claimStatus === 'paid' && otherInsurers > 1) ? half : 0
  const tertiaryPaid = isFinal ? left - half : 0
  return {
    ...settled,
    secondaryPaid,
    tertiaryPaid,
    patientPaid: 0,
    patientBalance: 0,
    insuranceBalance: settled.insuranceBalance + left - secondaryPaid - tertiaryPaid,
  }
}

function settleByPrimary(lines: readonly Charged[], amounts: ClaimAmounts | undefined): Settled[] {
  if (
    !amounts ||
    lines.some(
      ({ isSelfPay, claimStatus }) => isSelfPay || factsOfStatus(claimStatus).stage !== 'paid',
    )
  )
    return lines.map(settleLine)
  const allowed = distribute(
    amounts.allowed,
    lines.map(({ charge }) => charge),
  )
  // Each amount is shared by what the ones before it left of the allowed amounts, so that no line
  // gets more than it has.
  let rest = allowed
  const share = (amount: number) => {
    const parts = distribute(amount, rest)
    rest = rest.map((left, i) => left - parts[i]!)
    return parts
  }
  const [paid, deductible, coinsurance, copay] = [
    share(amounts.paid),
    share(amounts.deductible),
    share(amounts.coinsurance),
    share(amounts.copay),
  ]
  return lines.map(({ charge, claimStatus }, i) => {
    const patientResponsibility = deductible[i]! + coinsurance[i]! + copay[i]!
    const patientPaid = claimStatus === 'finalized_paid' ? patientResponsibility : 0
    return {
      ...nothing,
      allowed: allowed[i]!,
      contractual: charge - allowed[i]!,
      paid: paid[i]!,
      deductible: deductible[i]!,
      coinsurance: coinsurance[i]!,
      copay: copay[i]!,
      patientResponsibility,
      patientPaid,
      insuranceBalance: rest[i]!,
      patientBalance: patientResponsibility - patientPaid,
    }
  })
}

/**
 * The amounts of a line, by its claim's status. The part that is not adjusted, paid or written off
 * is on a balance: charge = contractual + paid (by all insurers) + patientPaid + writtenOff +
 * insuranceBalance + patientBalance. ASSUMED: claim-money-by-status
 */
function settleLine(line: Charged): Settled {
  const { charge, claimStatus, isSelfPay } = line
  const { stage } = factsOfStatus(claimStatus)
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
    ...nothing,
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
  }
}
