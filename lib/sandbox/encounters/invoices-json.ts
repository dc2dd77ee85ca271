import { addDays } from '#lib/core/local-date.ts'
import { derivedId, derivedNumber, organizationId } from './ids.ts'
import { type PatientBilling, patientBillingOf } from './patient-billing.ts'
import { type PricedLine, patientShare } from './settle-line.ts'

/** One invoice for an encounter, and its older form for one line. */
export type InvoiceFacts = { info: object; ofLine: (lineId: string) => object }

/**
 * The part of an encounter that invoices and payments depend on. `today` is the UTC day of the
 * sandbox's clock.
 */
export type Billed = {
  encounterId: string
  claimId: string
  patientExternalId: string
  billingProviderNpi: string
  claimStatus: string
  decidedAt: string | undefined
  /**
   * True if the control plane never moved the claim: then it can have the rarer kinds of invoices
   * and payments.
   */
  isDemo: boolean
  hasProgram: boolean
  today: string
  lines: readonly PricedLine[]
}

type Kind = 'DRAFT' | 'OPEN' | 'PAID' | 'HELD' | 'UNCOLLECTIBLE' | 'VOID'

const feeCents = 1500
const givenUpDays = 60

const notes: Partial<Record<Kind, string>> = {
  HELD: 'On hold until the patient agrees to a payment plan.',
  UNCOLLECTIBLE: 'No payment after three statements.',
  VOID: 'Went to an old address. Another invoice replaces it.',
}

/**
 * The invoices for the amount that the patient owes after adjudication; none if the patient owes
 * nothing. The invoice of a finalized claim is paid, that of a claim in review is a draft. A void
 * one is followed by the one that replaces it.
 */
export function invoiceFacts(billed: Billed): InvoiceFacts[] {
  const { lines, decidedAt } = billed
  const owed = lines.filter(({ settled }) => patientShare(settled) > 0)
  if (!decidedAt || owed.length === 0) return []
  const items = owed.map(({ id, settled }) => ({
    service_line_id: id,
    amount_cents: patientShare(settled),
  }))
  return kindsOf(billed).map((kind) => invoiceFact(billed, kind, items, decidedAt))
}

// ASSUMED: encounter-patient-billing
function kindsOf({
  encounterId,
  claimStatus,
  decidedAt,
  isDemo,
  hasProgram,
  today,
}: Billed): Kind[] {
  if (claimStatus === 'finalized_paid') return ['PAID']
  if (claimStatus !== 'paid') return ['DRAFT']
  if (!isDemo || hasProgram) return ['OPEN']
  const drawn = derivedNumber(encounterId, 'invoice kind', 8)
  if (drawn === 0) return ['HELD']
  if (drawn === 1) return ['VOID', 'OPEN']
  const isOld = addDays(decidedAt!.slice(0, 10), givenUpDays) <= today
  return drawn < 4 && isOld ? ['UNCOLLECTIBLE'] : ['OPEN']
}

type Item = { service_line_id: string; amount_cents: number }

function invoiceFact(
  billed: Billed,
  kind: Kind,
  items: readonly Item[],
  decidedAt: string,
): InvoiceFacts {
  const { encounterId, claimId, patientExternalId, billingProviderNpi, hasProgram, isDemo } = billed
  const { destination } = patientBillingOf(billingProviderNpi, hasProgram)
  const ofClaim = items.reduce((sum, item) => sum + item.amount_cents, 0)
  // A fee of the patient's belongs to no claim.
  const hasFee =
    isDemo && !hasProgram && kind !== 'DRAFT' && derivedNumber(encounterId, 'fee', 9) === 0
  const fees = hasFee ? [feeCents] : []
  const id = derivedId(encounterId, kind === 'VOID' ? 'void invoice' : 'invoice')
  const source_id = `in_${id.slice(0, 8)}`
  const source_customer_id = `cus_${derivedId(patientExternalId, 'customer').slice(0, 8)}`
  const isSent = kind !== 'DRAFT' && kind !== 'HELD'
  const note = [notes[kind], fees.length > 0 && 'With a fee of $15.00 for a returned payment.']
    .filter(Boolean)
    .join(' ')
  const shared = {
    created_at: decidedAt,
    updated_at: decidedAt,
    patient_external_id: patientExternalId,
    note: note || null,
    due_date: addDays(decidedAt.slice(0, 10), 30),
    url: isSent ? `https://partner.example/invoices/${id}` : null,
    customer_invoice_url: isSent ? `https://pay.example/${source_id}` : null,
  }
  const info = {
    id,
    invoice_type: destination,
    invoice: {
      ...shared,
      amount_cents: fees.reduce((sum, fee) => sum + fee, ofClaim),
      organization_id: organizationId,
      invoice_destination_metadata: {
        invoice_destination: destination,
        source_id,
        source_customer_id,
        destination_status: kind.toLowerCase(),
      },
      status: kind,
      items: {
        claim_invoice_items: {
          [claimId]: {
            claim_invoice_item: { claim_id: claimId, amount_cents: ofClaim },
            service_line_invoice_items: Object.fromEntries(
              items.map((item) => [item.service_line_id, item]),
            ),
          },
        },
        unattributed_items: fees.map((amount_cents) => ({ amount_cents })),
      },
    },
  }
  return {
    info,
    ofLine: (lineId) => ({
      id,
      ...shared,
      // The older form uses this spelling.
      organzation_id: organizationId,
      source_id,
      source_customer_id,
      status: kind.toLowerCase(),
      items: items.filter((item) => item.service_line_id === lineId),
    }),
  }
}

type State = keyof PatientBilling['processor']['words']
type Attempt = { state: State; isRefund?: true }

/**
 * The patient's payments of each line in the words of the practice's processor. An open invoice has
 * one payment that is not complete yet. All amounts are positive, also those of refunds.
 */
export function patientPayments(billed: Billed, externalId: string) {
  const { encounterId, patientExternalId, billingProviderNpi, hasProgram, decidedAt, lines } =
    billed
  if (!decidedAt) return []
  const { processor } = patientBillingOf(billingProviderNpi, hasProgram)
  const firstOwed = lines.find(({ settled }) => settled.patientBalance > 0)
  return lines.flatMap((line) => {
    const { id, index, settled } = line
    const isPaid = settled.patientPaid > 0
    const amount_cents = settled.patientPaid || settled.patientBalance
    if (amount_cents === 0) return []
    const attempts = isPaid
      ? paidAttempts(billed, id, processor)
      : line === firstOwed
        ? openAttempts(billed)
        : []
    return attempts.map(({ state, isRefund }, i) => {
      const payment = derivedId(encounterId, `payments.${index}${i === 0 ? '' : `.${i}`}`)
      return {
        patient_payment_id: payment,
        organization_id: organizationId,
        source_internal_id: `${processor.prefix}${payment.slice(0, 8)}`,
        source: isRefund
          ? processor.refunds!
          : state === 'voided'
            ? processor.voided
            : processor.payments,
        amount_cents,
        payment_timestamp: decidedAt,
        status: processor.words[state],
        payment_name: isRefund ? 'Refund' : 'Patient payment',
        payment_note: isRefund ? 'Paid twice.' : null,
        patient_external_id: patientExternalId,
        encounter_external_id: externalId,
        service_line_id: id,
      }
    })
  })
}

// Some patients pay twice and get one payment back.
function paidAttempts(
  { isDemo }: Billed,
  lineId: string,
  { refunds }: PatientBilling['processor'],
): Attempt[] {
  const done: Attempt = { state: 'done' }
  if (!isDemo || !refunds || derivedNumber(lineId, 'paid twice', 5) > 0) return [done]
  return [done, done, { state: 'done', isRefund: true }]
}

function openAttempts(billed: Billed): Attempt[] {
  if (billed.claimStatus !== 'paid') return []
  const failed: Attempt = { state: 'failed' }
  const waiting: Attempt = { state: 'waiting' }
  const [first] = kindsOf(billed)
  if (first === 'HELD') return []
  if (first === 'UNCOLLECTIBLE') return [failed, failed]
  if (first === 'VOID') return [{ state: 'voided' }, waiting]
  if (!billed.isDemo) return [waiting]
  const drawn = derivedNumber(billed.encounterId, 'attempts', 4)
  if (drawn === 0) return [failed, waiting]
  return [drawn === 1 ? { state: 'unconfirmed' } : waiting]
}
