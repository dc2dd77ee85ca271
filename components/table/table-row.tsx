import { memo } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { CellContext, ListColumn } from './list-column.ts'

type TableRowProps = {
  row: BaseRow
  index: number
  columns: readonly ListColumn<BaseRow>[]
  context: CellContext
  href: string
  /** The item's own name, for the labels in its row. */
  name: string
  isSelected: boolean
  isActive: boolean
}

const cell = 'row-cell'

/** One row: as few elements as it can be, no hooks, drawn again only when what it shows has changed. */
export const TableRow = memo(function TableRow({
  row,
  index,
  columns,
  context,
  href,
  name,
  isSelected,
  isActive,
}: TableRowProps) {
  const ground = isSelected || isActive ? 'bg-accent-tint' : 'hover:bg-hover'
  return (
    <tr data-index={index} aria-rowindex={index + 2} className={ground}>
      <td className={`${cell} ${isActive ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}>
        {!row.unreadable && (
          <input
            type="checkbox"
            data-select
            readOnly
            checked={isSelected}
            aria-label={`Select ${name}`}
            className="row-check"
          />
        )}
      </td>
      {row.unreadable ? (
        <td className={`${cell} text-ink-2`} colSpan={columns.length}>
          This row can’t be shown: the partner sent it in an unknown format.
        </td>
      ) : (
        columns.map((column) => (
          <td
            key={column.id}
            title={column.title?.(row, context)}
            className={`${cell} ${column.align === 'end' ? 'text-right tabular-nums' : ''} ${column.className ?? ''}`}
          >
            {column.isMain ? (
              <a href={href} data-main className="text-ink underline-offset-2 hover:underline">
                {column.render(row, context)}
              </a>
            ) : (
              column.render(row, context)
            )}
          </td>
        ))
      )}
    </tr>
  )
})
