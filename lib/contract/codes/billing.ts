import { openEnum } from '#lib/contract/fields.ts'

// Codes for whether, to whom and how a visit is billed.

export const billableStatus = openEnum(['BILLABLE', 'NOT_BILLABLE'])

export const responsibleParty = openEnum(['INSURANCE_PAY', 'SELF_PAY', 'UNKNOWN'])

export const synchronicity = openEnum(['Synchronous', 'Asynchronous'])

export const serviceAuthorizationExceptionCode = openEnum(['1', '2', '3', '4', '5', '6', '7'])

export const delayReasonCode = openEnum([
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '15',
  '16',
  '17',
])

export const claimStatus = openEnum([
  'biller_received',
  'coded',
  'submitted_to_payer',
  'missing_information',
  'not_billable',
  'waiting_for_provider',
  'era_received',
  'rejected',
  'denied',
  'paid',
  'paid_incorrectly',
  'finalized_paid',
  'finalized_denied',
  'held_by_customer',
  'era_requires_review',
])
