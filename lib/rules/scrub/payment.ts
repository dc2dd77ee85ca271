import { textAt, listAt } from '#lib/rules/edit/json-path.ts'
import type { ScrubInput } from './rule.ts'

// Who pays a visit, and with which kind of plan: several rules depend on it.

/** The subscribers of a claim: path and label. */
export const subscribers = [
  ['subscriber_primary', 'primary subscriber'],
  ['subscriber_secondary', 'secondary subscriber'],
  ['subscriber_tertiary', 'tertiary subscriber'],
] as const

/** The fields of these members of every subscriber: `member_id` of the card is `insurance_card.member_id`. */
export function ofSubscribers(...members: readonly string[]): string[] {
  return members.flatMap((member) => subscribers.map(([path]) => `${path}.${member}`))
}

/** The relationship code of a patient who is the subscriber. */
export const self = '18'

/** True if insurance pays, so a subscriber and a card are required. */
export function isInsurance({ data, from_pre_encounter }: ScrubInput): boolean {
  return !from_pre_encounter && textAt(data, 'responsible_party') === 'INSURANCE_PAY'
}

/** True if the patient pays: no claim is made, so no payer can refuse it. */
export function isSelfPay(data: unknown): boolean {
  return textAt(data, 'responsible_party') === 'SELF_PAY'
}

/**
 * The payer IDs of a capture that may have lost zeros: they are short and a number. Only these are
 * looked up.
 */
export function shortPayerIds(data: unknown): string[] {
  const ids = ofSubscribers('insurance_card.payer_id').map((path) => textAt(data, path) ?? '')
  return [...new Set(ids)].filter((id) => /^[1-9]\d{0,3}$/.test(id))
}

/** The kind of plan on the card of a subscriber (X12 SBR09). */
export function planAt(data: unknown, subscriber: string): string | undefined {
  return textAt(data, `${subscriber}.insurance_card.plan_type`)
}

/** Plans with a Medicare beneficiary identifier: Medicare part A and part B. */
const medicarePlans = new Set(['MA', 'MB'])

/** True if the card of a subscriber is one of Medicare itself, not of a plan that replaces it. */
export function isMedicare(data: unknown, subscriber: string): boolean {
  return medicarePlans.has(planAt(data, subscriber) ?? '')
}

/** True if a line has a revenue code: only institutional claims have them. */
export function isInstitutional(data: unknown): boolean {
  return listAt(data, 'service_lines').some((line) => textAt(line, 'revenue_code') !== undefined)
}
