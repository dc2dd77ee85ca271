import { derivedNumber } from './ids.ts'

/** The words of a payment processor for the states of a payment, and its names for payments. */
export type Processor = {
  payments: string
  /** The source of a payment that was called off. */
  voided: string
  /** The source of a refund; undefined if the processor records none. */
  refunds?: string
  /** How its ids begin. */
  prefix: string
  words: { waiting: string; unconfirmed: string; done: string; failed: string; voided: string }
}

/** The system that sends a patient the invoices, and the processor of the payments. */
export type PatientBilling = { destination: string; processor: Processor }

const capitals = {
  waiting: 'PENDING',
  unconfirmed: 'PENDING',
  done: 'COMPLETED',
  failed: 'FAILED',
  voided: 'CANCELED',
}

const stripe: Processor = {
  payments: 'STRIPE_CHARGES',
  voided: 'STRIPE_CHARGES',
  refunds: 'STRIPE_REFUNDS',
  prefix: 'ch_',
  words: {
    waiting: 'pending',
    unconfirmed: 'requires_action',
    done: 'succeeded',
    failed: 'failed',
    voided: 'canceled',
  },
}
const square: Processor = {
  payments: 'SQUARE_PAYMENTS',
  voided: 'SQUARE_PAYMENTS',
  refunds: 'SQUARE_REFUNDS',
  prefix: 'sq_',
  words: capitals,
}
const chargebee: Processor = {
  payments: 'CHARGEBEE_PAYMENTS',
  voided: 'CHARGEBEE MANUALLY VOIDED BY CANDID',
  refunds: 'CHARGEBEE_REFUNDS',
  prefix: 'txn_',
  words: {
    waiting: 'pending',
    unconfirmed: 'pending',
    done: 'paid',
    failed: 'failed',
    voided: 'voided',
  },
}
const elation: Processor = {
  payments: 'ELATION_PAYMENTS',
  voided: 'ELATION_PAYMENTS',
  prefix: 'el_',
  words: capitals,
}
const byHand: Processor = {
  payments: 'MANUAL_ENTRY',
  voided: 'MANUAL_ENTRY',
  prefix: 'man_',
  words: capitals,
}

const systems: readonly PatientBilling[] = [
  { destination: 'STRIPE', processor: stripe },
  { destination: 'CEDAR', processor: square },
  { destination: 'HEALTHIE', processor: stripe },
  { destination: 'COLLECTLY', processor: elation },
  { destination: 'INSTAMED', processor: byHand },
  { destination: 'REVSPRING', processor: chargebee },
]

/**
 * The way in which a practice bills its patients: each billing NPI uses one system. A program that
 * pays for the patient gets the invoice itself. ASSUMED: encounter-patient-billing
 */
export function patientBillingOf(billingNpi: string, hasProgram: boolean): PatientBilling {
  if (hasProgram) return { destination: 'THIRD_PARTY_PAYERS', processor: byHand }
  return systems[derivedNumber(billingNpi, 'payment system', systems.length)]!
}
