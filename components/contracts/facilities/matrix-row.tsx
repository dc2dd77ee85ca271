import { memo } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { classNames } from '#components/ui/class-names.ts'
import type { Person } from './roster-people.ts'

/** A provider at a facility: '1' assigned, '0' not assigned, '+' to be added, '-' to be removed. */
export type Cell = '1' | '0' | '+' | '-'

type MatrixRowProps = {
  person: Person
  row: number
  columns: readonly { name: string; path: string }[]
  /** A `Cell` for each column. */
  cells: string
  /** The column of the Tab stop; -1 when it is in another row. */
  active: number
  canEdit: boolean
  onToggle: (personId: string, column: number, wanted: boolean) => void
  onActive: (place: { row: number; column: number }) => void
}

const changeWords: Record<string, string> = { '+': ', to be added', '-': ', to be removed' }
const tints: Record<string, string> = { '+': 'bg-green-tint', '-': 'bg-red-tint' }

/**
 * One provider with a checkbox for each facility. It renders again only when something in it
 * changes.
 */
export const MatrixRow = memo(function MatrixRow({
  person,
  row,
  columns,
  cells,
  active,
  canEdit,
  onToggle,
  onActive,
}: MatrixRowProps) {
  const { id, name, npi, isStranger, isTerminated } = person
  return (
    <div role="row" aria-rowindex={row + 2} className="group table-row">
      <div
        role="rowheader"
        className="sticky left-0 z-5 table-cell max-w-72 border-r border-b border-line bg-panel px-3 py-1.5 align-middle group-hover:bg-hover"
      >
        <span className="flex items-baseline gap-3">
          <span className="min-w-0 truncate font-medium" title={name}>
            {name}
          </span>
          <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{npi}</span>
        </span>
        {isStranger && <span className="block text-xs text-amber">Not on the roster</span>}
        {isTerminated && <span className="block text-xs text-amber">No longer employed</span>}
      </div>
      {columns.map(({ name: facility, path }, column) => {
        const cell = cells.charAt(column)
        return (
          <div
            key={path}
            role="gridcell"
            className={classNames(
              'table-cell align-middle border-b border-line px-3 py-1.5',
              tints[cell] ?? 'group-hover:bg-hover',
            )}
          >
            <span className="flex items-center gap-2">
              <Checkbox
                name={path}
                value={id}
                data-cell={`${row}.${column}`}
                aria-label={`${name} at ${facility}${changeWords[cell] ?? ''}`}
                tabIndex={active === column ? 0 : -1}
                checked={cell === '1' || cell === '+'}
                disabled={!canEdit}
                onChange={(event) => onToggle(id, column, event.target.checked)}
                onFocus={() => onActive({ row, column })}
                // A checkbox that scrolls into view must not stop behind the sticky heads.
                className="[&_input]:scroll-mt-28 [&_input]:scroll-ml-72"
              />
              {cell === '+' && (
                <span aria-hidden="true" className="text-xs font-semibold text-green">
                  added
                </span>
              )}
              {cell === '-' && (
                <span aria-hidden="true" className="text-xs font-semibold text-red">
                  removed
                </span>
              )}
            </span>
          </div>
        )
      })}
    </div>
  )
})
