import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import { kindWords, type LimitName } from '#lib/rules/filing/rulebook.ts'

// What a payer's row has with boxes and without. Below 1,024 px a row is a card, whose cells say
// their column themselves.

/** The limits' column heads. */
export const limitLabels: Record<LimitName, string> = {
  original: 'Original',
  corrected: 'Corrected',
  appeal: 'Appeal',
  secondary: 'Secondary',
}

/** A cell's column head on a card; the table's own head says it to screen readers. */
export function BoxLabel({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden="true" className="mb-0.5 block text-xs text-ink-2 lg:hidden">
      {children}
    </span>
  )
}

/** The payer with its ID and kind, which heads the row. */
export function PayerName({
  row: { payer, payer_id, kind, is_shared },
  className,
}: {
  row: PayerRow
  className?: string
}) {
  return (
    <th scope="row" className={classNames('text-left font-medium lg:px-4', className)}>
      <span className="block truncate max-lg:whitespace-normal" title={payer}>
        {is_shared && payer_id !== '' ? `Every ${payer} payer` : payer}
      </span>
      {!is_shared && (
        <span className="block truncate text-xs font-normal text-ink-2">
          <span className="font-mono">{payer_id}</span>
          {kind && ` · ${kindWords[kind]}`}
        </span>
      )}
    </th>
  )
}
