'use client'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { FacilityRow } from './facility-rows.ts'
import { FacilityCount } from './facility-count.tsx'
import { MatrixRow, type Cell } from './matrix-row.tsx'
import type { Person } from './roster-people.ts'
import type { Assignments } from './use-assignments.ts'
import type { FacilityNames } from './use-facility-names.ts'
import { MoreHorizontal } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { FacilityActionsProps } from './facility-menu.tsx'

export type FacilityParts = {
  facilities: readonly FacilityRow[]
  names: FacilityNames
  assignments: Assignments
  canEdit: boolean
  onAssign: (facility: FacilityRow) => void
  onChange: (facility: FacilityRow) => void
  onRemove: (facility: FacilityRow) => void
}

// Page Up and Page Down move by this many rows.
const pageRows = 10

/**
 * Providers down, facilities across, with a checkbox in each cell. One cell is the Tab stop;
 * arrows, Home and End move it.
 */
export function FacilityMatrix({
  facilities,
  people,
  names,
  assignments,
  canEdit,
  onAssign,
  onChange,
  onRemove,
}: FacilityParts & { people: readonly Person[] }) {
  const [active, setActive] = useState({ row: 0, column: 0 })
  const grid = useRef<HTMLDivElement>(null)
  const labels = facilities.map(({ facilityId }) => names.nameOf(facilityId)).join('\n')
  const columns = useMemo(
    () =>
      labels.split('\n').map((name, index) => ({
        name,
        path: `contract_service_facilities.${facilities[index]?.place}.provider_ids`,
      })),
    [labels, facilities],
  )
  // The same function for all rows, so that a change renders only its own row.
  const latest = useRef({ facilities, assignments })
  useEffect(() => {
    latest.current = { facilities, assignments }
  })
  const toggle = useCallback((personId: string, column: number, wanted: boolean) => {
    const facility = latest.current.facilities[column]
    if (facility) latest.current.assignments.assign(facility, [personId], wanted)
  }, [])
  const at = {
    row: Math.min(active.row, people.length - 1),
    column: Math.min(active.column, facilities.length - 1),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLInputElement)) return
    const to = moved(at, event, { row: people.length - 1, column: facilities.length - 1 })
    if (!to) return
    event.preventDefault()
    grid.current?.querySelector<HTMLElement>(`[data-cell="${to.row}.${to.column}"]`)?.focus()
  }
  return (
    <div className="max-h-[calc(100dvh-17rem)] min-h-60 w-fit max-w-full overflow-auto rounded-card border border-line bg-panel">
      <div
        ref={grid}
        role="grid"
        aria-label="Providers at each facility"
        aria-rowcount={people.length + 1}
        aria-colcount={facilities.length + 1}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="table border-separate border-spacing-0 text-sm outline-none"
      >
        <div role="row" aria-rowindex={1} className="table-row">
          <div
            role="columnheader"
            className="sticky top-0 left-0 z-20 table-cell min-w-60 border-r border-b border-line bg-panel px-3 py-2 align-bottom text-xs font-medium text-ink-2"
          >
            Provider
          </div>
          {facilities.map((facility) => (
            <div
              key={facility.id}
              role="columnheader"
              className="sticky top-0 z-10 table-cell w-48 max-w-48 min-w-48 border-b border-line bg-panel px-3 py-2 align-top"
            >
              <span className="flex items-start gap-1">
                <span
                  className="line-clamp-3 min-w-0 grow text-sm font-medium break-words"
                  title={names.nameOf(facility.facilityId)}
                >
                  {names.nameOf(facility.facilityId)}
                </span>
                {canEdit && (
                  <FacilityActions
                    facility={facility}
                    name={names.nameOf(facility.facilityId)}
                    onAssign={onAssign}
                    onChange={onChange}
                    onRemove={onRemove}
                  />
                )}
              </span>
              <FacilityCount facility={facility} assignments={assignments} />
            </div>
          ))}
        </div>
        {people.map((person, row) => (
          <MatrixRow
            key={person.id}
            person={person}
            row={row}
            columns={columns}
            cells={facilities.map((facility) => cellOf(facility, assignments, person.id)).join('')}
            active={row === at.row ? at.column : -1}
            canEdit={canEdit}
            onToggle={toggle}
            onActive={setActive}
          />
        ))}
      </div>
      {people.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-ink-2">No matching providers.</p>
      )}
    </div>
  )
}

function cellOf(facility: FacilityRow, { changeOf }: Assignments, personId: string): Cell {
  const { add, remove } = changeOf(facility)
  if (add.has(personId)) return '+'
  if (remove.has(personId)) return '-'
  return facility.assigned.has(personId) ? '1' : '0'
}

type Place = { row: number; column: number }

/** The cell that a key moves to; undefined for other keys. */
function moved(
  { row, column }: Place,
  { key, ctrlKey, metaKey }: KeyboardEvent,
  last: Place,
): Place | undefined {
  const whole = ctrlKey || metaKey
  const down = (rows: number) => ({ row: Math.max(0, Math.min(last.row, row + rows)), column })
  switch (key) {
    case 'ArrowUp':
      return down(-1)
    case 'ArrowDown':
      return down(1)
    case 'PageUp':
      return down(-pageRows)
    case 'PageDown':
      return down(pageRows)
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) }
    case 'ArrowRight':
      return { row, column: Math.min(last.column, column + 1) }
    case 'Home':
      return { row: whole ? 0 : row, column: 0 }
    case 'End':
      return { row: whole ? last.row : row, column: last.column }
    default:
      return undefined
  }
}

const FacilityMenu = onDemand(() =>
  import('./facility-menu.tsx').then((module) => module.FacilityMenu),
)

// The actions for one facility of the contract.
function FacilityActions(props: FacilityActionsProps) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  return (
    <>
      <IconButton
        size="small"
        label={`Actions for ${props.name}`}
        icon={<MoreHorizontal aria-hidden="true" className="size-4" />}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        className="-mt-1 -mr-1.5 shrink-0"
      />
      {anchor && <FacilityMenu {...props} anchor={anchor} onClose={() => setAnchor(undefined)} />}
    </>
  )
}
