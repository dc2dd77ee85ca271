import { addDays } from '#lib/core/local-date.ts'
import { derivedId, organizationId } from './ids.ts'
import type { PricedLine } from './settle-line.ts'

/** The patient's invoice for an encounter, and its older form for one line. */
export type InvoiceFacts = { info: object; ofLine: (lineId: string) => object }

type Billed = {
  encounterId: string
  claimId: string
  patientExternalId: string
  claimStatus: string
  decidedAt: string | undefined
  lines: readonly PricedLine[]
}

/**
 * The invoice for the amount that the patient owes after adjudication; undefined if the patient owes nothing. The invoice of
 * a finalized claim is paid, that of a claim in review is a draft.
 */
export function invoiceFacts({
  encounterId,
  claimId,
  patientExternalId,
  claimStatus,
  decidedAt,
  lines,
}: Billed): InvoiceFacts | undefined {
  const owed = lines.filter(({ settled }) => settled.patientResponsibility > 0)
  if (!decidedAt || owed.length === 0) return undefined
  const amount = owed.reduce((sum, { settled }) => sum + settled.patientResponsibility, 0)
  const id = derivedId(encounterId, 'invoice')
  const status = claimStatus === 'finalized_paid' ? 'PAID' : claimStatus === 'paid' ? 'OPEN' : 'DRAFT'
  const source_id = `in_${id.slice(0, 8)}`
  const source_customer_id = `cus_${derivedId(patientExternalId, 'customer').slice(0, 8)}`
  const items = owed.map(({ id: service_line_id, settled }) => ({
    service_line_id,
    amount_cents: settled.patientResponsibility,
  }))
  const shared = {
    created_at: decidedAt,
    updated_at: decidedAt,
    patient_external_id: patientExternalId,
    note: null,
    due_date: addDays(decidedAt.slice(0, 10), 30),
    url: status === 'DRAFT' ? null : `https://partner.example/invoices/${id}`,
    customer_invoice_url: status === 'DRAFT' ? null : `https://pay.example/${source_id}`,
  }
  const info = {
    id,
    invoice_type: 'STRIPE',
    invoice: {
      ...shared,
      amount_cents: amount,
      organization_id: organizationId,
      invoice_destination_metadata: {
        invoice_destination: 'STRIPE',
        source_id,
        source_customer_id,
        destination_status: status.toLowerCase(),
      },
      status,
      items: {
        claim_invoice_items: {
          [claimId]: {
            claim_invoice_item: { claim_id: claimId, amount_cents: amount },
            service_line_invoice_items: Object.fromEntries(items.map((item) => [item.service_line_id, item])),
          },
        },
        unattributed_items: [],
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
      status: status.toLowerCase(),
      items: items.filter((item) => item.service_line_id === lineId),
    }),
  }
}

/** The patient's payments, one for each line. A payment of an open invoice is pending. */
export function patientPayments(
  { encounterId, patientExternalId, claimStatus, decidedAt, lines }: Billed,
  externalId: string,
) {
  if (!decidedAt) return []
  return lines.flatMap(({ id, index, settled }) => {
    const pending = claimStatus === 'paid' && index === 0 ? settled.patientBalance : 0
    const amount_cents = settled.patientPaid || pending
    if (amount_cents === 0) return []
    const payment = derivedId(encounterId, `payments.${index}`)
    return [
      {
        patient_payment_id: payment,
        organization_id: organizationId,
        source_internal_id: `ch_${payment.slice(0, 8)}`,
        source: pending ? 'STRIPE_CHARGES' : 'MANUAL_ENTRY',
        amount_cents,
        payment_timestamp: decidedAt,
        status: pending ? 'PENDING' : 'COMPLETED',
        payment_name: 'Patient payment',
        payment_note: null,
        patient_external_id: patientExternalId,
        encounter_external_id: externalId,
        service_line_id: id,
      },
    ]
  })
}
