'use client'
import { useMemo, type Dispatch, type SetStateAction } from 'react'
import { columnsOf, type Looks } from '#components/table/columns.tsx'
import { DataTable } from '#components/table/data-table.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { selectRange, toggleOne, type Selection } from '#components/table/selection.ts'
import { rosterColumns } from '#lib/lists/columns/contracts.ts'
import { providerHref } from '#lib/lists/providers.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'

const formerEmployee = 'no longer employed'

const looks: Looks<typeof rosterColumns, RosterRow> = {
  name: {
    width: { least: 180, most: 320 },
    text: (row) => [nameOf(row), row.terminated && formerEmployee].filter(Boolean).join(' '),
    render: (row) => (
      <>
        {providerHref(row.npi) === undefined ? (
          nameOf(row)
        ) : (
          <SoftLink href={providerHref(row.npi)!} className="hover:underline">
            {nameOf(row)}
          </SoftLink>
        )}
        {row.terminated && <span className="ml-2 text-xs text-amber">{formerEmployee}</span>}
      </>
    ),
  },
  npi: { width: { least: 92, most: 110 }, className: 'font-mono text-xs' },
  type: { width: { least: 90, most: 130 }, className: 'text-ink-2' },
  id: { width: { least: 290, most: 300 } },
}
const columns = columnsOf(rosterColumns, looks)

const context = { today: '', extra: undefined }

function nameOf(row: RosterRow): string {
  return row.name ?? 'No name'
}

type RosterTableProps = {
  rows: readonly RosterRow[]
  /** Every row there is was read, so that the table's length is known. */
  isComplete: boolean
  isBusy: boolean
  /** Which rows are selected; undefined where nothing can be done with them. */
  selection: Selection | undefined
  onSelection: Dispatch<SetStateAction<Selection>>
}

/** The providers of a roster, up to 100,000 of them. */
export function RosterTable({
  rows,
  isComplete,
  isBusy,
  selection,
  onSelection,
}: RosterTableProps) {
  const choice = useMemo(() => {
    if (!selection) return undefined
    const toggle = (index: number, withRange: boolean) => {
      const id = rows[index]!.id
      onSelection((now) =>
        withRange
          ? selectRange(now, id, rows.map((row) => row.id).filter(Boolean))
          : toggleOne(now, id),
      )
    }
    return { selection, active: -1, toggle }
  }, [rows, selection, onSelection])
  return (
    <DataTable
      label="Providers"
      columns={columns}
      rows={rows}
      context={context}
      nameOf={nameOf}
      choice={choice}
      isComplete={isComplete}
      isBusy={isBusy}
    />
  )
}
