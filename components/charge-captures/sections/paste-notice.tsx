import { IconButton } from '#components/ui/icon-button.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { MendedCell, UnreadCell } from '#lib/rules/lines/line-paste.ts'
import { X } from 'lucide-react'
import { lineColumns } from './lines/line-columns.ts'

type PasteNoticeProps = {
  unread: readonly UnreadCell[]
  mended: readonly MendedCell[]
  onClose: () => void
}

/**
 * The cells of a paste that the grid could not take, as they were written, and the codes that it
 * wrote as claims carry them, until the person has seen to them.
 */
export function PasteNotice({ unread, mended, onClose }: PasteNoticeProps) {
  return (
    <div role="status" className="empty:hidden">
      {(unread.length > 0 || mended.length > 0) && (
        <div className="mx-4 mb-3 flex items-start gap-2 rounded-control bg-amber-tint px-3 py-2 text-sm text-amber">
          <div className="flex min-w-0 grow flex-col gap-2">
            {unread.length > 0 && (
              <div>
                <p className="font-medium">
                  {countOf(unread.length, {
                    one: 'pasted cell couldn’t be read and was left out:',
                    many: 'pasted cells couldn’t be read and were left out:',
                  })}
                </p>
                <ul className="mt-1 max-h-40 overflow-y-auto">
                  {unread.map(({ row, column, text }) => (
                    <li key={`${row} ${column} ${text}`} className="break-words">
                      Line {row + 1}, {labelOf(column)}:{' '}
                      <span className="font-mono text-xs">{text}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {mended.length > 0 && (
              <div>
                <p className="font-medium">
                  {countOf(mended.length, {
                    one: 'pasted code was corrected. Check it:',
                    many: 'pasted codes were corrected. Check them:',
                  })}
                </p>
                <ul className="mt-1 max-h-40 overflow-y-auto">
                  {mended.map(({ row, column, text, as }) => (
                    <li key={`${row} ${column}`} className="break-words">
                      Line {row + 1}, {labelOf(column)}:{' '}
                      <span className="font-mono text-xs">{text}</span> read as{' '}
                      <span className="font-mono text-xs">{as}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
          <IconButton
            size="small"
            label="Dismiss the paste report"
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
