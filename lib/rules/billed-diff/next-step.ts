import { valueAt } from '#lib/rules/edit/json-path.ts'
import type { BilledDiff } from './billed-change.ts'

/**
 * What a biller usually does with a claim that changed after billing. `frequency` is the claim
 * frequency code.
 */
export type NextStep = {
  kind: 'none' | 'nothing-to-send' | 'corrected' | 'void' | 'other-payer'
  frequency?: '7' | '8'
  words: string
}

/**
 * A suggestion only: the comparison does not know whether the claim was sent or what the payer
 * answered. Source: X12 837P CLM05-3, claim frequency: 7 replaces a prior claim, 8 voids it. Most
 * payers accept either only after they have answered the first claim. A payer cannot replace a
 * claim that another payer holds.
 */
export function nextStep(diff: BilledDiff): NextStep {
  const { changes } = diff
  if (changes.length === 0)
    return {
      kind: 'none',
      words: 'Billed and current values match. Nothing to send.',
    }
  const isNotBillable = changes.some(
    (change) => change.path === 'billable_status' && change.now === 'NOT_BILLABLE',
  )
  if (diff.is_nothing_left || isNotBillable) {
    return {
      kind: 'void',
      frequency: '8',
      words:
        'Nothing left to bill. Void the claim (frequency 8) once the payer has accepted it, or cancel it if it hasn’t been sent.',
    }
  }
  if (changes.some(isOtherPayer)) {
    return {
      kind: 'other-payer',
      words:
        'The payer has changed. Void the claim at the old payer (frequency 8) and send a new claim to the new payer.',
    }
  }
  if (changes.some((change) => change.class !== 'cosmetic')) {
    return {
      kind: 'corrected',
      frequency: '7',
      words:
        'Send a corrected claim (frequency 7) once the payer has accepted the first one, or correct the encounter if it hasn’t been sent.',
    }
  }
  return {
    kind: 'nothing-to-send',
    words: 'Nothing to send. The differences don’t affect payment.',
  }
}

function isOtherPayer({ path, billed, now }: BilledDiff['changes'][number]): boolean {
  if (path === 'subscriber_primary.insurance_card.payer_id') return true
  // A whole added or removed section includes its payer.
  return (
    path === 'subscriber_primary' &&
    valueAt(billed, 'insurance_card.payer_id') !== undefined &&
    valueAt(now, 'insurance_card.payer_id') !== undefined
  )
}
