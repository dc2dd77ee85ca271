'use client'
import { useMemo, type Dispatch, type SetStateAction } from 'react'
import type { ListColumn } from '#components/table/columns.tsx'
import { DataTable } from '#components/table/data-table.tsx'
import { selectRange, toggleOne, type Selection } from '#components/table/selection.ts'
import { humanize } from '#lib/lists/filter-value.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'

const code = 'font-mono text-xs'
const formerEmployee = 'no longer employed'

const columns: readonly ListColumn<RosterRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: { least: 180, most: 320 },
    isMain: true,
    text: (row) => [nameOf(row), row.terminated && formerEmployee].filter(Boolean).join(' '),
    render: (row) => (
      <>
        {nameOf(row)}
        {row.terminated && <span className="ml-2 text-xs text-amber">{formerEmployee}</span>}
      </>
    ),
  },
  {
    id: 'npi',
    header: 'NPI',
    width: { least: 92, most: 110 },
    className: code,
    text: (row) => row.npi,
  },
  {
    id: 'type',
    header: 'Type',
    width: { least: 90, most: 130 },
    className: 'text-ink-2',
    text: (row) => row.type && humanize(row.type),
  },
  {
    id: 'id',
    header: 'Provider ID',
    width: { least: 290, most: 300 },
    className: `${code} text-ink-2`,
    text: (row) => row.id,
  },
]

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
