import { Card } from '#components/ui/card.tsx'
import { ExternalLink } from '#components/ui/external-link.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { formatCents } from '#lib/core/money.ts'
import { type FieldShape, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { AllFields } from './all-fields.tsx'
import { Amount } from './amount.tsx'
import { type InvoiceItem, invoiceItems } from './invoice-items.ts'
import {
  centsOf,
  type Invoice,
  type LoadedEncounter,
  textOf,
} from '#components/encounters/loaded-encounter.ts'
import { wordOf } from '#components/encounters/words.ts'
import { memberOf } from './parts.tsx'

const tones = {
  PAID: 'green',
  OPEN: 'blue',
  VOID: 'grey',
  DRAFT: 'grey',
  UNCOLLECTIBLE: 'red',
  HELD: 'violet',
} as const

// A paid invoice and a void one are not due.
const settled = new Set(['PAID', 'VOID'])

/** The invoices for the patient's share, each once, with its items by line. */
export function InvoicesCard({
  encounter,
  shape,
}: {
  encounter: LoadedEncounter
  shape: FieldShape
}) {
  const { invoices } = encounter
  if (invoices.length === 0) return null
  return (
    <Card title="Invoices" note={String(invoices.length)}>
      <ul className="flex flex-col gap-4">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceView invoice={invoice} encounter={encounter} />
            <AllFields
              of="the invoice"
              className="mt-1"
              value={invoice.record}
              shape={shapeAt(shape, 'claims.0.service_lines.0.related_invoice_info.0')}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function InvoiceView({
  invoice: { record },
  encounter,
}: {
  invoice: Invoice
  encounter: LoadedEncounter
}) {
  const invoice = memberOf(record, 'invoice')
  const status = textOf(invoice.status) ?? 'unreadable'
  const type = textOf(record.invoice_type)
  const isToPayer = type === 'THIRD_PARTY_PAYERS'
  const amount = centsOf(invoice.amount_cents)
  const { items, total } = invoiceItems(invoice, encounter)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold tabular-nums">
          <Amount cents={amount} />
        </span>
        <StatusBadge tone={tones[status as keyof typeof tones] ?? 'grey'} title={status}>
          {wordOf('status', status)}
        </StatusBadge>
        {!settled.has(status) && (
          <span className="text-ink-2">
            due <LocalDate date={textOf(invoice.due_date)} />
          </span>
        )}
        {type !== undefined && (
          <span className="text-ink-2">
            {isToPayer ? 'to a third-party payer' : `through ${wordOf('invoice_type', type)}`}
          </span>
        )}
        <ExternalLink href={textOf(invoice.customer_invoice_url)}>
          {isToPayer ? 'For the payer' : 'For the patient'}
        </ExternalLink>
        <ExternalLink href={textOf(invoice.url)}>At the partner</ExternalLink>
      </div>
      {textOf(invoice.note) !== undefined && (
        <p className="mt-1 text-sm text-ink-2">{textOf(invoice.note)}</p>
      )}
      <ItemTable label="Items of the invoice" items={items} total={total} />
      {amount !== undefined && total !== amount && (
        <p className="mt-1 text-sm text-amber">
          Its items add up to {formatCents(total)}, not to {formatCents(amount)}.
        </p>
      )}
    </>
  )
}

/** Amounts by what they are for, with their sum where there is more than one. */
function ItemTable({
  label,
  items,
  total,
}: {
  label: string
  items: readonly InvoiceItem[]
  total: number
}) {
  if (items.length === 0) return null
  return (
    <table aria-label={label} className="mt-1.5 w-full max-w-md text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.key} className="border-t border-line">
            <th scope="row" className="py-1 text-left font-mono text-xs font-normal">
              {item.label}
            </th>
            <td className="text-right tabular-nums">
              <Amount cents={item.cents} />
            </td>
          </tr>
        ))}
      </tbody>
      {items.length > 1 && (
        <tfoot>
          <tr className="border-t border-line-strong font-semibold">
            <th scope="row" className="py-1 text-left">
              Total
            </th>
            <td className="text-right tabular-nums">
              <Amount cents={total} />
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}
