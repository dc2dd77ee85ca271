import { Card } from '#components/ui/card.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import type { JsonObject } from '#lib/core/json.ts'
import { type FieldShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { AllFields } from './all-fields.tsx'
import { Amount } from './amount.tsx'
import {
  type LoadedEncounter,
  centsOf,
  itemsOf,
  textOf,
} from '#components/encounters/loaded-encounter.ts'
import { dayOf } from './parts.tsx'
import { wordOf } from '#components/encounters/words.ts'

const received = new Set(['paid', 'COMPLETED', 'succeeded'])

const columns = [{ label: 'Payment' }, { label: 'Status' }, { label: 'Amount', isNumber: true }]

/** The patient's payments, and the sum of those that came in. */
export function PaymentsCard({
  encounter,
  shape,
}: {
  encounter: LoadedEncounter
  shape: FieldShape
}) {
  const payments = itemsOf(encounter.record.patient_payments)
  if (payments.length === 0) return null
  const total = payments
    .filter(isReceived)
    .reduce((sum, payment) => sum + (centsIn(payment) ?? 0), 0)
  return (
    <Card title="Patient payments" note={String(payments.length)} flush>
      <table className="w-full text-sm">
        <SmallTableHead columns={columns} />
        <tbody>
          {payments.map((payment, place) => (
            <PaymentRow
              key={textOf(payment.patient_payment_id) ?? place}
              payment={payment}
              encounter={encounter}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" colSpan={2} className="px-4 py-2 text-left">
              Came in
            </th>
            <td className="px-4 text-right tabular-nums">
              <Amount cents={total} />
            </td>
          </tr>
        </tfoot>
      </table>
      <AllFields
        of="the payments"
        value={encounter.record.patient_payments}
        shape={shapeAt(shape, 'patient_payments')}
        name="patient_payments"
        className="border-t border-line px-4 py-2"
      />
    </Card>
  )
}

function PaymentRow({ payment, encounter }: { payment: JsonObject; encounter: LoadedEncounter }) {
  const line = encounter.lines.find(({ id }) => id === textOf(payment.service_line_id))
  return (
    <tr className="border-b border-line align-top">
      <td className="px-4 py-1.5">
        {wordOf('source', textOf(payment.source) ?? 'Unknown source')}
        <span className="text-ink-2">
          {textOf(payment.payment_timestamp) !== undefined &&
            ` · ${dayOf(textOf(payment.payment_timestamp))}`}
          {line && ` · for ${line.service}`}
          {textOf(payment.payment_note) !== undefined && ` · ${textOf(payment.payment_note)}`}
        </span>
      </td>
      <td className="px-2 py-1.5 text-ink-2">
        {wordOf('status', textOf(payment.status) ?? 'Not provided')}
      </td>
      <td className="px-4 py-1.5 text-right tabular-nums">
        <Amount cents={centsIn(payment)} />
      </td>
    </tr>
  )
}

// The money that came in. A refund went out, whatever sign the partner gives it.
function centsIn(payment: JsonObject): number | undefined {
  const cents = centsOf(payment.amount_cents)
  const isRefund = textOf(payment.source)?.endsWith('_REFUNDS')
  return isRefund && cents !== undefined ? -Math.abs(cents) : cents
}

// A payment without a status is one that was entered as made.
function isReceived(payment: JsonObject): boolean {
  const status = textOf(payment.status)
  return status === undefined || received.has(status)
}
