import { IconButton } from '#components/ui/icon-button.tsx'
import { countOf } from '#lib/lists/count-of.ts'
import type { UnreadCell } from '#lib/rules/lines/line-paste.ts'
import { X } from 'lucide-react'
import { lineColumns } from './lines/line-columns.ts'

/** The cells of a paste that the grid could not take, as they were written, until the person has seen to them. */
export function UnreadNotice({ cells, onClose }: { cells: readonly UnreadCell[]; onClose: () => void }) {
  return (
    <div role="status" className="empty:hidden">
      {cells.length > 0 && (
        <div className="mx-4 mb-3 flex items-start gap-2 rounded-control bg-amber-tint px-3 py-2 text-sm text-amber">
          <div className="min-w-0 grow">
            <p className="font-medium">
              {countOf(cells.length, {
                one: 'pasted cell could not be read and was left out:',
                many: 'pasted cells could not be read and were left out:',
              })}
            </p>
            <ul className="mt-1 max-h-40 overflow-y-auto">
              {cells.map(({ row, column, text }) => (
                <li key={`${row} ${column} ${text}`} className="break-words">
                  Line {row + 1}, {labelOf(column)}: <span className="font-mono text-xs">{text}</span>
                </li>
              ))}
            </ul>
          </div>
          <IconButton
            size="small"
            label="Dismiss what could not be read"
            icon={<X aria-hidden="true" className="size-3.5" />}
            onClick={onClose}
          />
        </div>
      )}
    </div>
  )
}

function labelOf(column: string | undefined): string {
  return lineColumns.find(({ name }) => name === column)?.label ?? 'right of the last column'
}
