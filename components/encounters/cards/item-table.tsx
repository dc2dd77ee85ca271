import { Amount } from './amount.tsx'
import type { InvoiceItem } from './invoice-items.ts'

/** Amounts by what they are for, with their sum where there is more than one. */
export function ItemTable({ label, items, total }: { label: string; items: readonly InvoiceItem[]; total: number }) {
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
